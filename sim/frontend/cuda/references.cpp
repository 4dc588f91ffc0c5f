#include "sim/frontend/cuda/references.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/frontend/tree/effects.hpp"
#include "sim/frontend/types/conversion.hpp"
#include "sim/frontend/types/operators.hpp"

namespace lockstep::sim::language::cuda {
namespace {

// Returns the address of a component such as v.x, which is an object in CUDA C++: the vector's address plus
// the component's offset.
Expr* component_address(Context& context, Expr* value, const Type* pointer) {
  Expr* whole = make_address_of(context, value->operands[0], value->range);
  const Type* element = context.types.pointer(value->type, whole->type->space, whole->type->pointee_const);
  Expr* first = cast_node(context, CastKind::none, element, whole);
  Expr* number = integer_literal(context, value->components[0], context.types.long_type(), value->range);
  Expr* address = new_expr(context, ExprKind::pointer_offset, element, value->range, {first, number});
  address->binary_op = BinaryOp::add;
  return cast_node(context, CastKind::none, pointer, address);
}

// Returns whether the value is c ? a : b with two objects a and b; its result is one of these objects.
bool is_choice_of_objects(const Expr& value, const Type* type) {
  if (value.kind != ExprKind::conditional) return false;
  return std::all_of(value.operands.begin() + 1, value.operands.end(),
                     [&](const Expr* one) { return one->is_lvalue && one->type == type; });
}

// Returns whether the value is an assignment such as a = b, which refers to the object a. The expression a is
// then used twice, so its evaluation must have no side effects.
bool is_assigned_object(const Expr& value) {
  const bool assigns = value.kind == ExprKind::assign || value.kind == ExprKind::compound_assign ||
                       (value.kind == ExprKind::increment && value.is_prefix);
  return assigns && value.operands[0]->is_lvalue && effect_of(*value.operands[0]).empty();
}

}  // namespace

QualifiedType reference_type(Context& context, const QualifiedType& referred) {
  return {.type = context.types.pointer(referred.type, context.default_pointee_space(), referred.is_const,
                                        referred.is_volatile),
          .space = std::nullopt};
}

Expr* temporary(Context& context, Expr* value, const SourceRange& range) {
  VariableDecl* variable =
      new_variable(context, "", {.type = value->type, .space = std::nullopt}, Storage::private_, range);
  variable->init = value;
  context.function->variables.push_back(variable);
  Expr* expr = new_expr(context, ExprKind::compound_literal, value->type, range);
  put_above(context, *expr, value->height);
  expr->variable = variable;
  expr->is_lvalue = true;
  return expr;
}

Expr* bound_reference(Context& context, Expr* value, const Type* pointer) {
  const Type* wanted = pointer->element;
  if (is_choice_of_objects(*value, wanted))
    return new_expr(context, ExprKind::conditional, pointer, value->range,
                    {value->operands[0], bound_reference(context, value->operands[1], pointer),
                     bound_reference(context, value->operands[2], pointer)});
  if (is_assigned_object(*value) && value->type == wanted)
    return make_comma(context, value, bound_reference(context, value->operands[0], pointer));
  const bool is_component = value->kind == ExprKind::swizzle && value->components.size() == 1;
  if (value->is_lvalue && value->type == wanted && (!value->is_const || pointer->pointee_const))
    return is_component
               ? component_address(context, value, pointer)
               : cast_node(context, CastKind::none, pointer, make_address_of(context, value, value->range));
  if (!pointer->pointee_const)
    context.fail(value->range,
                 fmt::format("a reference to {} needs a non-const variable of that type, not {}",
                             to_string(*wanted), to_string(*value->type)));
  Expr* copy = temporary(context, convert(context, value, wanted, "this reference"), value->range);
  return cast_node(context, CastKind::none, pointer, make_address_of(context, copy, value->range));
}

}  // namespace lockstep::sim::language::cuda
