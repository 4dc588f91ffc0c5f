// Compiles assignments and increments.
#include <algorithm>
#include <cstring>

#include "sim/bytecode/fold.hpp"
#include "sim/compiler/expressions/expressions.hpp"
#include "sim/compiler/expressions/places.hpp"
#include "sim/frontend/types/constant.hpp"

namespace lockstep::sim::language {
namespace {

bool mentions(const Expr& expr, const VariableDecl& variable) {
  if (expr.kind == ExprKind::variable) return expr.variable == &variable;
  if (expr.kind == ExprKind::statement_expression) return true;  // true is always a safe answer
  return std::ranges::any_of(expr.operands, [&](const Expr* e) { return mentions(*e, variable); });
}

// Returns whether each component i of the value is in a new register or is component i of `variable`.
bool is_aligned(const Expr& expr, const VariableDecl& variable) {
  switch (expr.kind) {
    case ExprKind::binary:
      // The sum that contains a contracted product reads the factors of this product directly.
      return !is_contracted_product(expr) ||
             std::ranges::all_of(expr.operands, [&](const Expr* e) { return is_aligned(*e, variable); });
    case ExprKind::variable:
    case ExprKind::unary:
    case ExprKind::builtin:
    case ExprKind::index:
    case ExprKind::deref:
      return true;
    case ExprKind::cast:
      if (expr.cast_kind == CastKind::numeric) return is_aligned(*expr.operands[0], variable);
      break;
    default:
      break;
  }
  return !mentions(expr, variable);
}

// Returns whether the last instruction for each component of `expr` is the only one that writes it, and comes
// after the last use of the variable's old value. In this case, the result may overwrite its operands.
bool writes_result_last(const Expr& expr, const VariableDecl& variable) {
  switch (expr.kind) {
    case ExprKind::integer_literal:
    case ExprKind::floating_literal:
    case ExprKind::index:
    case ExprKind::deref:
    case ExprKind::member:
    case ExprKind::pointer_offset:
      return true;
    case ExprKind::variable:
      return expr.type->is_scalar();
    case ExprKind::unary:
    case ExprKind::binary:
    case ExprKind::builtin:
      return expr.type->is_scalar() ||
             std::ranges::all_of(expr.operands, [&](const Expr* e) { return is_aligned(*e, variable); });
    case ExprKind::cast:
      return expr.type->is_scalar() && writes_result_last(*expr.operands[0], variable);
    default:
      return false;
  }
}

const VariableDecl* root_of(const Expr& lvalue) {
  if (lvalue.kind == ExprKind::variable) return lvalue.variable;
  return lvalue.kind == ExprKind::swizzle ? root_of(*lvalue.operands[0]) : nullptr;
}

bool are_consecutive(const std::vector<FrameRegister>& registers) {
  for (std::uint32_t i = 0; i < registers.size(); ++i)
    if (registers[i].index != registers[0].index + i) return false;
  return true;
}

// Returns the register for the right side: the variable itself, unless it would be overwritten before its
// last use.
Into into_variable(const LvaluePlace& target, const Expr& assignment) {
  if (target.in_memory || target.dynamic_component || !are_consecutive(target.registers)) return {};
  const VariableDecl* variable = root_of(*assignment.operands[0]);
  const Expr& source = *assignment.operands[1];
  if (variable == nullptr) return {};
  if (!writes_result_last(source, *variable) && mentions(source, *variable)) return {};
  return target.registers[0];
}

}  // namespace

bool is_vector_copy(FunctionCompiler& f, const Expr& assignment) {
  const Expr& left = *assignment.operands[0];
  const Expr& right = *assignment.operands[1];
  return left.type == right.type && is_private_vector(f, right) && is_private_vector(f, left);
}

void copy_vector(FunctionCompiler& f, const Expr& assignment) {
  const Address source = locate_lvalue(f, *assignment.operands[1]).address;
  f.emit.copy(locate_lvalue(f, *assignment.operands[0]).address, source, *assignment.type);
}

Value assign(FunctionCompiler& f, const Expr& expr) {
  const Expr& left = *expr.operands[0];
  const Expr& right = *expr.operands[1];
  const bool in_register = root_of(left) != nullptr && f.is_in_register(*root_of(left));
  if (in_register && left.kind == ExprKind::variable && is_private_vector_variable(f, right)) {
    const LvaluePlace target = locate_lvalue(f, left);
    write(f, target, read(f, place_to_copy(f, right), into_variable(target, expr)));
    return read(f, target);
  }
  if (in_register) {
    const LvaluePlace target = locate_lvalue(f, left);
    write(f, target, compile_value(f, right, into_variable(target, expr)));
    return read(f, target);
  }
  const Value source = compile_value(f, right);
  write(f, locate_lvalue(f, left), source);
  return source;
}

Value compound_assign(FunctionCompiler& f, const Expr& expr) {
  const bool is_sum = expr.binary_op == BinaryOp::add || expr.binary_op == BinaryOp::sub;
  const Term right = is_sum ? term(f, *expr.operands[1]) : Term{compile_value(f, *expr.operands[1]), {}};
  const LvaluePlace target = locate_lvalue(f, *expr.operands[0]);
  const Type& type = *expr.operands[0]->type;
  const Value old = read(f, target);
  if (type.is_pointer()) {
    const Into into = target.in_memory ? Into{} : Into{target.registers[0]};
    const auto bytes = static_cast<std::int64_t>(std::max<std::uint64_t>(type.element->size, 1));
    const Address moved =
        displaced(f, {.operand = old.components[0]}, {LaneType::int64, right.value.components[0]},
                  expr.binary_op == BinaryOp::sub ? -bytes : bytes, into);
    const Value result{LaneType::uint64, {{false, f.emit.address(moved, into)}}};
    write(f, target, result);
    return result;
  }
  const Type& compute = *expr.compute_type;
  const LaneType lane = compute.scalar()->lane_type();
  const Term left{convert(f, compute, type, old), {}};
  const VariableDecl* variable = root_of(*expr.operands[0]);
  const bool is_half = type.scalar()->kind == TypeKind::half || compute.scalar()->kind == TypeKind::half;
  const bool direct =
      !target.in_memory && !target.dynamic_component && same_bits(lane, type.scalar()->lane_type()) &&
      !type.is_bool() && !is_half && variable != nullptr &&
      (type.is_scalar() || (target.type == variable->type && is_aligned(*expr.operands[1], *variable)));
  Value result{lane, {}};
  for (std::size_t i = 0; i < left.value.components.size(); ++i) {
    const Into into = direct ? Into{target.registers[i]} : Into{};
    const Operand made = is_sum ? sum_component(f, expr.binary_op, left, right, i, into)
                                : f.emit.binary(opcode_of(expr.binary_op), lane, left.value.components[i],
                                                right.value.components[i], into);
    result.components.push_back(rounded(f, compute, made));
  }
  const Into into = !direct && !target.in_memory && !type.is_vector() && !target.dynamic_component
                        ? Into{target.registers[0]}
                        : Into{};
  const Value converted = convert(f, type, compute, result, ConvertMode::c, into);
  write(f, target, converted);
  return target.in_memory ? converted : read(f, target);
}

// Compiles x++ and similar expressions. The value of x++ is the old value of x; the register is copied only
// if this value is used.
Value increment(FunctionCompiler& f, const Expr& expr, bool is_used) {
  const LvaluePlace target = locate_lvalue(f, *expr.operands[0]);
  const Type& type = *expr.operands[0]->type;
  Value old = read(f, target);
  if (is_used && !expr.is_prefix && !target.in_memory)
    for (Operand& component : old.components) {
      const FrameRegister saved = f.emit.allocate();
      f.emit.assign(saved, old.type, component);
      component.reg = saved;
    }
  Value result{old.type, {}};
  const std::uint64_t step = type.is_pointer() ? std::max<std::uint64_t>(type.element->size, 1) : 1;
  const Operand one = type.scalar()->is_floating() ? Operand{true, {}, bits_of_floating(old.type, 1.0)}
                                                   : Emitter::constant(old.type, step);
  const Opcode op = expr.is_decrement ? Opcode::sub : Opcode::add;
  for (std::size_t i = 0; i < old.components.size(); ++i) {
    const bool direct = !target.in_memory && !target.dynamic_component && !type.is_bool() &&
                        type.scalar()->kind != TypeKind::half;
    const Into into = direct ? Into{target.registers[i]} : Into{};
    Operand stepped = rounded(f, type, f.emit.binary(op, old.type, old.components[i], one, into));
    if (type.is_bool()) stepped = f.emit.not_zero(LaneType::int32, stepped);
    result.components.push_back(stepped);
  }
  write(f, target, result);
  return expr.is_prefix ? result : old;
}

}  // namespace lockstep::sim::language
