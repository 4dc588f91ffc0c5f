// Checks unary, binary, conditional and comma operators on values.
#include "sim/frontend/types/operators.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sim/frontend/types/conversion.hpp"

namespace lockstep::sim::language {
namespace {

constexpr std::array<std::string_view, 18> kSpellings = {"*", "/", "%",  "+", "-",  "<<", ">>", "&",  "^",
                                                         "|", "<", "<=", ">", ">=", "==", "!=", "&&", "||"};

[[noreturn]] void refuse(Context& context, std::string_view op, const Expr* left, const Expr* right,
                         const SourceRange& op_range) {
  std::string hint;
  if (left->type->is_vector() && right->type->is_vector()) {
    hint = left->type->count == right->type->count ? fmt::format("; use convert_{}()", to_string(*left->type))
                                                   : "; the vectors have different lengths";
  }
  context.fail(op_range, fmt::format("'{}' cannot be applied to {} and {}{}", op, to_string(*left->type),
                                     to_string(*right->type), hint));
}

bool needs_integers(BinaryOp op) {
  return op == BinaryOp::rem || op == BinaryOp::shl || op == BinaryOp::shr || op == BinaryOp::bit_and ||
         op == BinaryOp::bit_or || op == BinaryOp::bit_xor;
}

Expr* binary_node(Context& context, BinaryOp op, const Type* type, Expr* left, Expr* right,
                  const SourceRange& op_range) {
  Expr* expr = new_expr(context, ExprKind::binary, type, join(left->range, right->range), {left, right});
  expr->binary_op = op;
  expr->operator_range = op_range;
  return expr;
}

// Returns the type of a comparison's result: int for scalars; for vectors, signed integers with the size of
// the operands' components.
const Type* truth_type(Context& context, const Type* operand) {
  if (!operand->is_vector()) return context.types.int_type();
  return context.types.vector(context.types.signed_of_size(operand->element->size), operand->count);
}

Expr* offset_pointer(Context& context, BinaryOp op, Expr* pointer, Expr* count, const SourceRange& op_range) {
  if (pointer->type->element->size == 0 && !pointer->type->element->is_void())
    context.fail(op_range,
                 fmt::format("arithmetic on {} is not possible, because the size of the pointee is not known",
                             to_string(*pointer->type)));
  Expr* index = convert_arithmetic(context, count, context.types.long_type());
  Expr* expr = new_expr(context, ExprKind::pointer_offset, pointer->type, join(pointer->range, count->range),
                        {pointer, index});
  expr->binary_op = op;
  expr->operator_range = op_range;
  return expr;
}

Expr* compare_pointers(Context& context, BinaryOp op, Expr* left, Expr* right, const SourceRange& op_range) {
  if (left->type->is_pointer() && is_null_constant(right))
    right = integer_literal(context, 0, left->type, right->range);
  else if (right->type->is_pointer() && is_null_constant(left))
    left = integer_literal(context, 0, right->type, left->range);
  if (!left->type->is_pointer() || !right->type->is_pointer()) {
    if (!left->type->is_scalar() || !right->type->is_scalar())
      refuse(context, spelling(op), left, right, op_range);
    context.diagnostics.warn(op_range, "a pointer is compared with an integer", "pointer-integer-compare");
    const Type* pointer = left->type->is_pointer() ? left->type : right->type;
    left = left->type->is_pointer() ? left : explicit_cast(context, pointer, left, left->range);
    right = right->type->is_pointer() ? right : explicit_cast(context, pointer, right, right->range);
  }
  return binary_node(context, op, context.types.int_type(), left, right, op_range);
}

Expr* combine_pointers(Context& context, BinaryOp op, Expr* left, Expr* right, const SourceRange& op_range) {
  if (is_comparison(op)) return compare_pointers(context, op, left, right, op_range);
  const bool adds = op == BinaryOp::add;
  if ((adds || op == BinaryOp::sub) && left->type->is_pointer() && right->type->is_integer())
    return offset_pointer(context, op, left, right, op_range);
  if (adds && left->type->is_integer()) {
    Expr* expr = offset_pointer(context, op, right, left, op_range);
    return expr;
  }
  if (op != BinaryOp::sub || !left->type->is_pointer() || !right->type->is_pointer() ||
      left->type->element != right->type->element)
    refuse(context, spelling(op), left, right, op_range);
  if (left->type->element->size == 0 && !left->type->element->is_void())
    context.fail(op_range, "the size of the pointee of these pointers is not known");
  Expr* expr = new_expr(context, ExprKind::pointer_difference, context.types.long_type(),
                        join(left->range, right->range), {left, right});
  expr->operator_range = op_range;
  return expr;
}

Expr* shift(Context& context, BinaryOp op, Expr* left, Expr* right, const SourceRange& op_range) {
  const Type* type = left->type->is_vector() ? left->type : promoted(context, left->type);
  if (right->type->is_vector() && right->type->count != type->count)
    refuse(context, spelling(op), left, right, op_range);
  left = convert_arithmetic(context, left, type);
  // A shift uses only the low bits of the count, and the conversion does not change them.
  right = convert_arithmetic(context, right, type);
  return binary_node(context, op, type, left, right, op_range);
}

const Type* pointer_arms(Context& context, Expr*& then, Expr*& other, const SourceRange& op_range) {
  if (is_null_constant(other)) other = integer_literal(context, 0, then->type, other->range);
  if (is_null_constant(then)) then = integer_literal(context, 0, other->type, then->range);
  if (!then->type->is_pointer() || !other->type->is_pointer()) refuse(context, "?:", then, other, op_range);
  // For two pointers to the same type, the result has the qualifiers of both pointees.
  const Type* a = then->type;
  const Type* b = other->type;
  const Type* pointee = a->element->is_void() ? a->element : b->element->is_void() ? b->element : a->element;
  const AddressSpace space = a->space == b->space ? a->space : AddressSpace::generic;
  const Type* type = context.types.pointer(pointee, space, a->pointee_const || b->pointee_const,
                                           a->pointee_volatile || b->pointee_volatile);
  then = convert(context, then, type, "this ?:");
  other = convert(context, other, type, "this ?:");
  return type;
}

// Returns the common type of the arms if the condition is a vector. Scalar arms are not promoted, because
// they become components.
const Type* unpromoted_arms(Context& context, Expr*& then, Expr*& other) {
  const Type* type = context.types.basic(std::max(then->type->kind, other->type->kind));
  then = convert_arithmetic(context, then, type);
  other = convert_arithmetic(context, other, type);
  return type;
}

// Returns the rank of a scalar type beside a vector. Integers are ranked by size; for equal sizes, unsigned
// types rank above signed types. Floating-point types rank above all integers.
int rank_beside_vector(const Type* type) {
  return 2 * static_cast<int>(type->kind) + (type->is_floating() ? 100 : 0);
}

// Checks a scalar operand of a vector operation. It is converted to the element type, which must not have a
// lower rank (OpenCL C specification, Section 6.2.6).
void check_rank(Context& context, const Expr* vector, const Expr* scalar, const SourceRange& op_range,
                std::string_view op) {
  const Type* element = vector->type->element;
  if (rank_beside_vector(scalar->type) <= rank_beside_vector(element)) return;
  context.fail(op_range,
               fmt::format("'{}' cannot be applied to {} and {}: the scalar's rank is greater than that of "
                           "the vector's components; write ({}) before the scalar",
                           op, to_string(*vector->type), to_string(*scalar->type), to_string(*element)));
}

}  // namespace

std::string_view spelling(BinaryOp op) { return kSpellings[static_cast<std::size_t>(op)]; }

const Type* unify(Context& context, Expr*& left, Expr*& right, const SourceRange& op_range,
                  std::string_view op) {
  const Type* a = left->type;
  const Type* b = right->type;
  const bool numbers = (a->is_vector() || a->is_arithmetic()) && (b->is_vector() || b->is_arithmetic());
  if (!numbers || (a->is_vector() && b->is_vector() && a != b)) refuse(context, op, left, right, op_range);
  if (a->is_vector() && !b->is_vector()) check_rank(context, left, right, op_range, op);
  if (b->is_vector() && !a->is_vector()) check_rank(context, right, left, op_range, op);
  const Type* type = a->is_vector() ? a : b->is_vector() ? b : common_type(context, a, b);
  left = convert_arithmetic(context, left, type);
  right = convert_arithmetic(context, right, type);
  return type;
}

Expr* make_unary(Context& context, std::string_view op, Expr* operand, const SourceRange& op_range) {
  Expr* value = value_of(context, operand);
  const Type* type = value->type;
  const bool is_number = type->is_arithmetic() || type->is_vector();
  const bool fits =
      op == "!" ? is_number || type->is_pointer() : is_number && (op != "~" || type->scalar()->is_integer());
  if (!fits) context.fail(op_range, fmt::format("'{}' cannot be applied to {}", op, to_string(*type)));
  const SourceRange range = join(op_range, value->range);
  if (op == "!") {
    Expr* expr = new_expr(context, ExprKind::unary, truth_type(context, type), range, {value});
    expr->unary_op = UnaryOp::logical_not;
    expr->operator_range = op_range;
    return expr;
  }
  if (!type->is_vector()) type = promoted(context, type);
  value = convert_arithmetic(context, value, type);
  if (op == "+") return value;
  const bool negates = op == "-";
  if (negates && value->kind == ExprKind::integer_literal)
    return integer_literal(context, 0 - value->integer, type, range);
  if (negates && value->kind == ExprKind::floating_literal)
    return floating_literal(context, -value->floating, type, range);
  Expr* expr = new_expr(context, ExprKind::unary, type, range, {value});
  expr->unary_op = negates ? UnaryOp::minus : UnaryOp::bit_not;
  expr->operator_range = op_range;
  return expr;
}

Expr* make_binary(Context& context, BinaryOp op, Expr* left, Expr* right, const SourceRange& op_range) {
  left = value_of(context, left);
  right = value_of(context, right);
  if (left->type->is_pointer() || right->type->is_pointer())
    return combine_pointers(context, op, left, right, op_range);
  const bool integers = left->type->scalar()->is_integer() && right->type->scalar()->is_integer();
  if (needs_integers(op) && !integers) refuse(context, spelling(op), left, right, op_range);
  const bool shifts = op == BinaryOp::shl || op == BinaryOp::shr;
  if (shifts && !left->type->is_vector() && right->type->is_vector())
    refuse(context, spelling(op), left, right, op_range);
  if (shifts) return shift(context, op, left, right, op_range);
  const Type* type = unify(context, left, right, op_range, spelling(op));
  if (is_comparison(op)) type = truth_type(context, type);
  return binary_node(context, op, type, left, right, op_range);
}

Expr* make_logical(Context& context, BinaryOp op, Expr* left, Expr* right, const SourceRange& op_range) {
  left = value_of(context, left);
  right = value_of(context, right);
  if (left->type->is_vector() || right->type->is_vector()) {
    const Type* type = unify(context, left, right, op_range, spelling(op));
    return binary_node(context, op, truth_type(context, type), left, right, op_range);
  }
  left = condition_of(context, left);
  right = condition_of(context, right);
  const ExprKind kind = op == BinaryOp::logical_and ? ExprKind::logical_and : ExprKind::logical_or;
  Expr* expr =
      new_expr(context, kind, context.types.int_type(), join(left->range, right->range), {left, right});
  expr->operator_range = op_range;
  return expr;
}

Expr* make_conditional(Context& context, Expr* condition, Expr* then, Expr* other,
                       const SourceRange& op_range) {
  condition = value_of(context, condition);
  then = value_of(context, then);
  other = value_of(context, other);
  const bool by_component = condition->type->is_vector();
  if (condition->type->is_floating())
    context.fail(condition->range, fmt::format("the condition of ?: cannot be {}; compare it with 0",
                                               to_string(*condition->type)));
  if (!by_component) condition = condition_of(context, condition);
  const Type* type = then->type;
  const auto is_component = [](const Expr* arm) {
    return arm->type->is_arithmetic() && !arm->type->is_bool();
  };
  if (then->type->is_pointer() || other->type->is_pointer())
    type = pointer_arms(context, then, other, op_range);
  else if (by_component && is_component(then) && is_component(other))
    type = unpromoted_arms(context, then, other);
  else if (by_component || then->type != other->type || promoted(context, type) != type)
    type = unify(context, then, other, op_range, "?:");
  if (by_component) {
    const Type* choice = condition->type;
    const Type* shape = context.types.vector(type->scalar(), choice->count);
    const bool fits = choice->element->is_integer() && choice->element->size == shape->element->size &&
                      (!type->is_vector() || type == shape);
    if (!fits)
      context.fail(op_range,
                   fmt::format("?: on {} needs a condition of integers of the same length and size, not {}",
                               to_string(*type), to_string(*choice)));
    then = convert_arithmetic(context, then, shape);
    other = convert_arithmetic(context, other, shape);
    type = shape;
  }
  const ExprKind kind = by_component ? ExprKind::vector_select : ExprKind::conditional;
  Expr* expr = new_expr(context, kind, type, join(condition->range, other->range), {condition, then, other});
  expr->operator_range = op_range;
  return expr;
}

Expr* make_comma(Context& context, Expr* left, Expr* right) {
  right = value_of(context, right);
  return new_expr(context, ExprKind::comma, right->type, join(left->range, right->range), {left, right});
}

}  // namespace lockstep::sim::language
