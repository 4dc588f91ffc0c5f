// Parses functions and variables at program scope.
#include "sim/frontend/builtins/functions.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/frontend/parse/declarations.hpp"
#include "sim/frontend/parse/dialect.hpp"
#include "sim/frontend/parse/statements.hpp"

namespace lockstep::sim::language {
namespace {

// The scope of a function. It contains the parameters and the variables of the outermost block.
class FunctionScope {
 public:
  FunctionScope(Parser& p, FunctionDecl& function) : p_(p), depth_(p.scopes.depth()) {
    p_.context.function = &function;
    p_.open = {};
    p_.scopes.enter();
  }
  ~FunctionScope() {
    p_.context.function = nullptr;
    while (p_.scopes.depth() > depth_) p_.scopes.leave();  // an error may leave inner blocks open
  }
  FunctionScope(const FunctionScope&) = delete;
  FunctionScope& operator=(const FunctionScope&) = delete;

 private:
  Parser& p_;
  std::size_t depth_;
};

void check_kernel(Parser& p, const Declarator& declared) {
  if (!declared.type.type->element->is_void())
    p.context.diagnostics.error(declared.range, fmt::format("kernel '{}' must return void", declared.name));
  for (const ParameterDecl& parameter : declared.parameters) {
    const Type* type = parameter.type.type;
    const bool private_pointer =
        type->is_pointer() && (type->space == AddressSpace::private_ || type->space == AddressSpace::generic);
    if (private_pointer)
      p.context.diagnostics.error(parameter.range,
                                  "a pointer argument of a kernel must be __global, __constant or __local");
    if (type->is_event()) p.context.diagnostics.error(parameter.range, "a kernel cannot take an event_t");
  }
}

void add_parameters(Parser& p, FunctionDecl& function, const Declarator& declared) {
  for (const ParameterDecl& parameter : declared.parameters) {
    const Type* type = parameter.type.type;
    if (!type->complete)
      p.context.fail(parameter.range, fmt::format("{} is declared but not defined", to_string(*type)));
    VariableDecl* variable = new_variable(p.context, std::string(parameter.name), parameter.type,
                                          Storage::parameter, parameter.range);
    variable->is_const = variable->is_const || type->is_image() || type->is_sampler();
    variable->is_reference = parameter.is_reference;
    function.parameters.push_back(variable);
    if (parameter.name.empty()) continue;
    if (p.scopes.find_here(parameter.name))
      p.context.fail(parameter.range, fmt::format("parameter '{}' is declared twice", parameter.name));
    Symbol symbol;
    symbol.range = parameter.range;
    symbol.variable = variable;
    p.scopes.declare(parameter.name, std::move(symbol));
  }
}

}  // namespace

FunctionDecl* declare_function(Parser& p, const Specifiers& specified, const Declarator& declared) {
  if (declared.is_variadic) {
    // A prototype of printf() has no effect.
    if (p.next_is("{") || !is_builtin_function(declared.name))
      p.context.fail(declared.range, "variadic functions are not supported");
    return nullptr;
  }
  if (specified.type.space && *specified.type.space != AddressSpace::private_ &&
      !declared.type.type->element->is_pointer())
    p.context.fail(specified.range, "the result of a function has no address space");
  // A prototype inside a function declares a function at program scope.
  Symbol* symbol = p.scopes.find_at_program_scope(declared.name);
  if (!p.scopes.at_program_scope() && p.scopes.find_here(declared.name))
    symbol = p.scopes.find_here(declared.name);
  if (symbol && symbol->kind != Symbol::Kind::function)
    p.context.fail(declared.range,
                   fmt::format("'{}' is declared twice, as different kinds of symbol", declared.name));
  if (!symbol) {
    Symbol created;
    created.kind = Symbol::Kind::function;
    created.range = declared.range;
    symbol = &p.scopes.declare_at_program_scope(declared.name, std::move(created));
  }
  for (FunctionDecl* other : symbol->functions)
    if (other->type == declared.type.type) {
      other->is_kernel = other->is_kernel || specified.is_kernel;
      return other;
    }
  const bool overloads = specified.attributes.overloadable || declared.attributes.overloadable;
  if (!symbol->functions.empty() && !overloads)
    p.context.fail(declared.range,
                   fmt::format("'{}' is declared twice, with different types", declared.name));
  FunctionDecl& function = p.context.unit.function_pool.emplace_back();
  function.name = declared.name;
  function.type = declared.type.type;
  function.range = declared.range;
  function.is_kernel = specified.is_kernel;
  if (p.dialect != nullptr) p.dialect->function_declared(p, function, declared);
  symbol->functions.push_back(&function);
  return &function;
}

// function = specifiers declarator block
void parse_function_definition(Parser& p, const Specifiers& specified, const Declarator& declared) {
  FunctionDecl* function = declare_function(p, specified, declared);
  if (function->body)
    p.context.fail(declared.range, fmt::format("function '{}' is defined twice", declared.name));
  function->range = declared.range;
  for (std::size_t i = 0; i < 3; ++i)
    function->required_group_size[i] =
        std::max(specified.attributes.required_group_size[i], declared.attributes.required_group_size[i]);
  for (const Attributes* attributes : {&specified.attributes, &declared.attributes})
    if (!attributes->of_kernel.empty())
      function->attributes += (function->attributes.empty() ? "" : " ") + attributes->of_kernel;
  // The body is set before it is parsed. Otherwise, after an error in the body, calls would refer to an
  // undefined function.
  function->body = new_statement(p, StmtKind::block, declared.range);
  if (function->is_kernel) check_kernel(p, declared);
  parse_function_body(p, *function, declared);
}

void parse_function_body(Parser& p, FunctionDecl& function, const Declarator& declared,
                         const std::function<std::vector<Stmt*>()>& before) {
  const FunctionScope scope(p, function);
  add_parameters(p, function, declared);
  const std::vector<Stmt*> first = before ? before() : std::vector<Stmt*>();
  function.body = parse_block(p, false);
  function.body->children.insert(function.body->children.begin(), first.begin(), first.end());
  function.body->height = height_of(*function.body);
  check_labels(p);
  p.context.unit.functions.push_back(&function);
}

}  // namespace lockstep::sim::language
