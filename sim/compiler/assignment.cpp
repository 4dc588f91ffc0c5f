// Assignments and increments.
#include <algorithm>
#include <cstring>

#include "sim/bytecode/fold.hpp"
#include "sim/compiler/function.hpp"

namespace lockstep::sim::language {
namespace {

bool mentions(const Expr& expr, const VariableDecl& variable) {
  if (expr.kind == ExprKind::variable) return expr.variable == &variable;
  if (expr.kind == ExprKind::statement_expression) return true;  // perhaps
  return std::ranges::any_of(expr.operands, [&](const Expr* e) { return mentions(*e, variable); });
}

// Is component i of the value, where it is no new register, component i of `variable`?
bool is_aligned(const Expr& expr, const VariableDecl& variable) {
  switch (expr.kind) {
    case ExprKind::binary:
      // The sum around a product reads the factors themselves.
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

// Does only the last instruction for each component of `expr` write it, when nothing needs its old value any
// more? Then it may go where its operands come from.
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

}  // namespace

// Where to compute the right side: in the variable itself, unless it would be overwritten before its last
// use.
Into FunctionCompiler::into_variable(const Place& target, const Expr& assignment) {
  if (target.in_memory || target.dynamic_component || !are_consecutive(target.registers)) return {};
  const VariableDecl* variable = root_of(*assignment.operands[0]);
  const Expr& source = *assignment.operands[1];
  if (variable == nullptr) return {};
  if (!writes_result_last(source, *variable) && mentions(source, *variable)) return {};
  return target.registers[0];
}

Value FunctionCompiler::assign(const Expr& expr) {
  const Expr& left = *expr.operands[0];
  const Expr& right = *expr.operands[1];
  const bool in_register = root_of(left) != nullptr && is_in_register(*root_of(left));
  if (in_register) {
    const Place target = place(left);
    write(target, value(right, into_variable(target, expr)));
    return read(target);
  }
  const Value source = value(right);
  write(place(left), source);
  return source;
}

Value FunctionCompiler::compound_assign(const Expr& expr) {
  const bool is_sum = expr.binary_op == BinaryOp::add || expr.binary_op == BinaryOp::sub;
  const Term right = is_sum ? term(*expr.operands[1]) : Term{value(*expr.operands[1]), {}};
  const Place target = place(*expr.operands[0]);
  const Type& type = *expr.operands[0]->type;
  const Value old = read(target);
  if (type.is_pointer()) {
    const Into into = target.in_memory ? Into{} : Into{target.registers[0]};
    const auto bytes = static_cast<std::int64_t>(std::max<std::uint64_t>(type.element->size, 1));
    const Address moved =
        displaced({.operand = old.components[0]}, {LaneType::int64, right.value.components[0]},
                  expr.binary_op == BinaryOp::sub ? -bytes : bytes, into);
    const Value result{LaneType::uint64, {{false, emit_.address(moved, into)}}};
    write(target, result);
    return result;
  }
  const Type& compute = *expr.compute_type;
  const LaneType lane = compute.scalar()->lane_type();
  const Term left{convert(compute, type, old), {}};
  const VariableDecl* variable = root_of(*expr.operands[0]);
  const bool is_half = type.scalar()->kind == TypeKind::half || compute.scalar()->kind == TypeKind::half;
  const bool direct =
      !target.in_memory && !target.dynamic_component && same_bits(lane, type.scalar()->lane_type()) &&
      !type.is_bool() && !is_half && variable != nullptr &&
      (type.is_scalar() || (target.type == variable->type && is_aligned(*expr.operands[1], *variable)));
  Value result{lane, {}};
  for (std::size_t i = 0; i < left.value.components.size(); ++i) {
    const Into into = direct ? Into{target.registers[i]} : Into{};
    const Operand made = is_sum ? sum_component(expr.binary_op, left, right, i, into)
                                : emit_.binary(opcode_of(expr.binary_op), lane, left.value.components[i],
                                               right.value.components[i], into);
    result.components.push_back(rounded(compute, made));
  }
  const Into into = !direct && !target.in_memory && !type.is_vector() && !target.dynamic_component
                        ? Into{target.registers[0]}
                        : Into{};
  const Value converted = convert(type, compute, result, ConvertMode::c, into);
  write(target, converted);
  return target.in_memory ? converted : read(target);
}

// The value of x++ is the old one; a register is copied only where somebody wants it.
Value FunctionCompiler::increment(const Expr& expr, bool is_used) {
  const Place target = place(*expr.operands[0]);
  const Type& type = *expr.operands[0]->type;
  Value old = read(target);
  if (is_used && !expr.is_prefix && !target.in_memory)
    for (Operand& component : old.components) {
      const FrameRegister saved = emit_.allocate();
      emit_.assign(saved, old.type, component);
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
    Operand stepped = rounded(type, emit_.binary(op, old.type, old.components[i], one, into));
    if (type.is_bool()) stepped = emit_.not_zero(LaneType::int32, stepped);
    result.components.push_back(stepped);
  }
  write(target, result);
  return expr.is_prefix ? result : old;
}

// Initialisers of private variables.

namespace {

// Up to here, storing each element is shorter than preparing an image of the whole.
constexpr std::size_t kFewStores = 4;

bool wants_image(const Type& type, const Expr& init) {
  std::uint64_t covered = 0;
  std::size_t constants = 0;
  for (const InitElement& element : init.elements) {
    covered += element.value->type->size;
    if (literal_bits(*element.value)) ++constants;
  }
  return covered < type.size || constants > kFewStores;
}

std::vector<std::byte> constant_image(const Type& type, const Expr& init) {
  std::vector<std::byte> image(type.size);
  for (const InitElement& element : init.elements)
    if (const auto bits = literal_bits(*element.value))
      std::memcpy(image.data() + element.offset, &*bits, element.value->type->size);
  return image;
}

}  // namespace

void FunctionCompiler::initialise(const VariableDecl& variable) {
  const Home where = home(variable);
  if (variable.type->is_array() || variable.type->is_record())
    return initialise_aggregate(*variable.type, symbolic(where), *variable.init);
  const Place target = variable_place(variable);
  const Value source = value(*variable.init, target.in_memory ? Into{} : Into{where.first});
  RangeScope range(code_, variable.init->range);
  write(target, source);
}

// Constant parts come as one copy of an image in constant memory, the others as stores after it.
void FunctionCompiler::initialise_aggregate(const Type& type, const Address& where, const Expr& init) {
  RangeScope range(code_, init.range);
  const auto copy_image = [&](const std::vector<std::byte>& image) {
    const std::uint64_t address = unit_.add_constant_bytes(image, std::max<std::uint64_t>(type.alignment, 8));
    emit_.copy(where, {.operand = Emitter::constant(LaneType::uint64, address)}, type.size);
  };
  if (init.kind == ExprKind::string_literal) {
    std::vector<std::byte> image = init.variable->initial_bytes;
    image.resize(type.size);
    return copy_image(image);
  }
  if (init.kind != ExprKind::initializer_list) return emit_.copy(where, record(init), type.size);
  const bool has_image = wants_image(type, init);
  if (has_image) copy_image(constant_image(type, init));
  for (const InitElement& element : init.elements) {
    if (has_image && literal_bits(*element.value)) continue;
    initialise_element(type, where, element);
  }
}

void FunctionCompiler::initialise_element(const Type& whole, const Address& where,
                                          const InitElement& element) {
  Address at = where;
  at.offset += static_cast<std::int64_t>(element.offset);
  const Type& type = *element.value->type;
  if (type.is_record() || type.is_array()) return initialise_aggregate(type, at, *element.value);
  const Value source = value(*element.value);
  RangeScope range(code_, element.value->range);
  const bool packed = whole.alignment < type.alignment || element.offset % type.alignment != 0;
  write(memory_place(type, at, packed), source);
}

}  // namespace lockstep::sim::language
