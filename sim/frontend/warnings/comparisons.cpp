// Warns about comparisons with unexpected results: signed numbers that are converted to unsigned, unsigned
// numbers that are compared with 0, and floating-point numbers that are compared for equality.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <vector>

#include "sim/frontend/types/constant.hpp"
#include "sim/frontend/warnings/walk.hpp"
#include "sim/frontend/warnings/warnings.hpp"

namespace lockstep::sim::language {
namespace {

bool is_ordering(BinaryOp op) { return op >= BinaryOp::less && op <= BinaryOp::greater_equal; }

// The values that the function stores in each of its variables, and the variables that it compares with -1, 0
// or 1.
struct Knowledge {
  using Values = std::multimap<const VariableDecl*, const Expr*>;
  Values values;
  std::set<const VariableDecl*> decremented;
  std::set<const VariableDecl*> compared_with_zero;
  std::vector<const Expr*> floating_orders;  // a < b and similar comparisons
};

bool is_small_constant(const Expr& expr) {
  const auto value = integer_constant(&expr);
  return value && *value + 1 <= 2;  // -1, 0 or 1
}

Knowledge knowledge_of(const FunctionDecl& function) {
  Knowledge known;
  const auto target = [](const Expr& expr) -> const VariableDecl* {
    return expr.operands[0]->kind == ExprKind::variable ? expr.operands[0]->variable : nullptr;
  };
  for (const VariableDecl* variable : function.variables)
    if (variable->init != nullptr) known.values.emplace(variable, variable->init);
  each_expression(function, [&](const Expr& expr) {
    if (expr.kind == ExprKind::assign) known.values.emplace(target(expr), expr.operands[1]);
    const bool subtracts = expr.kind == ExprKind::compound_assign && expr.binary_op == BinaryOp::sub;
    if (subtracts || (expr.kind == ExprKind::increment && expr.is_decrement))
      known.decremented.insert(target(expr));
    if (expr.kind != ExprKind::binary || !is_comparison(expr.binary_op)) return;
    if (is_ordering(expr.binary_op) && expr.operands[0]->type->scalar()->is_floating())
      known.floating_orders.push_back(&expr);
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
      const Expr& one = uncast(*expr.operands[side]);
      if (one.kind == ExprKind::variable && is_small_constant(*expr.operands[1 - side]))
        known.compared_with_zero.insert(one.variable);
    }
  });
  return known;
}

// Determines whether a signed value may be negative, as far as the code of this function shows. First, the
// class finds variables that may be negative: variables that are decremented, and then variables to which
// values of such variables are assigned.
class Negative {
 public:
  explicit Negative(const Knowledge& known) {
    std::multimap<const VariableDecl*, const Knowledge::Values::value_type*> receivers;
    std::vector<const VariableDecl*> waiting;
    const auto mark = [&](const VariableDecl* variable) {
      const bool may_be = variable != nullptr && variable->storage == Storage::private_ &&
                          !known.compared_with_zero.contains(variable);
      if (may_be && negative_.insert(variable).second) waiting.push_back(variable);
    };
    for (const VariableDecl* variable : known.decremented) mark(variable);
    for (const auto& given : known.values) {
      if (may_be(*given.second)) mark(given.first);
      walk(
          given.second, [](const Stmt&) {},
          [&](const Expr& part) {
            if (part.kind == ExprKind::variable) receivers.emplace(part.variable, &given);
          });
    }
    while (!waiting.empty()) {
      const auto [begin, end] = receivers.equal_range(waiting.back());
      waiting.pop_back();
      for (auto it = begin; it != end; ++it)
        if (may_be(*it->second->second)) mark(it->second->first);
    }
  }

  bool may_be(const Expr& expr) const {
    const Expr& value = uncast(expr);
    switch (value.kind) {
      case ExprKind::integer_literal:
        return value.type->is_signed() && static_cast<std::int64_t>(value.integer) < 0;
      case ExprKind::unary:
        return value.unary_op == UnaryOp::minus || value.unary_op == UnaryOp::bit_not;
      case ExprKind::binary:
        return of_binary(value);
      case ExprKind::conditional:
        return may_be(*value.operands[1]) || may_be(*value.operands[2]);
      case ExprKind::variable:
        return negative_.contains(value.variable);
      default:
        return false;
    }
  }

 private:
  bool of_binary(const Expr& expr) const {
    switch (expr.binary_op) {
      case BinaryOp::sub: {
        // If n is a parameter, n - 1 is assumed to be nonnegative, because kernels are not launched for n
        // = 0.
        const Expr& left = uncast(*expr.operands[0]);
        const bool is_parameter =
            left.kind == ExprKind::variable && left.variable->storage == Storage::parameter;
        return !(is_parameter && integer_constant(expr.operands[1])) && !is_query_of_size(left);
      }
      case BinaryOp::add:
      case BinaryOp::mul:
        return may_be(*expr.operands[0]) || may_be(*expr.operands[1]);
      case BinaryOp::div:
      case BinaryOp::rem:
        return may_be(*expr.operands[0]);
      default:
        return false;
    }
  }

  // Returns whether the expression is a size, because get_local_size(0) - 1 - t is a common index that
  // counts down.
  static bool is_query_of_size(const Expr& expr) {
    if (expr.kind == ExprKind::binary && expr.binary_op == BinaryOp::sub)
      return is_query_of_size(uncast(*expr.operands[0]));
    if (expr.kind != ExprKind::special || expr.special != Special::work_item) return false;
    return expr.query == WorkItemQuery::local_size || expr.query == WorkItemQuery::global_size ||
           expr.query == WorkItemQuery::num_groups;
  }

  std::set<const VariableDecl*> negative_;
};

void check_signs(Context& context, const Expr& expr, const Negative& negative) {
  const Type* type = expr.operands[0]->type;
  if (!type->is_integer() || !type->is_unsigned() || type->is_bool()) return;
  for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
    const Expr& value = written(*expr.operands[side]);
    if (&value == expr.operands[side] || !value.type->is_integer() || !value.type->is_signed()) continue;
    if (!negative.may_be(value)) continue;
    return context.diagnostics.warn(
        expr.range,
        fmt::format("{} is compared with {}: a negative number becomes a large number; convert the "
                    "unsigned side to {}",
                    to_string(*value.type), to_string(*written(*expr.operands[1 - side]).type),
                    type->size == 8 ? "long" : "int"),
        "sign-compare");
  }
}

void check_zero(Context& context, const Expr& expr) {
  const Type* type = expr.operands[0]->type;
  if (!is_ordering(expr.binary_op) || !type->is_integer() || !type->is_unsigned() || type->is_bool()) return;
  const auto is_zero = [&](std::size_t side) {
    const auto value = integer_constant(expr.operands[side]);
    return value && *value == 0;
  };
  const bool right = is_zero(1), left = is_zero(0);
  if (right == left) return;
  const bool always =
      right ? expr.binary_op == BinaryOp::greater_equal : expr.binary_op == BinaryOp::less_equal;
  const bool never = right ? expr.binary_op == BinaryOp::less : expr.binary_op == BinaryOp::greater;
  if (!always && !never) return;
  const Type& compared = *written(*expr.operands[right ? 0 : 1]).type;
  context.diagnostics.warn(
      expr.range,
      fmt::format("{} is never below 0, so this is always {}; use a signed type or a different condition",
                  to_string(compared.is_unsigned() ? compared : *type), always ? "true" : "false"),
      "tautological-unsigned-zero-compare");
}

// Returns whether the value is a constant that a few bits represent exactly: 0, 1, 0.5, INFINITY.
bool is_exact_literal(const Expr& expr) {
  const auto constant = evaluate(&expr);
  if (!constant || constant->base) return false;
  const Expr& value = uncast(expr);
  if (value.type->scalar()->is_integer()) return true;
  if (value.kind != ExprKind::floating_literal)
    return value.kind != ExprKind::unary || is_exact_literal(*value.operands[0]);
  return !std::isfinite(value.floating) || std::floor(value.floating * 1024) == value.floating * 1024;
}

bool is_same_variable(const Expr& left, const Expr& right) {
  return left.kind == ExprKind::variable && right.kind == ExprKind::variable &&
         left.variable == right.variable;
}

// Returns whether the value consists of bits that an atomic compare-exchange returned. A program compares
// them to find out whether the exchange succeeded.
bool is_of_compare_exchange(const Knowledge& known, const Expr& expr) {
  bool is_found = false;
  const auto look = [&](const Expr* value) {
    walk(
        value, [](const Stmt&) {},
        [&](const Expr& part) { is_found = is_found || is_compare_exchange(part); });
  };
  look(&expr);
  if (uncast(expr).kind == ExprKind::variable) {
    const auto [begin, end] = known.values.equal_range(uncast(expr).variable);
    for (auto it = begin; it != end; ++it) look(it->second);
  }
  return is_found;
}

// Returns whether two expressions consist of the same names, members, indices, constants and operators.
bool is_alike(const Expr& first, const Expr& second) {
  const Expr &a = uncast(first), &b = uncast(second);
  if (a.kind != b.kind || a.variable != b.variable || a.member != b.member || a.integer != b.integer ||
      a.floating != b.floating || a.components != b.components || a.function != b.function ||
      a.binary_op != b.binary_op || a.unary_op != b.unary_op || a.builtin != b.builtin ||
      a.special != b.special || a.query != b.query || a.operands.size() != b.operands.size())
    return false;
  return std::ranges::equal(a.operands, b.operands,
                            [](const Expr* one, const Expr* other) { return is_alike(*one, *other); });
}

// Returns whether the function also evaluates a < b for the same unmodified values. In this case, their
// equality is a tie, and the comparison is intended.
bool is_tie(const Knowledge& known, const Expr& left, const Expr& right) {
  return std::ranges::any_of(known.floating_orders, [&](const Expr* order) {
    const Expr &first = *order->operands[0], &second = *order->operands[1];
    return (is_alike(first, left) && is_alike(second, right)) ||
           (is_alike(first, right) && is_alike(second, left));
  });
}

void check_floating(Context& context, const Expr& expr, const Knowledge& known) {
  if (expr.binary_op != BinaryOp::equal && expr.binary_op != BinaryOp::not_equal) return;
  const Expr &left = *expr.operands[0], &right = *expr.operands[1];
  if (!left.type->scalar()->is_floating() || is_exact_literal(left) || is_exact_literal(right)) return;
  if (is_same_variable(left, right)) return;  // this comparison is a test for NaN
  if (is_tie(known, left, right)) return;
  if (is_of_compare_exchange(known, left) || is_of_compare_exchange(known, right)) return;
  context.diagnostics.warn(expr.range,
                           fmt::format("floating-point numbers are compared with {}, but most results are "
                                       "rounded; compare the distance fabs(a - b) with a bound",
                                       expr.binary_op == BinaryOp::equal ? "==" : "!="),
                           "float-equal");
}

}  // namespace

void warn_about_comparisons(Context& context, const FunctionDecl& function) {
  const Knowledge known = knowledge_of(function);
  const Negative negative(known);
  each_expression(function, [&](const Expr& expr) {
    if (expr.kind != ExprKind::binary || !is_comparison(expr.binary_op)) return;
    check_signs(context, expr, negative);
    check_zero(context, expr);
    check_floating(context, expr, known);
  });
}

}  // namespace lockstep::sim::language
