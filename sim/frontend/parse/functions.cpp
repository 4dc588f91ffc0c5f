// Functions and variables at program scope.
#include "sim/frontend/builtins/functions.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/frontend/parse/parser.hpp"

namespace lockstep::sim::language {
namespace {

// The body's variables may not hide a parameter, but the function's own scope holds both.
class FunctionScope {
 public:
  FunctionScope(Context& context, Scopes& scopes, FunctionDecl& function)
      : context_(context), scopes_(scopes) {
    context_.function = &function;
    depth_ = scopes_.depth();
    scopes_.enter();
  }
  ~FunctionScope() {
    context_.function = nullptr;
    while (scopes_.depth() > depth_) scopes_.leave();  // an error may leave inner blocks open
  }
  FunctionScope(const FunctionScope&) = delete;
  FunctionScope& operator=(const FunctionScope&) = delete;

 private:
  Context& context_;
  Scopes& scopes_;
  std::size_t depth_ = 0;
};

}  // namespace

// typedef = "typedef" specifiers declarator
void Parser::declare_typedef(const Declarator& declared) {
  if (declared.name.empty()) context_.fail(declared.range, "a name is missing here");
  Symbol symbol;
  symbol.kind = Symbol::Kind::type;
  symbol.range = declared.range;
  symbol.type = declared.type;
  if (const Symbol* other = scopes_.find_here(declared.name);
      other && (other->kind != Symbol::Kind::type || other->type.type != symbol.type.type))
    context_.fail(declared.range, fmt::format("'{}' is declared twice, as different things", declared.name));
  // A struct without a tag is known by its typedef's name.
  const Type* type = declared.type.type;
  if (type->is_record() && type->name.empty()) const_cast<Type*>(type)->name = declared.name;
  scopes_.declare(declared.name, std::move(symbol));
}

void Parser::program_variable(const Specifiers& specified, const Declarator& declared) {
  const AddressSpace space = declared.type.space.value_or(AddressSpace::private_);
  if (specified.is_kernel) context_.fail(declared.range, "a kernel is a function");
  if (space != AddressSpace::constant)
    context_.fail(declared.range, "a variable outside of functions must be __constant");
  check_variable_type(declared);
  VariableDecl* variable =
      new_variable(context_, std::string(declared.name), declared.type, Storage::constant, declared.range);
  variable->alignment =
      std::max({variable->alignment, specified.attributes.aligned, declared.attributes.aligned});
  if (Symbol* other = scopes_.find_here(declared.name)) {
    const bool was_extern = other->variable && other->variable->initial_bytes.empty();
    if (!was_extern) context_.fail(declared.range, fmt::format("'{}' is declared twice", declared.name));
  }
  declare_variable(*variable);
  if (next_is("=")) {
    read_initializer(*variable);
  } else if (!specified.is_extern) {
    context_.fail(declared.range, "a __constant variable needs an initial value");
  }
  context_.unit.constants.push_back(variable);
}

FunctionDecl* Parser::declare_function(const Specifiers& specified, const Declarator& declared) {
  if (declared.is_variadic) {
    // A prototype of printf() says nothing new.
    if (next_is("{") || !is_builtin_function(declared.name))
      context_.fail(declared.range, "functions with '...' are not supported");
    return nullptr;
  }
  if (specified.type.space && *specified.type.space != AddressSpace::private_ &&
      !declared.type.type->element->is_pointer())
    context_.fail(specified.range, "the result of a function has no address space");
  // A prototype inside of a function is about the function of that name, which is at program scope.
  Symbol* symbol = scopes_.find_at_program_scope(declared.name);
  if (!scopes_.at_program_scope() && scopes_.find_here(declared.name))
    symbol = scopes_.find_here(declared.name);
  if (symbol && symbol->kind != Symbol::Kind::function)
    context_.fail(declared.range, fmt::format("'{}' is declared twice, as different things", declared.name));
  if (!symbol) {
    Symbol created;
    created.kind = Symbol::Kind::function;
    created.range = declared.range;
    symbol = &scopes_.declare_at_program_scope(declared.name, std::move(created));
  }
  for (FunctionDecl* other : symbol->functions)
    if (other->type == declared.type.type) {
      other->is_kernel = other->is_kernel || specified.is_kernel;
      return other;
    }
  const bool overloads = specified.attributes.overloadable || declared.attributes.overloadable;
  if (!symbol->functions.empty() && !overloads)
    context_.fail(declared.range, fmt::format("'{}' is declared twice, with different types", declared.name));
  FunctionDecl& function = context_.unit.function_pool.emplace_back();
  function.name = declared.name;
  function.type = declared.type.type;
  function.range = declared.range;
  function.is_kernel = specified.is_kernel;
  symbol->functions.push_back(&function);
  return &function;
}

// function = specifiers declarator block
void Parser::function_definition(const Specifiers& specified, const Declarator& declared) {
  FunctionDecl* function = declare_function(specified, declared);
  if (function->body)
    context_.fail(declared.range, fmt::format("function '{}' is defined twice", declared.name));
  function->range = declared.range;
  for (std::size_t i = 0; i < 3; ++i)
    function->required_group_size[i] =
        std::max(specified.attributes.required_group_size[i], declared.attributes.required_group_size[i]);
  // Known from here on, so that a call is not "never defined" when the body has an error.
  function->body = new_statement(StmtKind::block, declared.range);
  if (function->is_kernel) check_kernel(declared);
  const FunctionScope scope(context_, scopes_, *function);
  reported_names_.clear();
  loops_ = 0;
  constructs_ = 0;
  switches_.clear();
  labels_.clear();
  statement_expressions_ = 0;
  add_parameters(*function, declared);
  function->body = block(false);
  check_labels();
  context_.unit.functions.push_back(function);
}

void Parser::check_kernel(const Declarator& declared) {
  if (!declared.type.type->element->is_void())
    context_.diagnostics.error(declared.range, fmt::format("kernel '{}' must give void", declared.name));
  for (const ParameterDecl& parameter : declared.parameters) {
    const Type* type = parameter.type.type;
    const bool private_pointer =
        type->is_pointer() && (type->space == AddressSpace::private_ || type->space == AddressSpace::generic);
    if (private_pointer)
      context_.diagnostics.error(parameter.range,
                                 "a kernel's pointer must be __global, __constant or __local");
    if (type->is_event()) context_.diagnostics.error(parameter.range, "a kernel cannot take an event_t");
  }
}

void Parser::add_parameters(FunctionDecl& function, const Declarator& declared) {
  for (const ParameterDecl& parameter : declared.parameters) {
    const Type* type = parameter.type.type;
    if (!type->complete)
      context_.fail(parameter.range, fmt::format("{} is declared but not defined", to_string(*type)));
    VariableDecl* variable = new_variable(context_, std::string(parameter.name), parameter.type,
                                          Storage::parameter, parameter.range);
    function.parameters.push_back(variable);
    if (parameter.name.empty()) continue;
    if (scopes_.find_here(parameter.name))
      context_.fail(parameter.range, fmt::format("parameter '{}' is declared twice", parameter.name));
    Symbol symbol;
    symbol.range = parameter.range;
    symbol.variable = variable;
    scopes_.declare(parameter.name, std::move(symbol));
  }
}

}  // namespace lockstep::sim::language
