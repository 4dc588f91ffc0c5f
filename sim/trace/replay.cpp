#include "sim/trace/replay.hpp"

#include <bit>

#include "sim/observers/counter_observer.hpp"

namespace lockstep::sim {

void RunningTotal::on_group_begin(const MachineState& state, std::uint32_t) {
  ++total().work_groups;
  total().warps += state.group.warps.size();
}

void RunningTotal::on_access(const MachineState&, const Moment&, const Instruction&,
                             const ObservedAccess& observed) {
  if (model_) add_access(*model_, observed.space, observed.access, total());
}

void RunningTotal::on_branch(const MachineState&, const Moment&, const Instruction& instruction,
                             const ObservedBranch& branch) {
  add_branch(instruction, branch, total());
}

void RunningTotal::on_instruction(const MachineState& state, const Moment& moment, const Instruction&) {
  ++total().instructions;
  total().lane_slots += static_cast<unsigned>(std::popcount(state.group.warps[moment.warp].existing));
  total().active_lanes += static_cast<unsigned>(std::popcount(moment.lanes));
  total().work = state_.work;
  total().steps = state_.latest;
}

Replay::Replay(const Machine& machine, const ProvenanceGraph& graph, TraceState& state)
    : machine_(machine),
      state_(state),
      provenance_(machine, state, graph),
      total_(state, &machine.model()),
      observers_{&provenance_, &total_} {}

void Replay::advance(std::uint64_t position) {
  if (state_.position >= position) return;
  machine_.step_through(state_.machine, observers_, [&] { return ++state_.position < position; });
}

}  // namespace lockstep::sim
