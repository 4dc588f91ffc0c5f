#include "sim/frontend/tree/effects.hpp"

#include <algorithm>
#include <array>

namespace lockstep::sim::language {
namespace {

// Built-in functions that only compute or read.
bool is_harmless(Special special) {
  constexpr std::array kHarmless{Special::work_item, Special::select,  Special::any,      Special::all,
                                 Special::dot,       Special::cross,   Special::length,   Special::distance,
                                 Special::normalize, Special::shuffle, Special::shuffle2, Special::vload,
                                 Special::vload_half};
  return std::ranges::find(kHarmless, special) != kHarmless.end();
}

std::string own_effect(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::assign:
      return "= assigns; compare with ==";
    case ExprKind::compound_assign:
      return "it assigns";
    case ExprKind::increment:
      return expr.is_decrement ? "-- changes its operand" : "++ changes its operand";
    case ExprKind::statement_expression:
    case ExprKind::compound_literal:
      return "it declares variables";
    case ExprKind::string_literal:
      return "it has a string";
    case ExprKind::special:
      return is_harmless(expr.special) ? "" : "it calls a function that writes, waits or prints";
    default:
      return "";
  }
}

}  // namespace

std::string effect_of(const Expr& expr) {
  std::string effect = own_effect(expr);
  for (const Expr* operand : expr.operands)
    if (effect.empty()) effect = effect_of(*operand);
  return effect;
}

}  // namespace lockstep::sim::language
