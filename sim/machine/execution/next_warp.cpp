// Decides which warp executes next. The decision depends on the state alone. The orders are described
// in sim/machine/schedule/schedule.hpp.
#include "sim/machine/execution/execution.hpp"
#include "sim/machine/execution/loop_watch.hpp"

namespace lockstep::sim {
namespace {

// After each multiple of this number of instructions, the current warp is interrupted.
constexpr std::uint64_t kQuantum = 1024;

bool accesses(Opcode op) { return opcode_info(op).has(opcodes::accesses); }
bool stores(Opcode op) { return accesses(op) && op != Opcode::load; }

}  // namespace

EarlyEnd Execution::run_preempted_warps() {
  do {
    while (warp->status == Warp::Status::ready) {
      if (state.executed >= limit_)
        if (const EarlyEnd early = check_limits(); early != EarlyEnd::none) return early;
      execute_one();
      if (warp->status == Warp::Status::ready) give_way();
    }
  } while (next_warp());
  return how_group_ended();
}

// Returns whether stores are delayed in this phase and the next instruction of this warp is a store.
bool Execution::holds_back(std::uint32_t warp_index) const {
  const ExecutionOrder& order = setup.options.schedule.order;
  if (order.kind != ExecutionOrder::Kind::adversarial) return false;
  const std::uint64_t quiet = (order.seed & kDelayInEvenPhases) != 0 ? 1 : 0;
  if ((state.group.turn + state.group.barriers) % 2 == quiet) return false;
  return stores(launch->program->code[state.group.warps[warp_index].pc].op);
}

void Execution::give_way() {
  const ExecutionOrder& order = setup.options.schedule.order;
  if (state.executed % kQuantum == 0) {
    if (state.counts_changes) wake_waiting(state);
    next_warp();
  } else if (order.kind == ExecutionOrder::Kind::random) {
    const bool may = accesses(launch->program->code[pc].op);
    if (may && mixed(order.seed, state.executed, 3) % 2 == 0) next_warp();
  } else if (holds_back(state.current_warp)) {
    find_warp([&](std::uint32_t candidate) { return !holds_back(candidate); });
  }
}

template <class Condition>
bool Execution::find_warp(Condition condition) {
  const auto& warps = state.group.warps;
  const auto count = static_cast<std::uint32_t>(warps.size());
  const ExecutionOrder& order = setup.options.schedule.order;
  const bool both_ends = order.kind == ExecutionOrder::Kind::adversarial;
  const std::uint32_t from =
      both_ends ? adversarial_position(order, state.current_warp, count) : state.current_warp;
  for (std::uint32_t i = 1; i <= count; ++i) {
    const std::uint32_t position = (from + i) % count;
    const std::uint32_t candidate = both_ends ? adversarial_index(order, position, count) : position;
    if (warps[candidate].status != Warp::Status::ready || !condition(candidate)) continue;
    state.current_warp = candidate;
    enter_warp();
    return true;
  }
  return false;
}

// Selects the next warp. In the fixed order, this is the following warp; after the last warp it is the first,
// which happens only after a barrier.
bool Execution::next_warp() {
  const ExecutionOrder& order = setup.options.schedule.order;
  if (order.kind == ExecutionOrder::Kind::random) {
    const std::uint64_t skipped = mixed(order.seed, state.executed, 4) % state.group.warps.size();
    state.current_warp =
        static_cast<std::uint32_t>((state.current_warp + skipped) % state.group.warps.size());
  }
  const auto any = [](std::uint32_t) { return true; };
  return find_warp(any) || (wake_waiting(state) && find_warp(any));
}

}  // namespace lockstep::sim
