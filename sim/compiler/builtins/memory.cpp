// Built-in functions that access memory, synchronise, or print: vload, atomics, barriers, asynchronous
// copies, printf.
#include "sim/bytecode/fold.hpp"
#include "sim/compiler/builtins/builtins.hpp"
#include "sim/compiler/expressions/expressions.hpp"
#include "sim/compiler/expressions/places.hpp"

namespace lockstep::sim::language {
namespace {

void synchronise(FunctionCompiler& f, Opcode op, unsigned flags, std::uint8_t mode) {
  f.emit.emit({.op = op, .mode = mode, .imm = flags & (kLocalFence | kGlobalFence)}, {});
}

// vloadn and the like: element `offset * n` from the pointer.
Address pointer_to_elements(FunctionCompiler& f, const Expr& pointer_expr, const Expr& offset_expr,
                            std::size_t stride_bytes) {
  const Index offset = index(f, offset_expr);
  return displaced(f, pointer(f, pointer_expr), offset, static_cast<std::int64_t>(stride_bytes));
}

Value vload(FunctionCompiler& f, const Expr& expr, Into into) {
  const Type& element = *expr.type->scalar();
  const LaneType lane = element.memory_lane_type();
  const unsigned count = component_count(*expr.type);
  const Address from = pointer_to_elements(f, *expr.operands[1], *expr.operands[0], count * size_bytes(lane));
  if (lane == element.lane_type()) return f.emit.load(from, {.type = lane, .count = count}, into);
  Value result = f.emit.load(from, {.type = lane, .count = count});
  result.type = element.lane_type();
  for (Operand& component : result.components) component = f.emit.from_memory(element, component);
  return result;
}

void vstore(FunctionCompiler& f, const Expr& expr) {
  Value data = value(f, *expr.operands[0]);
  const Type& element = *expr.operands[0]->type->scalar();
  data.type = element.memory_lane_type();
  for (Operand& component : data.components) component = f.emit.to_memory(element, component);
  const auto count = static_cast<unsigned>(data.components.size());
  const Address to =
      pointer_to_elements(f, *expr.operands[2], *expr.operands[1], count * size_bytes(data.type));
  f.emit.store(to, {.type = data.type, .count = count}, data);
}

// vloada_half3 and vstorea_half3 work on slots of four.
std::uint64_t half_stride(const Expr& expr, unsigned count) {
  return (expr.half_aligned && count == 3 ? 4 : count) * size_bytes(LaneType::uint16);
}

MemoryShape half_shape(const Expr& expr, unsigned count) {
  return {
      LaneType::uint16, count,
      expr.half_aligned && count > 1 ? MemoryShape::Alignment::vector : MemoryShape::Alignment::component};
}

Value vload_half(FunctionCompiler& f, const Expr& expr) {
  const unsigned count = component_count(*expr.type);
  const Address from = pointer_to_elements(f, *expr.operands[1], *expr.operands[0], half_stride(expr, count));
  Value result = f.emit.load(from, half_shape(expr, count));
  result.type = LaneType::float32;
  for (Operand& component : result.components) component = f.emit.from_half(component);
  return result;
}

void vstore_half(FunctionCompiler& f, const Expr& expr) {
  const Value data = value(f, *expr.operands[0]);
  const auto count = static_cast<unsigned>(data.components.size());
  const Address to = pointer_to_elements(f, *expr.operands[2], *expr.operands[1], half_stride(expr, count));
  Value halves{LaneType::uint16, {}};
  for (const Operand& component : data.components)
    halves.components.push_back(f.emit.to_half(data.type, component, expr.convert_mode));
  f.emit.store(to, half_shape(expr, count), halves);
}

Value atomic(FunctionCompiler& f, const Expr& expr) {
  const LaneType lane = expr.operands[0]->type->element->lane_type();
  const FrameRegister where = f.emit.address(pointer(f, *expr.operands[0]));
  std::vector<Operand> operands;
  for (std::size_t i = 1; i < expr.operands.size(); ++i) operands.push_back(scalar(f, *expr.operands[i]));
  const Operand old = f.emit.atomic(expr.atomic_op, lane, where, operands);
  if (expr.type->is_void()) return {};
  return {expr.type->lane_type(), {f.emit.convert(expr.type->lane_type(), lane, old)}};
}

Value atomic_compare_exchange(FunctionCompiler& f, const Expr& expr) {
  const LaneType lane = expr.operands[0]->type->element->lane_type();
  const Type& type = *expr.operands[1]->type->element;
  const FrameRegister where = f.emit.address(pointer(f, *expr.operands[0]));
  const Place expected_place = memory_place(type, pointer(f, *expr.operands[1]));
  const Operand expected = read(f, expected_place).components[0];
  const Operand desired = scalar(f, *expr.operands[2]);
  const Operand old = f.emit.atomic(AtomicOp::compare_exchange, lane, where, {expected, desired});
  const Operand same = f.emit.binary(Opcode::cmp_eq, lane, old, expected);
  // After a successful exchange this stores the same value again.
  write(f, expected_place, {lane, {old}});
  return {LaneType::int32, {same}};
}

// Each work-item copies the elements whose number is its own plus a multiple of the group's size. The loop is
// not in the source, so its test does not count as a branch. All work-items must arrive with the same
// arguments; the copy does not order memory.
Value async_copy(FunctionCompiler& f, const Expr& expr) {
  const bool strided = expr.special == Special::async_strided_copy;
  const Type& element = *expr.operands[0]->type->element;
  const auto bytes = static_cast<std::int64_t>(element.size);
  const auto agreed = [&](const Operand& argument) {
    if (argument.is_constant) return argument;
    const Collective agree{.kind = CollectiveKind::agree, .of_sub_group = false};
    return f.emit.collective(agree, LaneType::uint64, argument, Emitter::constant(LaneType::int64, 0));
  };
  const Operand target = agreed({false, f.emit.address(pointer(f, *expr.operands[0]))});
  const Operand source = agreed({false, f.emit.address(pointer(f, *expr.operands[1]))});
  const Operand count = agreed(scalar(f, *expr.operands[2]));
  const Operand stride =
      strided ? agreed(scalar(f, *expr.operands[3])) : Emitter::constant(LaneType::uint64, 1);
  const Operand event = scalar(f, *expr.operands.back());
  const bool from_global = expr.operands[0]->type->space == AddressSpace::local;

  const auto query = [&](WorkItemQuery what, unsigned dimension) {
    return f.emit.work_item(what, Emitter::constant(LaneType::uint32, dimension));
  };
  const Operand start = query(WorkItemQuery::local_linear_id, 0);
  Operand group_size = query(WorkItemQuery::local_size, 0);
  for (unsigned dimension = 1; dimension < 3; ++dimension)
    group_size =
        f.emit.binary(Opcode::mul, LaneType::uint64, group_size, query(WorkItemQuery::local_size, dimension));
  const Operand index{false, f.emit.allocate()};
  f.emit.assign(index.reg, LaneType::uint64, start);
  f.code.begin_loop();
  const std::uint32_t mark = f.emit.mark();
  f.code.loop_test(
      f.emit.in_register(LaneType::int32, f.emit.binary(Opcode::cmp_lt, LaneType::uint64, index, count)),
      false);
  const Operand far = strided ? f.emit.binary(Opcode::mul, LaneType::uint64, index, stride) : index;
  const Address from =
      displaced(f, {.operand = source}, {LaneType::uint64, from_global ? far : index}, bytes);
  const Address to = displaced(f, {.operand = target}, {LaneType::uint64, from_global ? index : far}, bytes);
  const MemoryShape shape{
      element.scalar()->memory_lane_type(), element.count,
      element.is_vector() ? MemoryShape::Alignment::vector : MemoryShape::Alignment::component, true};
  f.emit.store(to, shape, f.emit.load(from, shape));
  f.emit.binary(Opcode::add, LaneType::uint64, index, group_size, index.reg);
  f.emit.release_to(mark);
  f.code.loop_join();
  f.code.end_loop();
  return {LaneType::uint64, {event}};
}

void print(FunctionCompiler& f, const Expr& expr) {
  Value arguments;
  std::vector<LaneType> types;
  for (const Expr* operand : expr.operands) {
    const Value part = value(f, *operand);
    for (const Operand& component : part.components) {
      arguments.components.push_back({false, f.emit.in_register(part.type, component)});
      types.push_back(part.type);
    }
  }
  // Each register keeps its own type, so they are moved one by one.
  const auto count = static_cast<std::uint8_t>(types.size());
  const FrameRegister first = f.emit.allocate(std::max<unsigned>(count, 1));
  for (std::uint32_t i = 0; i < types.size(); ++i)
    f.emit.assign({first.function, first.index + i}, types[i], arguments.components[i]);
  const auto format = static_cast<std::int64_t>(f.unit.program.formats.size());
  f.unit.program.formats.push_back(expr.text);
  f.unit.program.format_types.push_back(std::move(types));
  f.emit.emit({.op = Opcode::print, .count = count, .imm = format}, {}, first);
}

}  // namespace

Value memory_function(FunctionCompiler& f, const Expr& expr, Into into) {
  switch (expr.special) {
    case Special::vload:
      return vload(f, expr, into);
    case Special::vstore:
      vstore(f, expr);
      return {};
    case Special::vload_half:
      return vload_half(f, expr);
    case Special::vstore_half:
      vstore_half(f, expr);
      return {};
    case Special::atomic:
      return atomic(f, expr);
    case Special::atomic_compare_exchange:
      return atomic_compare_exchange(f, expr);
    case Special::barrier:
      synchronise(f, Opcode::barrier, expr.flags, 0);
      return {};
    case Special::sub_group_barrier:
      synchronise(f, Opcode::barrier, expr.flags, 1);
      return {};
    case Special::fence:
      synchronise(f, Opcode::fence, expr.flags, 0);
      return {};
    case Special::async_copy:
    case Special::async_strided_copy:
      return async_copy(f, expr);
    case Special::wait_group_events:
      // All work-items of the group copy a part, so each has to wait for the others.
      for (const Expr* operand : expr.operands)
        if (!is_free_of_effects(f, *operand)) discard(f, *operand);
      synchronise(f, Opcode::barrier, kLocalFence | kGlobalFence, 0);
      return {};
    case Special::prefetch:
      return {};
    case Special::printf:
      print(f, expr);
      return {LaneType::int32, {Emitter::constant(LaneType::int32, 0)}};
    case Special::ballot_function:
      return ballot_function(f, expr);
    default:
      return collective(f, expr, into);
  }
}

}  // namespace lockstep::sim::language
