#include "sim/compiler/expressions/extremum.hpp"

namespace lockstep::sim::language {
namespace {

// Removes conversions to a wider type, because comparisons give the same result before and after them.
const Expr& without_casts(const Expr& expr) {
  const Expr* inner = &expr;
  while (inner->kind == ExprKind::cast && inner->is_implicit && inner->cast_kind == CastKind::numeric)
    inner = inner->operands[0];
  return *inner;
}

bool is_less(BinaryOp op) { return op == BinaryOp::less || op == BinaryOp::less_equal; }
bool is_greater(BinaryOp op) { return op == BinaryOp::greater || op == BinaryOp::greater_equal; }

bool is_same_node(const Expr& one, const Expr& other) {
  switch (one.kind) {
    case ExprKind::integer_literal:
      return one.integer == other.integer;
    case ExprKind::variable:
      return one.variable == other.variable && !one.is_volatile;
    case ExprKind::member:
      return one.member == other.member;
    case ExprKind::swizzle:
      return one.components == other.components;
    case ExprKind::unary:
      return one.unary_op == other.unary_op;
    case ExprKind::binary:
    case ExprKind::pointer_offset:
      return one.binary_op == other.binary_op;
    case ExprKind::cast:
      return one.cast_kind == other.cast_kind && one.type == other.type;
    case ExprKind::special:
      return one.special == Special::work_item && other.special == Special::work_item &&
             one.query == other.query;
    case ExprKind::index:
    case ExprKind::deref:
      return !one.is_volatile;
    case ExprKind::decay:
    case ExprKind::address_of:
    case ExprKind::pointer_difference:
      return true;
    default:
      return false;
  }
}

// Returns whether both expressions have the same value when evaluated consecutively; false if they have
// side effects.
bool is_same_value(const Expr& first, const Expr& second) {
  const Expr& one = without_casts(first);
  const Expr& other = without_casts(second);
  if (one.kind != other.kind || one.operands.size() != other.operands.size() || !is_same_node(one, other))
    return false;
  for (std::size_t i = 0; i < one.operands.size(); ++i)
    if (!is_same_value(*one.operands[i], *other.operands[i])) return false;
  return true;
}

}  // namespace

Extremum extremum_of(const Expr& condition, const Expr& yes, const Expr& no) {
  const Expr& test = without_casts(condition);
  if (test.kind != ExprKind::binary || test.type->is_vector()) return Extremum::none;
  const bool less = is_less(test.binary_op);
  if (!less && !is_greater(test.binary_op)) return Extremum::none;
  const Expr& left = *test.operands[0];
  const Expr& right = *test.operands[1];
  if (is_same_value(left, yes) && is_same_value(right, no))
    return less ? Extremum::minimum : Extremum::maximum;
  if (is_same_value(left, no) && is_same_value(right, yes))
    return less ? Extremum::maximum : Extremum::minimum;
  return Extremum::none;
}

}  // namespace lockstep::sim::language
