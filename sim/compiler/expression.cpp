// Values: literals, operators, vectors. Everything on a vector is the same thing on each component.
#include "sim/bytecode/fold.hpp"
#include "sim/compiler/function.hpp"

namespace lockstep::sim::language {
Opcode opcode_of(BinaryOp op) {
  switch (op) {
    case BinaryOp::mul:
      return Opcode::mul;
    case BinaryOp::div:
      return Opcode::div;
    case BinaryOp::rem:
      return Opcode::rem;
    case BinaryOp::add:
      return Opcode::add;
    case BinaryOp::sub:
      return Opcode::sub;
    case BinaryOp::shl:
      return Opcode::shl;
    case BinaryOp::shr:
      return Opcode::shr;
    case BinaryOp::bit_xor:
      return Opcode::bit_xor;
    case BinaryOp::less:
      return Opcode::cmp_lt;
    case BinaryOp::less_equal:
      return Opcode::cmp_le;
    case BinaryOp::greater:
      return Opcode::cmp_gt;
    case BinaryOp::greater_equal:
      return Opcode::cmp_ge;
    case BinaryOp::equal:
      return Opcode::cmp_eq;
    case BinaryOp::not_equal:
      return Opcode::cmp_ne;
    case BinaryOp::bit_or:
    case BinaryOp::logical_or:
      return Opcode::bit_or;
    case BinaryOp::bit_and:
    case BinaryOp::logical_and:
      break;
  }
  return Opcode::bit_and;
}

namespace {

Into component_of(Into into, std::size_t index) {
  if (!into) return {};
  return FrameRegister{into->function, into->index + static_cast<std::uint32_t>(index)};
}

}  // namespace

Value FunctionCompiler::value(const Expr& expr, Into into) {
  RangeScope range(code_, expr.range);
  return value_of(expr, into);
}

Value FunctionCompiler::value_of(const Expr& expr, Into into) {
  switch (expr.kind) {
    case ExprKind::integer_literal:
    case ExprKind::floating_literal:
      return literal(expr);
    case ExprKind::decay:
    case ExprKind::address_of:
    case ExprKind::pointer_offset: {
      const Address address = pointer(expr, into);
      if (address.base == Address::Base::operand && address.offset == 0)
        return {LaneType::uint64, {address.operand}};
      return {LaneType::uint64, {{false, emit_.address(address, into)}}};
    }
    case ExprKind::unary:
      return unary(expr, into);
    case ExprKind::binary:
      return binary(expr, into);
    case ExprKind::pointer_difference:
      return pointer_difference(expr, into);
    case ExprKind::logical_and:
    case ExprKind::logical_or:
      return logical(expr, into);
    case ExprKind::conditional:
      return conditional(expr, into);
    case ExprKind::vector_select:
      return vector_select(expr, into);
    case ExprKind::assign:
      return assign(expr);
    case ExprKind::compound_assign:
      return compound_assign(expr);
    case ExprKind::increment:
      return increment(expr, true);
    case ExprKind::comma:
      discard(*expr.operands[0]);
      return value(*expr.operands[1], into);
    case ExprKind::cast:
      return cast(expr, into);
    case ExprKind::vector_literal:
      return vector_literal(expr, into);
    case ExprKind::statement_expression:
      return statement_expression(expr, into);
    case ExprKind::call:
      return call(expr, into);
    case ExprKind::builtin:
      return builtin(expr, into);
    case ExprKind::special:
      return special(expr, into);
    case ExprKind::swizzle:
      if (!expr.operands[0]->is_lvalue) {
        const Value whole = value(*expr.operands[0]);
        Value chosen{whole.type, {}};
        for (std::uint8_t component : expr.components)
          chosen.components.push_back(whole.components[component]);
        return chosen;
      }
      break;
    default:
      break;
  }
  return read(place(expr), into);
}

Operand FunctionCompiler::scalar(const Expr& expr, Into into) { return value(expr, into).components.at(0); }

FrameRegister FunctionCompiler::condition(const Expr& expr) {
  RangeScope range(code_, expr.range);
  return emit_.in_register(LaneType::int32, scalar(expr));
}

// For the effect only.
void FunctionCompiler::discard(const Expr& expr) {
  const std::uint32_t mark = emit_.mark();
  RangeScope range(code_, expr.range);
  if (expr.kind == ExprKind::increment)
    increment(expr, false);
  else if (expr.kind == ExprKind::cast && expr.cast_kind == CastKind::to_void)
    discard(*expr.operands[0]);
  else if (expr.kind == ExprKind::statement_expression && expr.type->is_void())
    statement_expression(expr, {});
  else if (expr.kind == ExprKind::comma)
    for (const Expr* operand : expr.operands) discard(*operand);
  else if (expr.type->is_record())
    record(expr);
  else if (expr.type->is_array())
    place(expr);
  else
    value(expr);
  emit_.release_to(mark);
}

Value FunctionCompiler::literal(const Expr& expr) {
  const LaneType type = expr.type->lane_type();
  if (expr.kind == ExprKind::integer_literal) return {type, {Emitter::constant(type, expr.integer)}};
  return {type, {{true, {}, bits_of_floating(type, expr.floating)}}};
}

// The truth of a scalar is an int 1 or 0, that of a vector's component -1 or 0 in an integer of its size.
Operand FunctionCompiler::truth_component(const Type& type, const Operand& truth, Into into) {
  if (!type.is_vector()) return truth;
  const LaneType lane = type.element->lane_type();
  return emit_.unary(Opcode::neg, lane, emit_.convert(lane, LaneType::int32, truth), into);
}

Value FunctionCompiler::unary(const Expr& expr, Into into) {
  const Value operand = value(*expr.operands[0]);
  Value result{expr.type->scalar()->lane_type(), {}};
  for (std::size_t i = 0; i < operand.components.size(); ++i) {
    const Into target = component_of(into, i);
    const Operand& a = operand.components[i];
    if (expr.unary_op == UnaryOp::logical_not) {
      const Into direct = expr.type->is_vector() ? Into{} : target;
      const Operand truth = emit_.unary(Opcode::logical_not, operand.type, a, direct);
      result.components.push_back(truth_component(*expr.type, truth, target));
    } else {
      const Opcode op = expr.unary_op == UnaryOp::minus ? Opcode::neg : Opcode::bit_not;
      result.components.push_back(emit_.unary(op, operand.type, a, target));
    }
  }
  return result;
}

Operand FunctionCompiler::binary_component(BinaryOp op, LaneType type, const Operand& a, const Operand& b,
                                           Into into) {
  if (op != BinaryOp::logical_and && op != BinaryOp::logical_or)
    return emit_.binary(opcode_of(op), type, a, b, into);
  const Operand left = emit_.not_zero(type, a);
  return emit_.binary(opcode_of(op), LaneType::int32, left, emit_.not_zero(type, b), into);
}

bool is_contracted_product(const Expr& expr) {
  if (expr.kind != ExprKind::binary || expr.binary_op != BinaryOp::mul) return false;
  const TypeKind kind = expr.type->scalar()->kind;
  if (kind != TypeKind::float_ && kind != TypeKind::double_) return false;
  return !literal_bits(*expr.operands[0]) || !literal_bits(*expr.operands[1]);
}

Term FunctionCompiler::term(const Expr& expr) {
  if (!is_contracted_product(expr)) return {value(expr), {}};
  Value first = value(*expr.operands[0]);
  return {std::move(first), value(*expr.operands[1])};
}

Operand FunctionCompiler::sum_component(BinaryOp op, const Term& left, const Term& right, std::size_t index,
                                        Into into) {
  const LaneType type = left.value.type;
  const Operand& a = left.value.components[index];
  const Operand& b = right.value.components[index];
  const auto signed_by_op = [&](const Operand& operand) {
    return op == BinaryOp::sub ? emit_.unary(Opcode::neg, type, operand) : operand;
  };
  if (left.is_product()) return multiply_add(type, a, left.factor.components[index], signed_by_op(b), into);
  if (right.is_product()) return multiply_add(type, signed_by_op(b), right.factor.components[index], a, into);
  return emit_.binary(opcode_of(op), type, a, b, into);
}

Value FunctionCompiler::binary(const Expr& expr, Into into) {
  const bool is_sum = expr.binary_op == BinaryOp::add || expr.binary_op == BinaryOp::sub;
  if (is_sum && expr.type->scalar()->kind != TypeKind::half) {
    const Term left = term(*expr.operands[0]);
    const Term right = left.is_product() ? Term{value(*expr.operands[1]), {}} : term(*expr.operands[1]);
    Value sum{expr.type->scalar()->lane_type(), {}};
    for (std::size_t i = 0; i < left.value.components.size(); ++i)
      sum.components.push_back(sum_component(expr.binary_op, left, right, i, component_of(into, i)));
    return sum;
  }
  const bool is_truth = is_comparison(expr.binary_op) || expr.binary_op == BinaryOp::logical_and ||
                        expr.binary_op == BinaryOp::logical_or;
  const Value left = value(*expr.operands[0]);
  const Value right = value(*expr.operands[1]);
  Value result{expr.type->scalar()->lane_type(), {}};
  for (std::size_t i = 0; i < left.components.size(); ++i) {
    const Into target = component_of(into, i);
    const bool ends_here = is_truth ? !expr.type->is_vector() : expr.type->scalar()->kind != TypeKind::half;
    const Operand outcome = binary_component(expr.binary_op, left.type, left.components[i],
                                             right.components[i], ends_here ? target : Into{});
    result.components.push_back(is_truth ? truth_component(*expr.type, outcome, target)
                                         : rounded(*expr.type, outcome, target));
  }
  return result;
}

Value FunctionCompiler::pointer_difference(const Expr& expr, Into into) {
  const Operand left = scalar(*expr.operands[0]);
  const Operand right = scalar(*expr.operands[1]);
  const std::uint64_t bytes = expr.operands[0]->type->element->size;
  if (bytes <= 1) return {LaneType::int64, {emit_.binary(Opcode::sub, LaneType::int64, left, right, into)}};
  const Operand distance = emit_.binary(Opcode::sub, LaneType::int64, left, right);
  const Operand size = Emitter::constant(LaneType::int64, bytes);
  return {LaneType::int64, {emit_.binary(Opcode::div, LaneType::int64, distance, size, into)}};
}

Value FunctionCompiler::vector_literal(const Expr& expr, Into into) {
  Value result{expr.type->scalar()->lane_type(), {}};
  for (const Expr* operand : expr.operands) {
    const Value part = value(*operand, component_of(into, result.components.size()));
    result.components.insert(result.components.end(), part.components.begin(), part.components.end());
  }
  return result;
}

}  // namespace lockstep::sim::language
