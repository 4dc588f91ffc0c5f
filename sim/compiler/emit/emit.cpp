// Each function emits a few instructions, or none if all operands are constants, because the result is then
// computed immediately.
#include "sim/compiler/emit/emit.hpp"

#include <algorithm>

#include "sim/bytecode/fold.hpp"

namespace lockstep::sim::language {

void Emitter::begin_function(FunctionIndex function, FunctionUnit& unit) {
  function_ = function;
  unit_ = &unit;
  next_register_ = unit.register_count;  // after the parameters and the result
}

FrameRegister Emitter::allocate(unsigned count) {
  const FrameRegister first{function_, next_register_};
  next_register_ += count;
  unit_->register_count = std::max(unit_->register_count, next_register_);
  return first;
}

std::uint32_t Emitter::emit(Instruction instruction, FrameRegister dst, FrameRegister a, FrameRegister b,
                            FrameRegister c) {
  Draft draft;
  draft.instruction = instruction;
  draft.dst = dst;
  draft.a = a;
  draft.b = b;
  draft.c = c;
  return code_.emit(draft);
}

Operand Emitter::constant(LaneType type, std::uint64_t value) {
  return {true, {}, bits_of_integer(type, value)};
}

Operand Emitter::variable_address(std::uint64_t address) {
  Instruction instruction{.op = Opcode::constant, .type = LaneType::uint64, .mode = kProgramVariable};
  instruction.imm = static_cast<std::int64_t>(address);
  const FrameRegister target = allocate();
  emit(instruction, target);
  return {false, target, 0};
}

void Emitter::assign(FrameRegister target, LaneType type, const Operand& operand) {
  Instruction instruction{.op = Opcode::mov, .type = type};
  if (!operand.is_constant) {
    if (operand.reg != target) emit(instruction, target, operand.reg);
    return;
  }
  instruction.op = Opcode::constant;
  instruction.imm = static_cast<std::int64_t>(operand.bits);
  emit(instruction, target);
}

FrameRegister Emitter::in_register(LaneType type, const Operand& operand) {
  if (!operand.is_constant) return operand.reg;
  const FrameRegister target = allocate();
  assign(target, type, operand);
  return target;
}

FrameRegister Emitter::in_registers(const Value& value) {
  const std::vector<Operand>& components = value.components;
  const FrameRegister first = components.front().reg;
  bool consecutive = true;
  for (std::uint32_t i = 0; i < components.size(); ++i)
    consecutive = consecutive && !components[i].is_constant &&
                  components[i].reg == FrameRegister{first.function, first.index + i};
  if (consecutive) return first;
  const FrameRegister run = allocate(static_cast<unsigned>(components.size()));
  for (std::uint32_t i = 0; i < components.size(); ++i)
    assign({run.function, run.index + i}, value.type, components[i]);
  return run;
}

Operand Emitter::unary(Opcode op, LaneType type, const Operand& a, Into into) {
  if (a.is_constant)
    if (const auto folded = fold_unary(op, type, a.bits)) return {true, {}, *folded};
  const FrameRegister source = in_register(type, a);
  const FrameRegister target = result(into);
  emit({.op = op, .type = type}, target, source);
  return {false, target};
}

Operand Emitter::binary(Opcode op, LaneType type, const Operand& a, const Operand& b, Into into) {
  if (a.is_constant && b.is_constant)
    if (const auto folded = fold_binary(op, type, a.bits, b.bits)) return {true, {}, *folded};
  const FrameRegister left = in_register(type, a);
  const FrameRegister right = in_register(type, b);
  const FrameRegister target = result(into);
  emit({.op = op, .type = type}, target, left, right);
  return {false, target};
}

bool same_bits(LaneType a, LaneType b) {
  return a == b || (size_bytes(a) == size_bytes(b) && !is_floating(a) && !is_floating(b));
}

namespace {

bool keeps_value_range(ConvertMode mode) {
  return mode == ConvertMode::c || mode == ConvertMode::rte || mode == ConvertMode::rtz ||
         mode == ConvertMode::rtp || mode == ConvertMode::rtn;
}

}  // namespace

Operand Emitter::convert(LaneType to, LaneType from, const Operand& a, Into into, ConvertMode mode) {
  const bool plain = mode == ConvertMode::c;
  if (a.is_constant && plain)
    if (const auto folded = fold_convert(to, from, a.bits)) return {true, {}, *folded};
  if (to == from) return a;
  if (!a.is_constant && same_bits(to, from) && keeps_value_range(mode)) return a;
  const FrameRegister source = in_register(from, a);
  const FrameRegister target = result(into);
  emit({.op = Opcode::convert, .type = to, .type2 = from, .mode = static_cast<std::uint8_t>(mode)}, target,
       source);
  return {false, target};
}

Operand Emitter::select(LaneType type, const Operand& condition, const Operand& yes, const Operand& no,
                        Into into) {
  if (condition.is_constant) return is_zero(LaneType::int32, condition.bits) ? no : yes;
  const FrameRegister left = in_register(type, yes);
  const FrameRegister right = in_register(type, no);
  const FrameRegister target = result(into);
  emit({.op = Opcode::select, .type = type}, target, condition.reg, left, right);
  return {false, target};
}

Operand Emitter::builtin(unsigned index, LaneType type, const std::vector<Operand>& arguments, Into into) {
  FrameRegister registers[3];
  for (std::size_t i = 0; i < arguments.size(); ++i) registers[i] = in_register(type, arguments[i]);
  const FrameRegister target = result(into);
  emit({.op = Opcode::builtin, .type = type, .imm = index}, target, registers[0], registers[1], registers[2]);
  return {false, target};
}

Operand Emitter::builtin_with_int(unsigned index, LaneType type, const Operand& a, const Operand& exponent,
                                  Into into) {
  const FrameRegister base = in_register(type, a);
  const FrameRegister power = in_register(LaneType::int32, exponent);
  const FrameRegister target = result(into);
  emit({.op = Opcode::builtin, .type = type, .imm = index}, target, base, power);
  return {false, target};
}

Operand Emitter::collective(const Collective& collective, LaneType type, const Operand& value,
                            const std::optional<Operand>& argument, Into into,
                            const std::optional<Operand>& mask) {
  const FrameRegister brought = in_register(type, value);
  const FrameRegister says_whose = argument ? in_register(LaneType::int64, *argument) : FrameRegister{};
  const FrameRegister named = mask ? in_register(LaneType::uint64, *mask) : FrameRegister{};
  const FrameRegister target = result(into);
  emit(collective_instruction(collective, type), target, brought, says_whose, named);
  return {false, target};
}

Operand Emitter::work_item(WorkItemQuery query, const Operand& dimension, Into into) {
  const FrameRegister source = in_register(LaneType::uint32, dimension);
  const FrameRegister target = result(into);
  emit({.op = Opcode::work_item, .type = LaneType::uint64, .imm = static_cast<std::int64_t>(query)}, target,
       source);
  return {false, target};
}

Operand Emitter::from_half(const Operand& bits, Into into) {
  const FrameRegister source = in_register(LaneType::uint16, bits);
  const FrameRegister target = result(into);
  emit({.op = Opcode::from_half, .type = LaneType::float32}, target, source);
  return {false, target};
}

Operand Emitter::to_half(LaneType type, const Operand& a, ConvertMode mode) {
  const FrameRegister source = in_register(type, a);
  const FrameRegister target = allocate();
  emit({.op = Opcode::to_half, .type = type, .mode = static_cast<std::uint8_t>(mode)}, target, source);
  return {false, target};
}

Operand Emitter::from_memory(const Type& scalar, const Operand& component) {
  if (scalar.kind == TypeKind::half) return from_half(component);
  return convert(scalar.lane_type(), scalar.memory_lane_type(), component);
}

Operand Emitter::to_memory(const Type& scalar, const Operand& component) {
  if (scalar.kind == TypeKind::half) return to_half(LaneType::float32, component, ConvertMode::rte);
  return convert(scalar.memory_lane_type(), scalar.lane_type(), component);
}

Operand Emitter::not_zero(LaneType type, const Operand& a, Into into) {
  return binary(Opcode::cmp_ne, type, a, {true, {}, 0}, into);
}

Operand Emitter::element(LaneType type, const Operand& base, const Operand& index, std::int64_t bytes,
                         std::uint32_t bound, Into into) {
  const FrameRegister start = in_register(LaneType::uint64, base);
  const FrameRegister offset = in_register(type, index);
  const FrameRegister target = result(into);
  emit({.op = Opcode::element, .type = type, .target = bound, .imm = bytes}, target, start, offset);
  return {false, target};
}

FrameRegister Emitter::address(const Address& address, Into into) {
  if (address.base == Address::Base::operand) {
    const Operand offset = constant(LaneType::uint64, static_cast<std::uint64_t>(address.offset));
    if (offset.bits == 0) return in_register(LaneType::uint64, address.operand);
    return in_register(LaneType::uint64,
                       binary(Opcode::add, LaneType::uint64, address.operand, offset, into));
  }
  const OwnedPrivateObject& object = objects_[address.private_object];
  const FrameRegister target = result(into);
  const std::uint32_t index = emit({.op = Opcode::private_address,
                                    .type = LaneType::uint64,
                                    .target = address.private_object + 1,
                                    .imm = object.object.offset + address.offset},
                                   target);
  code_.drafts()[index].relocation = Draft::Relocation::private_frame;
  code_.drafts()[index].owner = object.owner;
  return target;
}

Value Emitter::load(const Address& from, const MemoryShape& shape, Into into) {
  const FrameRegister where = address(from);
  const FrameRegister first = into ? *into : allocate(shape.count);
  emit({.op = Opcode::load,
        .type = shape.type,
        .mode = static_cast<std::uint8_t>(shape.alignment),
        .count = static_cast<std::uint8_t>(shape.count),
        .target = shape.target},
       first, where);
  Value value{shape.type, {}};
  for (std::uint32_t i = 0; i < shape.count; ++i)
    value.components.push_back({false, {first.function, first.index + i}});
  return value;
}

void Emitter::store(const Address& to, const MemoryShape& shape, const Value& value) {
  const FrameRegister first = in_registers(value);
  const FrameRegister where = address(to);
  emit({.op = Opcode::store,
        .type = shape.type,
        .mode = static_cast<std::uint8_t>(shape.alignment),
        .count = static_cast<std::uint8_t>(shape.count),
        .target = shape.target},
       {}, where, first);
}

void Emitter::copy(const Address& to, const Address& from, const Type& record) {
  constexpr std::uint64_t kWidest = 16;
  const FrameRegister source = address(from);
  const FrameRegister target = address(to);
  emit({.op = Opcode::copy,
        .type = LaneType::uint8,
        .mode = static_cast<std::uint8_t>(std::min(record.alignment, kWidest)),
        .imm = static_cast<std::int64_t>(record.size)},
       {}, target, source);
}

Operand Emitter::atomic(AtomicOp op, LaneType type, FrameRegister where, const std::vector<Operand>& operands,
                        const Ordering& ordering) {
  FrameRegister registers[2];
  for (std::size_t i = 0; i < operands.size(); ++i) registers[i] = in_register(type, operands[i]);
  const FrameRegister target = allocate();
  emit({.op = Opcode::atomic, .type = type, .mode = static_cast<std::uint8_t>(op), .target = pack(ordering)},
       target, where, registers[0], registers[1]);
  return {false, target};
}

}  // namespace lockstep::sim::language
