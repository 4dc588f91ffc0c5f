// Parses declarators. A declarator is the part of a declaration around a name; it derives a pointer, array or
// function type from the base type.
#include <fmt/format.h>

#include "sim/frontend/parse/declarations.hpp"
#include "sim/frontend/parse/dialect.hpp"
#include "sim/frontend/parse/expressions.hpp"
#include "sim/frontend/types/constant.hpp"

namespace lockstep::sim::language {

void check_depth(Parser& p, const Type& type, const SourceRange& range) {
  if (type.depth > kDeepestNesting) p.context.fail(range, nested_too_deeply("this type"));
}

namespace {

// pointers = { "*" { qualifier } }
void pointers(Parser& p, QualifiedType& type) {
  if (p.next_is("^")) p.fail_here("blocks are not supported");
  while (p.take_if("*")) {
    if (type.type->is_image() || type.type->is_sampler())
      p.context.fail(p.last_range(), fmt::format("pointers to {} are not allowed", to_string(*type.type)));
    const AddressSpace space = type.space.value_or(p.context.default_pointee_space());
    QualifiedType pointer;
    pointer.type = p.context.types.pointer(type.type, space, type.is_const, type.is_volatile);
    check_depth(p, *pointer.type, p.last_range());
    while (parse_qualifier(p, pointer)) {
    }
    type = pointer;
  }
}

// parameters = "(" [ "void" | parameter { "," parameter } [ "," "..." ] ] ")"
// parameter  = specifiers declarator
std::vector<ParameterDecl> parameter_list(Parser& p, bool& is_variadic) {
  p.take();
  std::vector<ParameterDecl> result;
  if (p.next_is("void") && p.peek(1).is(")")) p.take();
  while (!p.next_is(")")) {
    if (p.take_if("...")) {
      is_variadic = true;
      break;
    }
    const Specifiers specified = parse_specifiers(p);
    Declarator declared = parse_declarator(p, specified.type);
    ParameterDecl parameter{declared.name, declared.range, declared.type};
    if (declared.name.empty()) parameter.range = specified.range;
    parameter.is_reference = declared.is_reference;
    QualifiedType& type = parameter.type;
    if (type.type->is_function()) p.context.fail(parameter.range, "function pointers are not supported");
    if (type.type->is_array()) {
      const AddressSpace space = type.space.value_or(p.context.default_pointee_space());
      type.type = p.context.types.pointer(type.type->element, space, type.is_const, type.is_volatile);
      type.is_const = false;
      type.is_volatile = false;
      type.space.reset();
    }
    if (type.type->is_void()) p.context.fail(parameter.range, "a parameter cannot be void");
    if (type.type->is_pointer() && type.type->element->is_image())
      p.context.fail(parameter.range, "arrays of images are not allowed");
    if (p.dialect != nullptr) p.dialect->parameter(p, parameter);
    result.push_back(parameter);
    if (!p.take_if(",")) break;
    if (p.next_is(")")) p.fail_here("a parameter is missing after ','");
  }
  p.expect(")", "after the parameters");
  return result;
}

std::uint64_t array_length(Parser& p) {
  Expr* expr = parse_assignment(p);
  if (!expr->type->is_integer())
    p.context.fail(expr->range,
                   fmt::format("the length of an array must be an integer, not {}", to_string(*expr->type)));
  const auto length = integer_constant(expr);
  if (!length)
    p.context.fail(expr->range,
                   "variable-length arrays are not supported; the length must be a constant expression");
  const bool negative = expr->type->is_signed() && static_cast<std::int64_t>(*length) < 0;
  if (negative || *length > kLargestObject)
    p.context.fail(expr->range, "the length of this array is negative or too large");
  return *length;
}

QualifiedType array_suffix(Parser& p, const QualifiedType& element) {
  const NestingLevel guard = p.enter_nesting();
  const SourceRange open = p.take().range;
  while (p.take_if("const") || p.take_if("restrict") || p.take_if("static") || p.take_if("volatile")) {
  }
  const bool has_length = !p.next_is("]");
  const std::uint64_t length = has_length ? array_length(p) : 0;
  const SourceRange range = join(open, p.expect("]", "after the array's length").range);
  QualifiedType result = p.next_is("[") ? array_suffix(p, element) : element;
  const Type* type = result.type;
  if (type->is_function() || type->is_void() || (!type->complete && !type->is_record()))
    p.context.fail(range, fmt::format("arrays of {} are not allowed", to_string(*type)));
  if (!type->complete) p.context.fail(range, fmt::format("{} is declared but not defined", to_string(*type)));
  if (has_length && type->size > 0 && length > kLargestObject / type->size)
    p.context.fail(range, "this array is larger than 4 GiB");
  result.type = has_length ? p.context.types.array(type, length) : p.context.types.unsized_array(type);
  check_depth(p, *result.type, range);
  return result;
}

// suffix = "(" parameters ")" | { "[" [length] "]" }
void declarator_suffix(Parser& p, Declarator& result) {
  if (p.next_is("(") && !(p.dialect != nullptr && p.dialect->begins_values(p))) {
    result.parameters = parameter_list(p, result.is_variadic);
    result.is_function = true;
    if (p.dialect != nullptr) p.dialect->after_parameters(p, result);
    std::vector<const Type*> types;
    for (const ParameterDecl& parameter : result.parameters) types.push_back(parameter.type.type);
    if (result.type.type->is_array() || result.type.type->is_function())
      p.context.fail(result.range, "a function cannot return an array or a function");
    if (result.type.type->is_image()) p.context.fail(result.range, "a function cannot return an image");
    result.type.type = p.context.types.function(result.type.type, std::move(types));
    check_depth(p, *result.type.type, result.range);
    if (p.next_is("[")) p.fail_here("arrays of functions are not allowed");
    return;
  }
  if (p.next_is("[")) result.type = array_suffix(p, result.type);
}

}  // namespace

// declarator = pointers ( "(" declarator ")" | [name] ) suffix attributes
Declarator parse_declarator(Parser& p, QualifiedType base) {
  const NestingLevel guard = p.enter_nesting();
  Declarator result;
  result.range = p.peek().range;
  pointers(p, base);
  result.is_reference = p.dialect != nullptr && p.dialect->reference(p);
  parse_attributes(p, result.attributes);
  // "(" starts a nested declarator, unless it starts the parameter list of an abstract declarator.
  const bool nested = p.next_is("(") && !p.peek(1).is(")") && !starts_type(p, p.peek(1));
  if (nested) {
    // The inner declarator applies to the type that the suffix after it derives from the base type.
    const std::size_t inner = p.position() + 1;
    p.skip_parentheses();
    result.type = base;
    declarator_suffix(p, result);
    const bool inner_is_pointer = p.token_at(inner).is("*");
    if (result.is_function && inner_is_pointer)
      p.context.fail(p.token_at(inner).range, "function pointers are not supported");
    const std::size_t end = p.position();
    p.go_to(inner);
    const bool is_function = result.is_function;
    const bool is_variadic = result.is_variadic;
    std::vector<ParameterDecl> parameters = std::move(result.parameters);
    result = parse_declarator(p, result.type);
    if (is_function) {
      result.is_function = true;
      result.is_variadic = is_variadic;
      result.parameters = std::move(parameters);
    }
    p.expect(")", "after this declarator");
    p.go_to(end);
    return result;
  }
  if (p.dialect != nullptr && p.dialect->declarator_name(p, result)) {
  } else if (p.peek().is_identifier()) {
    result.range = p.peek().range;
    result.name = p.take().text;
  }
  result.type = base;
  declarator_suffix(p, result);
  parse_attributes(p, result.attributes);
  if (p.next_is("asm") || p.next_is("__asm__") || p.next_is("__asm"))
    p.fail_here("inline assembly is not supported");
  apply_vector_attribute(p, result.type, result.attributes, result.range);
  check_depth(p, *result.type.type, result.range);
  return result;
}

// type-name = specifiers abstract-declarator
QualifiedType parse_type_name(Parser& p) {
  const Specifiers specified = parse_specifiers(p);
  const Declarator declared = parse_declarator(p, specified.type);
  if (!declared.name.empty()) p.context.fail(declared.range, "a type without a name is expected here");
  return declared.type;
}

}  // namespace lockstep::sim::language
