#include "sim/trace/replay.hpp"

#include <bit>

#include "sim/bytecode/opcode.hpp"
#include "sim/machine/machine.hpp"
#include "sim/observers/counters/counter_observer.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::sim {

void RunningTotal::on_group_begin(const MachineState& state, std::uint32_t) {
  ++total().work_groups;
  total().warps += state.group.warps.size();
}

void RunningTotal::on_access(const MachineState&, const Moment&, const Instruction&,
                             const ObservedAccess& observed) {
  if (model_) add_access(*model_, observed.space, observed.demand(), total());
}

void RunningTotal::on_branch(const MachineState&, const Moment&, const Instruction& instruction,
                             const ObservedBranch& branch) {
  add_branch(instruction, branch, total());
}

void RunningTotal::on_instruction(const MachineState& state, const Moment& moment,
                                  const Instruction& instruction) {
  ++total().instructions;
  if (instruction.op == Opcode::collective) ++total().collectives;
  if (!joins_lanes(instruction.op)) {
    total().lane_slots += state.warp_width;
    total().active_lanes += static_cast<unsigned>(std::popcount(moment.lanes));
  }
  total().work = state_.work;
  total().useful_work = state_.useful_work;
  total().steps = state_.latest;
}

Replay::Replay(const Machine& machine, const ProvenanceObserver& like, const ProvenanceGraph& graph,
               TraceState& state)
    : machine_(machine),
      state_(state),
      provenance_(like, state, graph),
      total_(state, &machine.model()),
      observers_{&provenance_, &total_} {}

void Replay::advance(std::uint64_t position) {
  if (state_.position >= position) return;
  machine_.step_through(state_.machine, observers_, [&] { return ++state_.position < position; });
}

Rerun::Rerun(const Trace& trace, Observer& watcher)
    : trace_(trace),
      state_(trace.kept_state(0)),
      provenance_(trace.machine(), state_, trace.provenance()),
      observers_{&watcher, &provenance_} {
  provenance_.follow_only_ids();
}

void Rerun::go_on(const std::function<bool(std::uint64_t)>& visit) {
  const std::uint64_t size = trace_.size();
  if (state_.position >= size) return;
  trace_.machine().step_through(state_.machine, observers_, [&] {
    const std::uint64_t position = state_.position++;
    return visit(position) && state_.position < size;
  });
}

// Returns a hash of the complete state at a position. Two replays to the same position must give the same
// hash. Hashes are compared only within one run of the program and never stored.

namespace {

class Hasher {
 public:
  void add(std::uint64_t value) {
    hash_ = std::rotl(hash_ ^ (value * 0x9E3779B97F4A7C15u), 29) * 0xBF58476D1CE4E5B9u;
  }
  template <class T>
  void add(const std::vector<T>& values) {
    add(values.size());
    for (const T& value : values) add(value);
  }
  std::uint64_t value() const { return hash_ ^ (hash_ >> 31); }

 private:
  std::uint64_t hash_ = 0x2545F4914F6CDD1Du;
};

}  // namespace

std::uint64_t TraceState::hash() const {
  Hasher hasher;
  hasher.add(position);
  hasher.add(lockstep::sim::hash(machine));
  hasher.add(buffer_provenance.size());
  for (const auto& ids : buffer_provenance) hasher.add(ids.read());
  hasher.add(local_provenance);
  hasher.add(register_provenance);
  hasher.add(private_provenance);
  hasher.add(input_lanes);
  hasher.add(clocks);
  hasher.add(launch_start);
  hasher.add(next_id);
#define M(name, title, unit, explanation) hasher.add(counters.name);
#include "sim/observers/counters/metrics.def"
#undef M
  return hasher.value();
}

}  // namespace lockstep::sim
