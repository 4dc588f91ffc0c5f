// Compiles the operators && || ?: which evaluate an operand only if it is needed. If an operand has no effect
// (no memory access, no call, no assignment, no division by a possible zero), it may also be evaluated when
// it is not needed, so the operator is compiled to plain arithmetic. Otherwise, the operator is compiled to a
// masked branch, which counts as a branch.
#include <algorithm>

#include "sim/bytecode/fold.hpp"
#include "sim/compiler/expressions/expressions.hpp"
#include "sim/compiler/expressions/extremum.hpp"
#include "sim/compiler/expressions/places.hpp"

namespace lockstep::sim::language {
namespace {

// Returns whether the value is always 0 or 1.
bool is_truth(const Expr& expr) {
  if (expr.type->is_bool()) return true;
  switch (expr.kind) {
    case ExprKind::logical_and:
    case ExprKind::logical_or:
      return true;
    case ExprKind::unary:
      return expr.unary_op == UnaryOp::logical_not;
    case ExprKind::binary:
      return is_comparison(expr.binary_op) && !expr.type->is_vector();
    case ExprKind::cast:
      return expr.cast_kind == CastKind::numeric && !expr.type->is_vector() && is_truth(*expr.operands[0]);
    default:
      return false;
  }
}

bool is_nonzero_constant(const Expr& expr) {
  if (expr.kind == ExprKind::cast) return is_nonzero_constant(*expr.operands[0]);
  return expr.kind == ExprKind::integer_literal && expr.integer != 0;
}

bool may_divide_by_zero(const Expr& expr) {
  return (expr.binary_op == BinaryOp::div || expr.binary_op == BinaryOp::rem) &&
         !expr.type->scalar()->is_floating() && !is_nonzero_constant(*expr.operands[1]);
}

bool is_pure_function(Special special) {
  return special_effect(special) == SpecialEffect::computes ||
         special_effect(special) == SpecialEffect::asks_lanes;
}

bool is_address_without_load(FunctionCompiler& f, const Expr& lvalue) {
  switch (lvalue.kind) {
    case ExprKind::variable:
    case ExprKind::string_literal:
      return true;
    case ExprKind::member:
    case ExprKind::swizzle:
      return lvalue.operands[0]->is_lvalue && is_address_without_load(f, *lvalue.operands[0]);
    case ExprKind::deref:
    case ExprKind::index:
      return std::ranges::all_of(lvalue.operands, [&](const Expr* e) { return is_free_of_effects(f, *e); });
    default:
      return false;
  }
}

}  // namespace

bool is_free_of_effects(FunctionCompiler& f, const Expr& expr) {
  const auto operands_are_free = [&] {
    return std::ranges::all_of(expr.operands, [&](const Expr* e) { return is_free_of_effects(f, *e); });
  };
  switch (expr.kind) {
    case ExprKind::integer_literal:
    case ExprKind::floating_literal:
      return true;
    case ExprKind::variable:
      return f.is_in_register(*expr.variable);
    case ExprKind::decay:
    case ExprKind::address_of:
      return is_address_without_load(f, *expr.operands[0]);
    case ExprKind::binary:
      return !may_divide_by_zero(expr) && operands_are_free();
    case ExprKind::swizzle:
    case ExprKind::component:
    case ExprKind::unary:
    case ExprKind::pointer_offset:
    case ExprKind::pointer_difference:
    case ExprKind::logical_and:
    case ExprKind::logical_or:
    case ExprKind::conditional:
    case ExprKind::vector_select:
    case ExprKind::comma:
    case ExprKind::cast:
    case ExprKind::vector_literal:
    case ExprKind::builtin:
      return operands_are_free();
    case ExprKind::special:
      return is_pure_function(expr.special) && operands_are_free();
    default:
      return false;
  }
}

Value logical(FunctionCompiler& f, const Expr& expr, Into into) {
  const bool is_and = expr.kind == ExprKind::logical_and;
  const Expr& left_expr = *expr.operands[0];
  const Expr& right_expr = *expr.operands[1];
  const auto truth = [&](const Expr& operand_expr, Into target = {}) {
    const Operand operand = scalar(f, operand_expr, is_truth(operand_expr) ? target : Into{});
    RangeScope range(f.code, operand_expr.range);
    return is_truth(operand_expr) ? operand : f.emit.not_zero(LaneType::int32, operand, target);
  };
  if (is_free_of_effects(f, right_expr)) {
    const Operand left = truth(left_expr);
    const Operand right = truth(right_expr);
    const Opcode op = is_and ? Opcode::bit_and : Opcode::bit_or;
    return {LaneType::int32, {f.emit.binary(op, LaneType::int32, left, right, into)}};
  }
  const FrameRegister result = f.emit.allocate();
  const Operand left = truth(left_expr, result);
  if (left.is_constant && (left.bits != 0) != is_and) return {LaneType::int32, {left}};
  if (left.is_constant) return {LaneType::int32, {truth(right_expr, into)}};
  f.emit.assign(result, LaneType::int32, left);
  const Operand outcome{false, result};
  {
    RangeScope range(f.code, left_expr.range);
    f.code.begin_if(is_and ? result : f.emit.unary(Opcode::logical_not, LaneType::int32, outcome).reg, true);
  }
  const Operand right = truth(right_expr, result);
  f.emit.assign(result, LaneType::int32, right);
  f.code.set_range(expr.operator_range);
  f.code.end_if();
  return {LaneType::int32, {outcome}};
}

Choice choose(FunctionCompiler& f, const Expr& expr, const std::function<void(const Expr&)>& arm) {
  const Operand chosen = scalar(f, *expr.operands[0]);
  const Choice choice{chosen, f.code.size() - 1};
  if (chosen.is_constant) {
    arm(*expr.operands[is_zero(LaneType::int32, chosen.bits) ? 2 : 1]);
    return choice;
  }
  {
    RangeScope range(f.code, expr.operands[0]->range);
    f.code.begin_if(chosen.reg, true);
  }
  arm(*expr.operands[1]);
  f.code.set_range(expr.operator_range);
  f.code.begin_else();
  arm(*expr.operands[2]);
  f.code.set_range(expr.operator_range);
  f.code.end_if();
  return choice;
}

void note_extremum(FunctionCompiler& f, const Choice& choice, Extremum extremum, FrameRegister value) {
  const Operand& condition = choice.condition;
  if (extremum == Extremum::none || condition.is_constant || choice.comparison >= f.code.size()) return;
  Draft& compared = f.code.drafts()[choice.comparison];
  const Opcode op = compared.instruction.op;
  const bool is_it = op >= Opcode::cmp_lt && op <= Opcode::cmp_ge && compared.dst == condition.reg;
  if (!is_it) return;
  Draft& there = f.code.drafts().back();
  compared.instruction.mode = there.instruction.mode = static_cast<std::uint8_t>(extremum);
  there.dst = value;
  there.a = condition.reg;
}

Value conditional(FunctionCompiler& f, const Expr& expr, Into into) {
  const Type& type = *expr.type;
  const LaneType lane = type.scalar()->lane_type();
  const Extremum extremum = extremum_of(*expr.operands[0], *expr.operands[1], *expr.operands[2]);
  if (type.is_void()) {
    choose(f, expr, [&](const Expr& arm) { discard(f, arm); });
    return {lane, {}};
  }
  if (is_free_of_effects(f, *expr.operands[1]) && is_free_of_effects(f, *expr.operands[2])) {
    const Operand chosen = scalar(f, *expr.operands[0]);
    if (chosen.is_constant)
      return compile_value(f, *expr.operands[is_zero(LaneType::int32, chosen.bits) ? 2 : 1], into);
    const Choice choice{chosen, f.code.size() - 1};
    const Value yes = compile_value(f, *expr.operands[1]);
    const Value no = compile_value(f, *expr.operands[2]);
    Value result{lane, {}};
    for (std::uint32_t i = 0; i < yes.components.size(); ++i) {
      const Into target = component_of(into, i);
      result.components.push_back(f.emit.select(lane, chosen, yes.components[i], no.components[i], target));
    }
    if (result.components.size() == 1 && f.code.drafts().back().instruction.op == Opcode::select)
      note_extremum(f, choice, extremum, result.components[0].reg);
    return result;
  }
  const unsigned count = component_count(type);
  const FrameRegister first = into ? *into : f.emit.allocate(count);
  std::vector<FrameRegister> targets;
  Value result{lane, {}};
  for (std::uint32_t i = 0; i < count; ++i) {
    targets.push_back({first.function, first.index + i});
    result.components.push_back({false, targets.back()});
  }
  const Choice choice =
      choose(f, expr, [&](const Expr& arm) { write_registers(f, targets, compile_value(f, arm, first)); });
  if (count == 1) note_extremum(f, choice, extremum, first);
  return result;
}

Operand top_bit(FunctionCompiler& f, const Type& type, const Operand& operand) {
  const LaneType lane = type.scalar()->lane_type();
  // The top bit is also the condition for unsigned vectors, so their components are treated as signed.
  const LaneType as_signed = lane == LaneType::uint8    ? LaneType::int8
                             : lane == LaneType::uint16 ? LaneType::int16
                             : lane == LaneType::uint32 ? LaneType::int32
                             : lane == LaneType::uint64 ? LaneType::int64
                                                        : lane;
  return f.emit.binary(Opcode::cmp_lt, as_signed, operand, Emitter::constant(as_signed, 0));
}

Value vector_select(FunctionCompiler& f, const Expr& expr, Into into) {
  const Value chosen = compile_value(f, *expr.operands[0]);
  const Value yes = compile_value(f, *expr.operands[1]);
  const Value no = compile_value(f, *expr.operands[2]);
  Value result{expr.type->scalar()->lane_type(), {}};
  for (std::uint32_t i = 0; i < yes.components.size(); ++i) {
    const Operand condition = top_bit(f, *expr.operands[0]->type, chosen.components[i]);
    const Into target = component_of(into, i);
    result.components.push_back(
        f.emit.select(result.type, condition, yes.components[i], no.components[i], target));
  }
  return result;
}

}  // namespace lockstep::sim::language
