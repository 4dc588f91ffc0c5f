// Declarators: what stands around a name and makes pointers, arrays and functions of the type before it.
#include <fmt/format.h>

#include "sim/frontend/parse/parser.hpp"
#include "sim/frontend/types/constant.hpp"

namespace lockstep::sim::language {
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
