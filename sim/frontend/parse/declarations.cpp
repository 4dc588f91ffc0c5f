// Declarations inside of functions, and initial values as they are written.
#include <fmt/format.h>

#include <algorithm>

#include "sim/frontend/parse/parser.hpp"
#include "sim/frontend/types/constant.hpp"
#include "sim/frontend/types/conversion.hpp"

namespace lockstep::sim::language {

// declaration = specifiers [ declarator ["=" initializer] { "," declarator ["=" initializer] } ] ";"
Stmt* Parser::declaration_statement() {
  Stmt* statement = new_statement(StmtKind::declaration, peek().range);
  const Specifiers specified = specifiers();
  while (!next_is(";")) {
    const Declarator declared = declarator(specified.type);
    if (declared.name.empty()) fail_here("a name is missing here");
    if (specified.is_typedef)
      declare_typedef(declared);
    else if (declared.is_function)
      declare_function(specified, declared);
    else if (VariableDecl* variable = block_variable(specified, declared))
      statement->variables.push_back(variable);
    if (!take_if(",")) break;
  }
  expect(";", "after this declaration");
  return finish(statement);
}

void Parser::check_variable_type(const Declarator& declared) {
  const Type* type = declared.type.type;
  const Type* element = type;
  while (element->is_array()) element = element->element;
  if (element->is_void() || (!element->complete && element->is_record()))
    context_.fail(declared.range,
                  fmt::format("a variable cannot be {}{}", to_string(*type),
                              element->is_record() ? ", which is declared but not defined" : ""));
}

Storage Parser::block_storage(const Specifiers& specified, const Declarator& declared) {
  const bool in_kernel = context_.function->is_kernel;
  if (specified.is_extern) context_.fail(declared.range, "a variable of a function cannot be extern");
  switch (declared.type.space.value_or(AddressSpace::private_)) {
    case AddressSpace::local:
      if (!in_kernel)
        context_.fail(declared.range,
                      "a __local variable can only be declared in a kernel; pass a pointer to it");
      if (scopes_.depth() > 3)
        context_.diagnostics.warn(declared.range,
                                  "a __local variable belongs at the beginning of the kernel, outside "
                                  "of inner blocks; other compilers refuse this");
      return Storage::local;
    case AddressSpace::constant:
      return Storage::constant;
    case AddressSpace::global:
    case AddressSpace::generic:
      context_.fail(declared.range,
                    fmt::format("a variable of a function cannot be {}; a pointer can point there",
                                name(*declared.type.space)));
    case AddressSpace::private_:
      break;
  }
  if (specified.is_static)
    context_.fail(declared.range,
                  "static variables in functions are not supported; "
                  "make it __constant or pass it as an argument");
  return Storage::private_;
}

VariableDecl* Parser::block_variable(const Specifiers& specified, const Declarator& declared) {
  check_variable_type(declared);
  const Storage storage = block_storage(specified, declared);
  VariableDecl* variable =
      new_variable(context_, std::string(declared.name), declared.type, storage, declared.range);
  variable->alignment =
      std::max({variable->alignment, specified.attributes.aligned, declared.attributes.aligned});
  if (scopes_.find_here(declared.name))
    context_.diagnostics.error(declared.range,
                               fmt::format("'{}' is declared twice in this block", declared.name));
  declare_variable(*variable);
  if (next_is("=")) {
    if (storage == Storage::local)
      context_.fail(peek().range, "a __local variable cannot have an initial value; let work-items store it");
    read_initializer(*variable);
  } else if (storage == Storage::constant) {
    context_.fail(declared.range, "a __constant variable needs an initial value");
  } else if (!variable->type->complete) {
    context_.fail(declared.range, "the length of this array is not known");
  }
  if (storage == Storage::constant) context_.unit.constants.push_back(variable);
  context_.function->variables.push_back(variable);
  return variable;
}

void Parser::declare_variable(VariableDecl& variable) {
  Symbol symbol;
  symbol.range = variable.range;
  symbol.variable = &variable;
  // The name's text must outlive the scope: that of the declaration is in a deque.
  scopes_.declare(variable.name, std::move(symbol));
}

// "=" initializer; the variable is known already, so that an error in its value does not make it unknown
void Parser::read_initializer(VariableDecl& variable) {
  take();
  initialize(context_, variable, *initializer());
}

// initializer = initializer-list | assignment
Initializer* Parser::initializer() {
  if (next_is("{")) return initializer_list();
  Expr* value = assignment();
  Initializer& result = initializers_.emplace_back();
  result.expr = value;
  result.range = value->range;
  return &result;
}

// initializer-list = "{" [ [designators "="] initializer { "," … } [","] ] "}"
Initializer* Parser::initializer_list() {
  const DepthGuard guard = enter_nesting();
  Initializer& result = initializers_.emplace_back();
  result.range = take().range;
  while (!next_is("}")) {
    Initializer::Item item;
    item.designators = designators();
    item.value = initializer();
    result.items.push_back(std::move(item));
    if (!take_if(",")) break;
  }
  result.range = join(result.range, expect("}", "after the initial values").range);
  return &result;
}

// designators = { "." name | "[" constant "]" } "="
std::vector<Initializer::Designator> Parser::designators() {
  std::vector<Initializer::Designator> result;
  while (next_is(".") || next_is("[")) {
    Initializer::Designator designator;
    designator.range = peek().range;
    if (take().is(".")) {
      if (!peek().is_identifier()) fail_here("the name of a member is missing here");
      designator.member = take().text;
    } else {
      Expr* index = conditional();
      constant_integer(index, "an index");
      designator.index = index;
      expect("]", "after the index");
    }
    result.push_back(designator);
  }
  if (!result.empty()) expect("=", "after the designator");
  return result;
}

// Declarators: what stands around a name and makes pointers, arrays and functions of the type before it.

namespace {

constexpr std::uint64_t kLargestObject = std::uint64_t{1} << 32;

}  // namespace

// declarator = pointers ( "(" declarator ")" | [name] ) suffix attributes
Parser::Declarator Parser::declarator(QualifiedType base) {
  const DepthGuard guard = enter_nesting();
  Declarator result;
  result.range = peek().range;
  pointers(base);
  attributes(result.attributes);
  // "(" begins a nested declarator unless it is the parameter list of an abstract one.
  const bool nested = next_is("(") && !peek(1).is(")") && !starts_type(peek(1));
  if (nested) {
    // The inner declarator applies to what the suffix behind it makes of the base.
    const std::size_t inner = at_ + 1;
    skip_parentheses();
    result.type = base;
    declarator_suffix(result);
    const bool inner_is_pointer = tokens_[inner].is("*");
    if (result.is_function && inner_is_pointer)
      context_.fail(tokens_[inner].range, "function pointers are not supported");
    const std::size_t end = at_;
    at_ = inner;
    const bool is_function = result.is_function;
    const bool is_variadic = result.is_variadic;
    std::vector<ParameterDecl> parameters = std::move(result.parameters);
    result = declarator(result.type);
    if (is_function) {
      result.is_function = true;
      result.is_variadic = is_variadic;
      result.parameters = std::move(parameters);
    }
    expect(")", "after this declarator");
    at_ = end;
    return result;
  }
  if (peek().is_identifier()) {
    result.range = peek().range;
    result.name = take().text;
  }
  result.type = base;
  declarator_suffix(result);
  attributes(result.attributes);
  if (next_is("asm") || next_is("__asm__") || next_is("__asm")) fail_here("inline assembly is not supported");
  apply_vector_attribute(result.type, result.attributes, result.range);
  return result;
}

// pointers = { "*" { qualifier } }
void Parser::pointers(QualifiedType& type) {
  if (next_is("^")) fail_here("blocks are not supported");
  while (take_if("*")) {
    const AddressSpace space = type.space.value_or(context_.default_pointee_space());
    QualifiedType pointer;
    pointer.type = context_.types.pointer(type.type, space, type.is_const, type.is_volatile);
    while (qualifier(pointer)) {
    }
    type = pointer;
  }
}

// suffix = "(" parameters ")" | { "[" [length] "]" }
void Parser::declarator_suffix(Declarator& result) {
  if (next_is("(")) {
    result.parameters = parameter_list(result.is_variadic);
    result.is_function = true;
    std::vector<const Type*> types;
    for (const ParameterDecl& parameter : result.parameters) types.push_back(parameter.type.type);
    if (result.type.type->is_array() || result.type.type->is_function())
      context_.fail(result.range, "a function cannot give an array or a function");
    result.type.type = context_.types.function(result.type.type, std::move(types));
    if (next_is("[")) fail_here("arrays of functions do not exist");
    return;
  }
  if (next_is("[")) result.type = array_suffix(result.type);
}

QualifiedType Parser::array_suffix(const QualifiedType& element) {
  const DepthGuard guard = enter_nesting();
  const SourceRange open = take().range;
  while (take_if("const") || take_if("restrict") || take_if("static") || take_if("volatile")) {
  }
  const bool has_length = !next_is("]");
  const std::uint64_t length = has_length ? array_length() : 0;
  const SourceRange range = join(open, expect("]", "after the array's length").range);
  QualifiedType result = next_is("[") ? array_suffix(element) : element;
  const Type* type = result.type;
  if (type->is_function() || type->is_void() || (!type->complete && !type->is_record()))
    context_.fail(range, fmt::format("arrays of {} do not exist", to_string(*type)));
  if (!type->complete) context_.fail(range, fmt::format("{} is declared but not defined", to_string(*type)));
  if (has_length && type->size > 0 && length > kLargestObject / type->size)
    context_.fail(range, "this array is larger than 4 GiB");
  result.type = has_length ? context_.types.array(type, length) : context_.types.unsized_array(type);
  return result;
}

std::uint64_t Parser::array_length() {
  Expr* expr = assignment();
  if (!expr->type->is_integer())
    context_.fail(expr->range, fmt::format("an array's length must be an integer, and this is {}",
                                           to_string(*expr->type)));
  const auto length = integer_constant(expr);
  if (!length)
    context_.fail(expr->range,
                  "arrays of variable length are not supported; the length must be known when compiling");
  const bool negative = expr->type->is_signed() && static_cast<std::int64_t>(*length) < 0;
  if (negative || *length > kLargestObject)
    context_.fail(expr->range, "this is no possible length of an array");
  return *length;
}

// parameters = "(" [ "void" | parameter { "," parameter } [ "," "..." ] ] ")"; parameter = specifiers
// declarator
std::vector<Parser::ParameterDecl> Parser::parameter_list(bool& is_variadic) {
  take();
  std::vector<ParameterDecl> result;
  if (next_is("void") && peek(1).is(")")) take();
  while (!next_is(")")) {
    if (take_if("...")) {
      is_variadic = true;
      break;
    }
    const Specifiers specified = specifiers();
    Declarator declared = declarator(specified.type);
    ParameterDecl parameter{declared.name, declared.range, declared.type};
    if (declared.name.empty()) parameter.range = specified.range;
    QualifiedType& type = parameter.type;
    if (type.type->is_function()) context_.fail(parameter.range, "function pointers are not supported");
    if (type.type->is_array()) {
      const AddressSpace space = type.space.value_or(context_.default_pointee_space());
      type.type = context_.types.pointer(type.type->element, space, type.is_const, type.is_volatile);
      type.is_const = false;
      type.is_volatile = false;
      type.space.reset();
    }
    if (type.type->is_void()) context_.fail(parameter.range, "a parameter cannot be void");
    result.push_back(parameter);
    if (!take_if(",")) break;
  }
  expect(")", "after the parameters");
  return result;
}

// type-name = specifiers abstract-declarator
QualifiedType Parser::type_name() {
  const Specifiers specified = specifiers();
  const Declarator declared = declarator(specified.type);
  if (!declared.name.empty()) context_.fail(declared.range, "a type is expected here, without a name");
  return declared.type;
}

}  // namespace lockstep::sim::language
