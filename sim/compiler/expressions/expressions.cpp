// Compiles values: literals, operators and vectors. A vector operation performs the same operation on
// each component.
#include "sim/compiler/expressions/expressions.hpp"

#include "sim/bytecode/fold.hpp"
#include "sim/compiler/expressions/builtins.hpp"
#include "sim/compiler/expressions/places.hpp"
#include "sim/compiler/expressions/statement_expression.hpp"
#include "sim/frontend/types/constant.hpp"

namespace lockstep::sim::language {
namespace {

Value literal(const Expr& expr) {
  const LaneType type = expr.type->lane_type();
  if (expr.kind == ExprKind::integer_literal) return {type, {Emitter::constant(type, expr.integer)}};
  return {type, {{true, {}, bits_of_floating(type, expr.floating)}}};
}

Value unary(FunctionCompiler& f, const Expr& expr, Into into) {
  const Value operand = compile_value(f, *expr.operands[0]);
  Value result{expr.type->scalar()->lane_type(), {}};
  for (std::size_t i = 0; i < operand.components.size(); ++i) {
    const Into target = component_of(into, i);
    const Operand& a = operand.components[i];
    if (expr.unary_op == UnaryOp::logical_not) {
      const Into direct = expr.type->is_vector() ? Into{} : target;
      const Operand truth = f.emit.unary(Opcode::logical_not, operand.type, a, direct);
      result.components.push_back(truth_component(f, *expr.type, truth, target));
    } else {
      const Opcode op = expr.unary_op == UnaryOp::minus ? Opcode::neg : Opcode::bit_not;
      result.components.push_back(f.emit.unary(op, operand.type, a, target));
    }
  }
  return result;
}

Operand binary_component(FunctionCompiler& f, BinaryOp op, LaneType type, const Operand& a, const Operand& b,
                         Into into) {
  if (op != BinaryOp::logical_and && op != BinaryOp::logical_or)
    return f.emit.binary(opcode_of(op), type, a, b, into);
  const Operand left = f.emit.not_zero(type, a);
  return f.emit.binary(opcode_of(op), LaneType::int32, left, f.emit.not_zero(type, b), into);
}

Value binary(FunctionCompiler& f, const Expr& expr, Into into) {
  const bool is_sum = expr.binary_op == BinaryOp::add || expr.binary_op == BinaryOp::sub;
  if (is_sum && expr.type->scalar()->kind != TypeKind::half) {
    const Term left = term(f, *expr.operands[0]);
    const Term right =
        left.is_product() ? Term{compile_value(f, *expr.operands[1]), {}} : term(f, *expr.operands[1]);
    Value sum{expr.type->scalar()->lane_type(), {}};
    for (std::size_t i = 0; i < left.value.components.size(); ++i)
      sum.components.push_back(sum_component(f, expr.binary_op, left, right, i, component_of(into, i)));
    return sum;
  }
  const bool is_truth = is_comparison(expr.binary_op) || expr.binary_op == BinaryOp::logical_and ||
                        expr.binary_op == BinaryOp::logical_or;
  const Value left = compile_value(f, *expr.operands[0]);
  const Value right = compile_value(f, *expr.operands[1]);
  Value result{expr.type->scalar()->lane_type(), {}};
  for (std::size_t i = 0; i < left.components.size(); ++i) {
    const Into target = component_of(into, i);
    const bool ends_here = is_truth ? !expr.type->is_vector() : expr.type->scalar()->kind != TypeKind::half;
    const Operand outcome = binary_component(f, expr.binary_op, left.type, left.components[i],
                                             right.components[i], ends_here ? target : Into{});
    result.components.push_back(is_truth ? truth_component(f, *expr.type, outcome, target)
                                         : rounded(f, *expr.type, outcome, target));
  }
  return result;
}

Value pointer_difference(FunctionCompiler& f, const Expr& expr, Into into) {
  const Operand left = scalar(f, *expr.operands[0]);
  const Operand right = scalar(f, *expr.operands[1]);
  const std::uint64_t bytes = expr.operands[0]->type->element->size;
  if (bytes <= 1) return {LaneType::int64, {f.emit.binary(Opcode::sub, LaneType::int64, left, right, into)}};
  const Operand distance = f.emit.binary(Opcode::sub, LaneType::int64, left, right);
  const Operand size = Emitter::constant(LaneType::int64, bytes);
  return {LaneType::int64, {f.emit.binary(Opcode::div, LaneType::int64, distance, size, into)}};
}

Value vector_literal(FunctionCompiler& f, const Expr& expr, Into into) {
  Value result{expr.type->scalar()->lane_type(), {}};
  for (const Expr* operand : expr.operands) {
    const Value part = compile_value(f, *operand, component_of(into, result.components.size()));
    result.components.insert(result.components.end(), part.components.begin(), part.components.end());
  }
  return result;
}

Value value_of(FunctionCompiler& f, const Expr& expr, Into into) {
  switch (expr.kind) {
    case ExprKind::integer_literal:
    case ExprKind::floating_literal:
      return literal(expr);
    case ExprKind::decay:
    case ExprKind::address_of:
    case ExprKind::pointer_offset: {
      const Address address = pointer(f, expr, into);
      if (address.base == Address::Base::operand && address.offset == 0)
        return {LaneType::uint64, {address.operand}};
      return {LaneType::uint64, {{false, f.emit.address(address, into)}}};
    }
    case ExprKind::unary:
      return unary(f, expr, into);
    case ExprKind::binary:
      return binary(f, expr, into);
    case ExprKind::pointer_difference:
      return pointer_difference(f, expr, into);
    case ExprKind::logical_and:
    case ExprKind::logical_or:
      return logical(f, expr, into);
    case ExprKind::conditional:
      return conditional(f, expr, into);
    case ExprKind::vector_select:
      return vector_select(f, expr, into);
    case ExprKind::assign:
      return assign(f, expr);
    case ExprKind::compound_assign:
      return compound_assign(f, expr);
    case ExprKind::increment:
      return increment(f, expr, true);
    case ExprKind::comma:
      discard(f, *expr.operands[0]);
      return compile_value(f, *expr.operands[1], into);
    case ExprKind::cast:
      return cast(f, expr, into);
    case ExprKind::vector_literal:
      return vector_literal(f, expr, into);
    case ExprKind::statement_expression:
      return statement_expression(f, expr, into);
    case ExprKind::call:
      return call(f, expr, into);
    case ExprKind::builtin:
      return builtin(f, expr, into);
    case ExprKind::special:
      return special(f, expr, into);
    case ExprKind::swizzle:
      if (!expr.operands[0]->is_lvalue) {
        const Value whole = compile_value(f, *expr.operands[0]);
        Value chosen{whole.type, {}};
        for (std::uint8_t component : expr.components)
          chosen.components.push_back(whole.components[component]);
        return chosen;
      }
      break;
    default:
      break;
  }
  return read(f, locate_lvalue(f, expr), into);
}

}  // namespace

Value compile_value(FunctionCompiler& f, const Expr& expr, Into into) {
  RangeScope range(f.code, expr.range);
  return value_of(f, expr, into);
}

Operand scalar(FunctionCompiler& f, const Expr& expr, Into into) {
  return compile_value(f, expr, into).components.at(0);
}

FrameRegister condition(FunctionCompiler& f, const Expr& expr) {
  RangeScope range(f.code, expr.range);
  return f.emit.in_register(LaneType::int32, scalar(f, expr));
}

void discard(FunctionCompiler& f, const Expr& expr) {
  const std::uint32_t mark = f.emit.mark();
  RangeScope range(f.code, expr.range);
  if (expr.kind == ExprKind::increment)
    increment(f, expr, false);
  else if (expr.kind == ExprKind::assign && is_vector_copy(f, expr))
    copy_vector(f, expr);
  else if (expr.kind == ExprKind::cast && expr.cast_kind == CastKind::to_void)
    discard(f, *expr.operands[0]);
  else if (expr.kind == ExprKind::statement_expression && expr.type->is_void())
    statement_expression(f, expr, {});
  else if (expr.kind == ExprKind::comma)
    for (const Expr* operand : expr.operands) discard(f, *operand);
  else if (expr.type->is_record())
    record_address(f, expr);
  else if (expr.type->is_array())
    locate_lvalue(f, expr);
  else
    compile_value(f, expr);
  f.emit.release_to(mark);
}

Operand truth_component(FunctionCompiler& f, const Type& type, const Operand& truth, Into into) {
  if (!type.is_vector()) return truth;
  const LaneType lane = type.element->lane_type();
  return f.emit.unary(Opcode::neg, lane, f.emit.convert(lane, LaneType::int32, truth), into);
}

std::optional<std::uint64_t> literal_bits(const Expr& expr) {
  if (!expr.type->is_arithmetic() || expr.type->kind == TypeKind::half) return {};
  const LaneType lane = expr.type->lane_type();
  if (expr.kind == ExprKind::integer_literal) return bits_of_integer(lane, expr.integer);
  if (expr.kind == ExprKind::floating_literal) return bits_of_floating(lane, expr.floating);
  if (expr.operands.empty()) return {};
  const bool is_minus = expr.kind == ExprKind::unary && expr.unary_op == UnaryOp::minus;
  const bool is_cast = expr.kind == ExprKind::cast && expr.convert_mode == ConvertMode::c &&
                       (expr.cast_kind == CastKind::numeric || expr.cast_kind == CastKind::to_bool);
  if (!is_minus && !is_cast) return {};
  const auto operand = literal_bits(*expr.operands[0]);
  if (!operand) return {};
  const LaneType from = expr.operands[0]->type->lane_type();
  if (is_minus) return fold_unary(Opcode::neg, lane, *operand);
  if (expr.type->is_bool()) return is_zero(from, *operand) ? 0 : 1;
  return fold_convert(lane, from, *operand);
}

bool is_contracted_product(const Expr& expr) {
  if (expr.kind != ExprKind::binary || expr.binary_op != BinaryOp::mul) return false;
  const TypeKind kind = expr.type->scalar()->kind;
  if (kind != TypeKind::float_ && kind != TypeKind::double_) return false;
  return !literal_bits(*expr.operands[0]) || !literal_bits(*expr.operands[1]);
}

Term term(FunctionCompiler& f, const Expr& expr) {
  if (!is_contracted_product(expr)) return {compile_value(f, expr), {}};
  Value first = compile_value(f, *expr.operands[0]);
  return {std::move(first), compile_value(f, *expr.operands[1])};
}

Operand sum_component(FunctionCompiler& f, BinaryOp op, const Term& left, const Term& right,
                      std::size_t index, Into into) {
  const LaneType type = left.value.type;
  const Operand& a = left.value.components[index];
  const Operand& b = right.value.components[index];
  const auto signed_by_op = [&](const Operand& operand) {
    return op == BinaryOp::sub ? f.emit.unary(Opcode::neg, type, operand) : operand;
  };
  if (left.is_product())
    return multiply_add(f, type, a, left.factor.components[index], signed_by_op(b), into);
  if (right.is_product())
    return multiply_add(f, type, signed_by_op(b), right.factor.components[index], a, into);
  return f.emit.binary(opcode_of(op), type, a, b, into);
}

}  // namespace lockstep::sim::language
