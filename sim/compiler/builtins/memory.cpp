// Compiles built-in functions that access memory, synchronise or print: vload, atomics, barriers,
// asynchronous copies, printf.
#include "sim/bytecode/address.hpp"
#include "sim/bytecode/fold.hpp"
#include "sim/compiler/expressions/builtins.hpp"
#include "sim/compiler/expressions/expressions.hpp"
#include "sim/compiler/expressions/places.hpp"

namespace lockstep::sim::language {
namespace {

MemoryScope scope_of(std::uint8_t number) {
  constexpr std::uint8_t kWorkItem = 0, kWorkGroup = 1, kSubGroupScope = 4;
  if (number == kWorkItem) return MemoryScope::work_item;
  if (number == kWorkGroup) return MemoryScope::work_group;
  return number == kSubGroupScope ? MemoryScope::sub_group : MemoryScope::device;
}

Ordering ordering_of(const Expr& expr) {
  const auto order = [](std::uint8_t number) { return static_cast<MemoryOrder>(number); };
  return {order(expr.memory_order), order(expr.failure_order), scope_of(expr.memory_scope)};
}

void synchronise(FunctionCompiler& f, Opcode op, const Expr& expr, std::uint8_t mode) {
  Ordering ordering = ordering_of(expr);
  ordering.failure = MemoryOrder::relaxed;
  f.emit.emit(
      {.op = op, .mode = mode, .target = pack(ordering), .imm = expr.flags & (kLocalFence | kGlobalFence)},
      {});
}

void masked_barrier(FunctionCompiler& f, const Expr& expr) {
  const Expr& mask = *expr.operands[0];
  const Operand lanes = f.emit.convert(LaneType::uint64, mask.type->lane_type(), scalar(f, mask));
  f.emit.emit({.op = Opcode::barrier,
               .mode = kMaskedBarrier,
               .target = pack({.scope = MemoryScope::sub_group}),
               .imm = expr.flags & (kLocalFence | kGlobalFence)},
              {}, f.emit.in_register(LaneType::uint64, lanes));
}

Space memory_space(AddressSpace space) {
  switch (space) {
    case AddressSpace::private_:
      return Space::private_;
    case AddressSpace::local:
      return Space::local;
    case AddressSpace::constant:
      return Space::constant;
    case AddressSpace::global:
    case AddressSpace::generic:
      break;
  }
  return Space::global;
}

// Returns 1 if the pointer in the register points to this address space, otherwise 0.
Operand points_to(FunctionCompiler& f, FrameRegister pointer, AddressSpace space) {
  const Operand number = f.emit.binary(Opcode::shr, LaneType::uint64, {false, pointer},
                                       Emitter::constant(LaneType::uint64, kSpaceShift));
  return f.emit.binary(Opcode::cmp_eq, LaneType::uint64, number,
                       Emitter::constant(LaneType::uint64, static_cast<std::uint64_t>(memory_space(space))));
}

Value to_space(FunctionCompiler& f, const Expr& expr) {
  const FrameRegister where = f.emit.address(pointer(f, *expr.operands[0]));
  const Operand null = Emitter::constant(LaneType::uint64, 0);
  return {LaneType::uint64,
          {f.emit.select(LaneType::uint64, points_to(f, where, expr.type->space), {false, where}, null)}};
}

Value fence_of(FunctionCompiler& f, const Expr& expr) {
  const FrameRegister where = f.emit.address(pointer(f, *expr.operands[0]));
  const auto flag = [](unsigned bits) { return Emitter::constant(LaneType::uint32, bits); };
  const Operand local =
      f.emit.select(LaneType::uint32, points_to(f, where, AddressSpace::local), flag(kLocalFence), flag(0));
  return {LaneType::uint32,
          {f.emit.select(LaneType::uint32, points_to(f, where, AddressSpace::global), flag(kGlobalFence),
                         local)}};
}

// Returns the address `offset * stride_bytes` bytes after the pointer, for vloadn and similar functions.
Address pointer_to_elements(FunctionCompiler& f, const Expr& pointer_expr, const Expr& offset_expr,
                            std::size_t stride_bytes) {
  const Index offset = subscript(f, offset_expr);
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
  Value data = compile_value(f, *expr.operands[0]);
  const Type& element = *expr.operands[0]->type->scalar();
  data.type = element.memory_lane_type();
  for (Operand& component : data.components) component = f.emit.to_memory(element, component);
  const auto count = static_cast<unsigned>(data.components.size());
  const Address to =
      pointer_to_elements(f, *expr.operands[2], *expr.operands[1], count * size_bytes(data.type));
  f.emit.store(to, {.type = data.type, .count = count}, data);
}

// vloada_half3 and vstorea_half3 access elements of four halves.
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
  const Value data = compile_value(f, *expr.operands[0]);
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
  const Operand old = f.emit.atomic(expr.atomic_op, lane, where, operands, ordering_of(expr));
  if (expr.type->is_void()) return {};
  return {expr.type->lane_type(), {f.emit.convert(expr.type->lane_type(), lane, old)}};
}

Value atomic_compare_exchange(FunctionCompiler& f, const Expr& expr) {
  const LaneType lane = expr.operands[0]->type->element->lane_type();
  const Type& type = *expr.operands[1]->type->element;
  const FrameRegister where = f.emit.address(pointer(f, *expr.operands[0]));
  const LvaluePlace expected_place = memory_place(type, pointer(f, *expr.operands[1]));
  const Operand expected = read(f, expected_place).components[0];
  const Operand desired = scalar(f, *expr.operands[2]);
  const Operand old =
      f.emit.atomic(AtomicOp::compare_exchange, lane, where, {expected, desired}, ordering_of(expr));
  const Operand same = f.emit.binary(Opcode::cmp_eq, lane, old, expected);
  // If the exchange succeeded, this writes the value that is already stored.
  write(f, expected_place, {lane, {old}});
  return {LaneType::int32, {same}};
}

// Each work-item copies the elements whose index is its own index plus a multiple of the group's size. The
// loop is not in the source, so its test does not count as a branch. All work-items must arrive with the same
// arguments. The copy does not order memory.
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
  const FrameRegister joined = f.emit.in_register(LaneType::uint64, scalar(f, *expr.operands.back()));
  const FrameRegister event = f.emit.allocate();
  f.emit.emit({.op = Opcode::copy_begin, .type = LaneType::uint64}, event, joined);
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
      element.is_vector() ? MemoryShape::Alignment::vector : MemoryShape::Alignment::component, kOfGroup};
  f.emit.store(to, shape, f.emit.load(from, shape));
  f.emit.binary(Opcode::add, LaneType::uint64, index, group_size, index.reg);
  f.emit.release_to(mark);
  f.code.loop_join();
  f.code.end_loop();
  return {LaneType::uint64, {{false, event}}};
}

void wait_for(FunctionCompiler& f, const Address& event) {
  const Value loaded = f.emit.load(event, {.type = LaneType::uint64});
  f.emit.emit({.op = Opcode::copy_wait, .type = LaneType::uint64}, {}, loaded.components[0].reg);
}

// Waits for asynchronous copies. The operands are the number of events and a pointer to the events. Each
// work-item copies a part, so the function must wait for all work-items of the group. The loop is not in the
// source and does not count as a branch.
void wait_group_events(FunctionCompiler& f, const Expr& expr) {
  constexpr std::int64_t kEventBytes = 8;
  constexpr std::uint64_t kFew = 4;
  const Operand count = scalar(f, *expr.operands[0]);
  const Address events = pointer(f, *expr.operands[1]);
  if (count.is_constant && count.bits <= kFew) {
    Address event = events;
    for (std::uint64_t i = 0; i < count.bits; ++i, event.offset += kEventBytes) wait_for(f, event);
  } else {
    const Address first{.operand = {false, f.emit.address(events)}};
    const Operand index{false, f.emit.allocate()};
    f.emit.assign(index.reg, LaneType::int32, Emitter::constant(LaneType::int32, 0));
    f.code.begin_loop();
    const std::uint32_t mark = f.emit.mark();
    f.code.loop_test(
        f.emit.in_register(LaneType::int32, f.emit.binary(Opcode::cmp_lt, LaneType::int32, index, count)),
        false);
    wait_for(f, displaced(f, first, {LaneType::int32, index}, kEventBytes));
    f.emit.binary(Opcode::add, LaneType::int32, index, Emitter::constant(LaneType::int32, 1), index.reg);
    f.emit.release_to(mark);
    f.code.loop_join();
    f.code.end_loop();
  }
  f.emit.emit({.op = Opcode::barrier,
               .mode = kBarrierOfWait,
               .target = pack({.scope = MemoryScope::work_group}),
               .imm = kLocalFence | kGlobalFence},
              {});
}

void print(FunctionCompiler& f, const Expr& expr) {
  Value arguments;
  std::vector<LaneType> types;
  for (const Expr* operand : expr.operands) {
    const Value part = compile_value(f, *operand);
    for (const Operand& component : part.components) {
      arguments.components.push_back({false, f.emit.in_register(part.type, component)});
      types.push_back(part.type);
    }
  }
  // The registers have different types, so they are moved one by one.
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
    case Special::to_space:
      return to_space(f, expr);
    case Special::fence_of:
      return fence_of(f, expr);
    case Special::barrier:
      synchronise(f, Opcode::barrier, expr, 0);
      return {};
    case Special::sub_group_barrier:
      expr.operands.empty() ? synchronise(f, Opcode::barrier, expr, kSubGroupBarrier)
                            : masked_barrier(f, expr);
      return {};
    case Special::fence:
      synchronise(f, Opcode::fence, expr, 0);
      return {};
    case Special::async_copy:
    case Special::async_strided_copy:
      return async_copy(f, expr);
    case Special::wait_group_events:
      wait_group_events(f, expr);
      return {};
    case Special::prefetch:
      return {};
    case Special::printf:
      print(f, expr);
      return {LaneType::int32, {Emitter::constant(LaneType::int32, 0)}};
    case Special::image:
      return image_function(f, expr);
    case Special::ballot_function:
      return ballot_function(f, expr);
    default:
      return collective(f, expr, into);
  }
}

}  // namespace lockstep::sim::language
