// Warns about assignments in conditions, shift counts that are too large, and unused results.
#include <fmt/format.h>

#include <algorithm>

#include "sim/frontend/types/constant.hpp"
#include "sim/frontend/types/operators.hpp"
#include "sim/frontend/warnings/walk.hpp"
#include "sim/frontend/warnings/warnings.hpp"

namespace lockstep::sim::language {
namespace {

// Returns whether the expression is in parentheses, which are part of its range.
bool is_in_parentheses(const Expr& expr) {
  return expr.range != join(expr.operands.front()->range, expr.operands.back()->range);
}

void check_condition(Context& context, const Expr* condition) {
  if (condition == nullptr) return;
  const Expr& asked = written(*condition);
  if (asked.kind == ExprKind::logical_and || asked.kind == ExprKind::logical_or) return;
  if (asked.kind != ExprKind::assign || is_in_parentheses(asked)) return;
  context.diagnostics.warn(asked.range,
                           "this condition assigns; write == to compare, or a second pair of parentheses "
                           "if the assignment is meant",
                           "parentheses");
}

void check_shift(Context& context, const Expr& expr) {
  const bool shifts = expr.kind == ExprKind::binary || expr.kind == ExprKind::compound_assign;
  if (!shifts || (expr.binary_op != BinaryOp::shl && expr.binary_op != BinaryOp::shr)) return;
  const Type* type = expr.kind == ExprKind::binary ? expr.type : expr.compute_type;
  if (type == nullptr || !type->scalar()->is_integer()) return;
  const Expr& count = *expr.operands[1];
  const auto constant = evaluate(&written(count));
  if (!constant || constant->base || !written(count).type->scalar()->is_integer()) return;
  const std::uint64_t width = 8 * type->scalar()->size;
  const bool is_signed = written(count).type->scalar()->is_signed();
  for (const std::uint64_t bits : constant->components) {
    const auto value = static_cast<std::int64_t>(bits);
    const bool is_negative = is_signed && value < 0;
    if (!is_negative && bits < width) continue;
    const std::string number = is_negative ? std::to_string(value) : std::to_string(bits);
    const bool fits_long = !is_negative && bits < 64;
    return context.diagnostics.warn(
        expr.range,
        fmt::format("{} is shifted by {}, but has {} bits, so OpenCL C shifts by {}{}", to_string(*type),
                    number, width, bits & (width - 1),
                    fits_long ? "; convert it to long or ulong first" : ""),
        is_negative ? "shift-count-negative" : "shift-count-overflow");
  }
}

bool has_effect(const Expr& expr) {
  if (expr.type->is_void()) return true;
  switch (expr.kind) {
    case ExprKind::assign:
    case ExprKind::compound_assign:
    case ExprKind::increment:
    case ExprKind::call:
    case ExprKind::statement_expression:
      return true;
    case ExprKind::special:
      return special_effect(expr.special) == SpecialEffect::acts;
    case ExprKind::logical_and:
    case ExprKind::logical_or:
    case ExprKind::comma:
      return has_effect(*expr.operands[1]);
    case ExprKind::conditional:
      return has_effect(*expr.operands[1]) || has_effect(*expr.operands[2]);
    case ExprKind::cast:
      return expr.cast_kind == CastKind::to_void || has_effect(*expr.operands[0]);
    default:
      return expr.is_lvalue && expr.is_volatile;
  }
}

// Warns about float4 v = (0, 1, 2, 3), which gives all components one number although a number for each
// component is written.
void check_comma_vector(Context& context, const Expr& expr) {
  if (expr.kind != ExprKind::cast || expr.cast_kind != CastKind::splat) return;
  const Expr& list = uncast(expr);
  if (list.kind != ExprKind::comma || has_effect(*list.operands[0])) return;
  context.diagnostics.warn(
      list.range,
      fmt::format("the comma operator gives the last value, which becomes all components; write ({})(…) for "
                  "a vector of these values",
                  to_string(*expr.type)),
      "comma");
}

void check_unused(Context& context, const Expr* expr) {
  if (expr == nullptr) return;
  if (expr->kind == ExprKind::comma) {
    check_unused(context, expr->operands[0]);
    return check_unused(context, expr->operands[1]);
  }
  const Expr& value = written(*expr);
  const bool is_referred =
      value.kind == ExprKind::deref && value.is_implicit;  // the result of a call that returns a reference
  if (has_effect(is_referred ? *value.operands[0] : value)) return;
  const bool is_equality = value.kind == ExprKind::binary && value.binary_op == BinaryOp::equal;
  const bool is_call = value.kind == ExprKind::builtin || value.kind == ExprKind::special;
  if (is_equality)
    return context.diagnostics.warn(value.range, "this comparison has no effect; write = to assign",
                                    "unused-comparison");
  context.diagnostics.warn(
      value.range,
      is_call
          ? "the result of this function is not used, and the function has no other effect; assign the result"
          : "the result of this expression is not used; assign the result or remove the expression",
      "unused-value");
}

// Checks a statement. The step of a for loop and the left side of a comma operator count as statements, too.
void check_statement(Context& context, const Stmt& statement) {
  switch (statement.kind) {
    case StmtKind::if_:
    case StmtKind::while_:
    case StmtKind::do_:
      return check_condition(context, statement.expr);
    case StmtKind::for_:
      check_condition(context, statement.expr);
      return check_unused(context, statement.step);
    case StmtKind::expression:
      return check_unused(context, statement.expr);
    default:
      return;
  }
}

}  // namespace

void warn_about_expressions(Context& context, const FunctionDecl& function) {
  walk(
      function.body, [&](const Stmt& statement) { check_statement(context, statement); },
      [&](const Expr& expr) {
        check_shift(context, expr);
        check_comma_vector(context, expr);
        if (expr.kind == ExprKind::conditional) check_condition(context, expr.operands[0]);
      });
}

}  // namespace lockstep::sim::language
