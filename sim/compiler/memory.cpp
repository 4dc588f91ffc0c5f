// Built-in functions that touch memory, order it, or talk: vload, atomics, barriers, async copies, printf.
#include "sim/bytecode/fold.hpp"
#include "sim/compiler/function.hpp"

namespace lockstep::sim::language {
Value FunctionCompiler::memory_function(const Expr& expr, Into into) {
  switch (expr.special) {
    case Special::vload:
      return vload(expr, into);
    case Special::vstore:
      vstore(expr);
      return {};
    case Special::vload_half:
      return vload_half(expr);
    case Special::vstore_half:
      vstore_half(expr);
      return {};
    case Special::atomic:
      return atomic(expr);
    case Special::atomic_compare_exchange:
      return atomic_compare_exchange(expr);
    case Special::barrier:
      synchronise(Opcode::barrier, expr.flags, 0);
      return {};
    case Special::sub_group_barrier:
      synchronise(Opcode::barrier, expr.flags, 1);
      return {};
    case Special::fence:
      synchronise(Opcode::fence, expr.flags, 0);
      return {};
    case Special::async_copy:
    case Special::async_strided_copy:
      return async_copy(expr);
    case Special::wait_group_events:
      // A copy is done by all work-items of the group, so each has to wait for the others' share.
      for (const Expr* operand : expr.operands)
        if (!is_free_of_effects(*operand)) discard(*operand);
      synchronise(Opcode::barrier, kLocalFence | kGlobalFence, 0);
      return {};
    case Special::prefetch:
      return {};
    case Special::printf:
      print(expr);
      return {LaneType::int32, {Emitter::constant(LaneType::int32, 0)}};
    case Special::ballot_function:
      return ballot_function(expr);
    default:
      return collective(expr, into);
  }
}

void FunctionCompiler::synchronise(Opcode op, unsigned flags, std::uint8_t mode) {
  emit_.emit({.op = op, .mode = mode, .imm = flags & (kLocalFence | kGlobalFence)}, {});
}

// vloadn and its kin: element `offset * n` from the pointer.
Address FunctionCompiler::pointer_to_elements(const Expr& pointer_expr, const Expr& offset_expr,
                                              std::size_t stride_bytes) {
  const Index offset = index(offset_expr);
  return displaced(pointer(pointer_expr), offset, static_cast<std::int64_t>(stride_bytes));
}

Value FunctionCompiler::vload(const Expr& expr, Into into) {
  const Type& element = *expr.type->scalar();
  const LaneType lane = element.memory_lane_type();
  const unsigned count = component_count(*expr.type);
  const Address from = pointer_to_elements(*expr.operands[1], *expr.operands[0], count * size_bytes(lane));
  if (lane == element.lane_type()) return emit_.load(from, {.type = lane, .count = count}, into);
  Value result = emit_.load(from, {.type = lane, .count = count});
  result.type = element.lane_type();
  for (Operand& component : result.components) component = emit_.from_memory(element, component);
  return result;
}

void FunctionCompiler::vstore(const Expr& expr) {
  Value data = value(*expr.operands[0]);
  const Type& element = *expr.operands[0]->type->scalar();
  data.type = element.memory_lane_type();
  for (Operand& component : data.components) component = emit_.to_memory(element, component);
  const auto count = static_cast<unsigned>(data.components.size());
  const Address to = pointer_to_elements(*expr.operands[2], *expr.operands[1], count * size_bytes(data.type));
  emit_.store(to, {.type = data.type, .count = count}, data);
}

namespace {

// vloada_half3 and vstorea_half3 work on slots of four.
std::uint64_t half_stride(const Expr& expr, unsigned count) {
  return (expr.half_aligned && count == 3 ? 4 : count) * size_bytes(LaneType::uint16);
}

MemoryShape half_shape(const Expr& expr, unsigned count) {
  return {
      LaneType::uint16, count,
      expr.half_aligned && count > 1 ? MemoryShape::Alignment::vector : MemoryShape::Alignment::component};
}

}  // namespace

Value FunctionCompiler::vload_half(const Expr& expr) {
  const unsigned count = component_count(*expr.type);
  const Address from = pointer_to_elements(*expr.operands[1], *expr.operands[0], half_stride(expr, count));
  Value result = emit_.load(from, half_shape(expr, count));
  result.type = LaneType::float32;
  for (Operand& component : result.components) component = emit_.from_half(component);
  return result;
}

void FunctionCompiler::vstore_half(const Expr& expr) {
  const Value data = value(*expr.operands[0]);
  const auto count = static_cast<unsigned>(data.components.size());
  const Address to = pointer_to_elements(*expr.operands[2], *expr.operands[1], half_stride(expr, count));
  Value halves{LaneType::uint16, {}};
  for (const Operand& component : data.components)
    halves.components.push_back(emit_.to_half(data.type, component, expr.convert_mode));
  emit_.store(to, half_shape(expr, count), halves);
}

Value FunctionCompiler::atomic(const Expr& expr) {
  const LaneType lane = expr.operands[0]->type->element->lane_type();
  const FrameRegister where = emit_.address(pointer(*expr.operands[0]));
  std::vector<Operand> operands;
  for (std::size_t i = 1; i < expr.operands.size(); ++i) operands.push_back(scalar(*expr.operands[i]));
  const Operand old = emit_.atomic(expr.atomic_op, lane, where, operands);
  if (expr.type->is_void()) return {};
  return {expr.type->lane_type(), {emit_.convert(expr.type->lane_type(), lane, old)}};
}

Value FunctionCompiler::atomic_compare_exchange(const Expr& expr) {
  const LaneType lane = expr.operands[0]->type->element->lane_type();
  const Type& type = *expr.operands[1]->type->element;
  const FrameRegister where = emit_.address(pointer(*expr.operands[0]));
  const Place expected_place = memory_place(type, pointer(*expr.operands[1]));
  const Operand expected = read(expected_place).components[0];
  const Operand desired = scalar(*expr.operands[2]);
  const Operand old = emit_.atomic(AtomicOp::compare_exchange, lane, where, {expected, desired});
  const Operand same = emit_.binary(Opcode::cmp_eq, lane, old, expected);
  // Where the exchange took place this stores what is there already.
  write(expected_place, {lane, {old}});
  return {LaneType::int32, {same}};
}

// Each work-item copies the elements whose number is its own plus a multiple of the group's size. The loop is
// not in the source, so its test counts as no branch; the accesses are those of the specification. All must
// come here with the same arguments; they do not wait for each other's memory.
Value FunctionCompiler::async_copy(const Expr& expr) {
  const bool strided = expr.special == Special::async_strided_copy;
  const Type& element = *expr.operands[0]->type->element;
  const auto bytes = static_cast<std::int64_t>(element.size);
  const auto agreed = [&](const Operand& argument) {
    if (argument.is_constant) return argument;
    const Collective agree{.kind = CollectiveKind::agree, .of_sub_group = false};
    return emit_.collective(agree, LaneType::uint64, argument, Emitter::constant(LaneType::int64, 0));
  };
  const Operand target = agreed({false, emit_.address(pointer(*expr.operands[0]))});
  const Operand source = agreed({false, emit_.address(pointer(*expr.operands[1]))});
  const Operand count = agreed(scalar(*expr.operands[2]));
  const Operand stride = strided ? agreed(scalar(*expr.operands[3])) : Emitter::constant(LaneType::uint64, 1);
  const Operand event = scalar(*expr.operands.back());
  const bool from_global = expr.operands[0]->type->space == AddressSpace::local;

  const auto query = [&](WorkItemQuery what, unsigned dimension) {
    return emit_.work_item(what, Emitter::constant(LaneType::uint32, dimension));
  };
  const Operand start = query(WorkItemQuery::local_linear_id, 0);
  Operand group_size = query(WorkItemQuery::local_size, 0);
  for (unsigned dimension = 1; dimension < 3; ++dimension)
    group_size =
        emit_.binary(Opcode::mul, LaneType::uint64, group_size, query(WorkItemQuery::local_size, dimension));
  const Operand index{false, emit_.allocate()};
  emit_.assign(index.reg, LaneType::uint64, start);
  code_.begin_loop();
  const std::uint32_t mark = emit_.mark();
  code_.loop_test(
      emit_.in_register(LaneType::int32, emit_.binary(Opcode::cmp_lt, LaneType::uint64, index, count)),
      false);
  const Operand far = strided ? emit_.binary(Opcode::mul, LaneType::uint64, index, stride) : index;
  const Address from = displaced({.operand = source}, {LaneType::uint64, from_global ? far : index}, bytes);
  const Address to = displaced({.operand = target}, {LaneType::uint64, from_global ? index : far}, bytes);
  const MemoryShape shape{
      element.scalar()->memory_lane_type(), element.count,
      element.is_vector() ? MemoryShape::Alignment::vector : MemoryShape::Alignment::component, true};
  emit_.store(to, shape, emit_.load(from, shape));
  emit_.binary(Opcode::add, LaneType::uint64, index, group_size, index.reg);
  emit_.release_to(mark);
  code_.loop_join();
  code_.end_loop();
  return {LaneType::uint64, {event}};
}

void FunctionCompiler::print(const Expr& expr) {
  Value arguments;
  std::vector<LaneType> types;
  for (const Expr* operand : expr.operands) {
    const Value part = value(*operand);
    for (const Operand& component : part.components) {
      arguments.components.push_back({false, emit_.in_register(part.type, component)});
      types.push_back(part.type);
    }
  }
  // Each register keeps its own type, so they are moved one by one.
  const auto count = static_cast<std::uint8_t>(types.size());
  const FrameRegister first = emit_.allocate(std::max<unsigned>(count, 1));
  for (std::uint32_t i = 0; i < types.size(); ++i)
    emit_.assign({first.function, first.index + i}, types[i], arguments.components[i]);
  const auto format = static_cast<std::int64_t>(unit_.program.formats.size());
  unit_.program.formats.push_back(expr.text);
  unit_.program.format_types.push_back(std::move(types));
  emit_.emit({.op = Opcode::print, .count = count, .imm = format}, {}, first);
}

}  // namespace lockstep::sim::language
