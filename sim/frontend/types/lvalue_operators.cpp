// Checks operators on lvalues: assignment, increment, address and indirection.
#include <fmt/format.h>

#include <algorithm>

#include "sim/frontend/types/constant.hpp"
#include "sim/frontend/types/conversion.hpp"
#include "sim/frontend/types/operators.hpp"

namespace lockstep::sim::language {
namespace {

bool has_repeated_component(const Expr* expr) {
  if (expr->kind != ExprKind::swizzle) return false;
  std::vector<std::uint8_t> components = expr->components;
  std::ranges::sort(components);
  return std::ranges::adjacent_find(components) != components.end();
}

void check_assignable(Context& context, const Expr* target, const SourceRange& op_range) {
  if (!target->is_lvalue) context.fail(op_range, "the left side is not an lvalue and cannot be assigned");
  if (target->space == AddressSpace::constant) context.fail(op_range, "constant memory cannot be written");
  if (target->is_const) context.fail(op_range, "this is const and cannot be assigned");
  if (target->type->is_array()) context.fail(op_range, "an array cannot be assigned; assign its elements");
  if (has_repeated_component(target)) context.fail(op_range, "a component appears twice on the left side");
}

Expr* lvalue_node(Context& context, ExprKind kind, const Type* type, const SourceRange& range,
                  std::vector<Expr*> operands, const Type* pointer) {
  Expr* expr = new_expr(context, kind, type, range, std::move(operands));
  expr->is_lvalue = true;
  expr->space = pointer->space;
  expr->is_const = pointer->pointee_const || pointer->space == AddressSpace::constant;
  expr->is_volatile = pointer->pointee_volatile;
  return expr;
}

// Returns the pointee of a pointer; fails if the pointee cannot be accessed.
const Type* readable_pointee(Context& context, const Expr* pointer, const SourceRange& range) {
  const Type* pointee = pointer->type->element;
  if (pointee->is_void()) context.fail(range, "a void* cannot be dereferenced; cast it first");
  if (pointee->is_function()) context.fail(range, "function pointers are not supported");
  if (!pointee->complete)
    context.fail(range, fmt::format("{} is declared but not defined", to_string(*pointee)));
  return pointee;
}

// Creates v[i], a common compiler extension. If the index is constant, creates a swizzle.
Expr* vector_subscript(Context& context, Expr* base, Expr* index, const SourceRange& range) {
  const auto constant = integer_constant(index);
  if (constant && *constant >= base->type->count)
    context.fail(index->range, fmt::format("{} has no component {}", to_string(*base->type), *constant));
  std::vector<Expr*> operands = {base};
  if (!constant) operands.push_back(convert_arithmetic(context, index, context.types.long_type()));
  Expr* expr = new_expr(context, constant ? ExprKind::swizzle : ExprKind::component, base->type->element,
                        range, std::move(operands));
  if (constant) expr->components = {static_cast<std::uint8_t>(*constant)};
  expr->is_lvalue = base->is_lvalue;
  expr->space = base->space;
  expr->is_const = base->is_const;
  expr->is_volatile = base->is_volatile;
  return expr;
}

}  // namespace

Expr* make_assign(Context& context, Expr* target, Expr* value, const SourceRange& op_range) {
  check_assignable(context, target, op_range);
  value = convert(context, value, target->type, "this assignment");
  Expr* expr =
      new_expr(context, ExprKind::assign, target->type, join(target->range, value->range), {target, value});
  expr->operator_range = op_range;
  return expr;
}

Expr* make_compound_assign(Context& context, BinaryOp op, Expr* target, Expr* value,
                           const SourceRange& op_range) {
  check_assignable(context, target, op_range);
  // The plain operator checks and converts the operands. Its left operand has the type in which the value
  // is computed.
  const Expr* plain = make_binary(context, op, target, value, op_range);
  const Type* type = target->type;
  const bool changes_shape = plain->type->count != type->count ||
                             plain->kind == ExprKind::pointer_difference ||
                             plain->type->is_pointer() != type->is_pointer();
  if (changes_shape)
    context.fail(op_range, fmt::format("'{}=' cannot assign {} to {}", spelling(op), to_string(*plain->type),
                                       to_string(*type)));
  Expr* expr = new_expr(context, ExprKind::compound_assign, type, join(target->range, value->range),
                        {target, plain->operands[1]});
  expr->binary_op = op;
  expr->compute_type = plain->operands[0]->type;
  expr->operator_range = op_range;
  return expr;
}

Expr* make_increment(Context& context, Expr* target, bool is_decrement, bool is_prefix,
                     const SourceRange& op_range) {
  check_assignable(context, target, op_range);
  const Type* type = target->type;
  if (!type->is_scalar() && !type->is_vector())
    context.fail(op_range, fmt::format("{} cannot be incremented or decremented", to_string(*type)));
  if (type->is_pointer()) readable_pointee(context, target, op_range);
  Expr* expr = new_expr(context, ExprKind::increment, type, join(target->range, op_range), {target});
  expr->is_decrement = is_decrement;
  expr->is_prefix = is_prefix;
  expr->operator_range = op_range;
  return expr;
}

Expr* make_address_of(Context& context, Expr* operand, const SourceRange& op_range) {
  const SourceRange range = join(op_range, operand->range);
  if (operand->type->is_function()) context.fail(range, "function pointers are not supported");
  if (!operand->is_lvalue) context.fail(op_range, "only an object in memory has an address");
  if (operand->kind == ExprKind::swizzle || operand->kind == ExprKind::component)
    context.fail(op_range, "a component of a vector has no address");
  mark_address_taken(operand);
  const bool is_const = operand->is_const && operand->space != AddressSpace::constant;
  const Type* type = context.types.pointer(operand->type, operand->space, is_const, operand->is_volatile);
  Expr* expr = new_expr(context, ExprKind::address_of, type, range, {operand});
  expr->operator_range = op_range;
  return expr;
}

Expr* make_deref(Context& context, Expr* operand, const SourceRange& op_range) {
  Expr* pointer = value_of(context, operand);
  if (!pointer->type->is_pointer())
    context.fail(op_range, fmt::format("'*' needs a pointer, not {}", to_string(*pointer->type)));
  const Type* pointee = readable_pointee(context, pointer, op_range);
  Expr* expr = lvalue_node(context, ExprKind::deref, pointee, join(op_range, pointer->range), {pointer},
                           pointer->type);
  expr->operator_range = op_range;
  return expr;
}

Expr* make_subscript(Context& context, Expr* base, Expr* index, const SourceRange& close) {
  const SourceRange range = join(base->range, close);
  base = value_of(context, base);
  index = value_of(context, index);
  if (index->type->is_pointer()) std::swap(base, index);
  if (!index->type->is_integer())
    context.fail(index->range, fmt::format("an index must be an integer, not {}", to_string(*index->type)));
  if (base->type->is_vector()) return vector_subscript(context, base, index, range);
  if (!base->type->is_pointer())
    context.fail(base->range,
                 fmt::format("'[]' needs an array or a pointer, not {}", to_string(*base->type)));
  const Type* element = readable_pointee(context, base, base->range);
  index = convert_arithmetic(context, index, context.types.long_type());
  return lvalue_node(context, ExprKind::index, element, range, {base, index}, base->type);
}

}  // namespace lockstep::sim::language
