#include "sim/frontend/tree/effects.hpp"

namespace lockstep::sim::language {
namespace {

bool is_harmless(Special special) {
  return special_effect(special) == SpecialEffect::computes ||
         special_effect(special) == SpecialEffect::reads;
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
      return "it contains a string";
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
