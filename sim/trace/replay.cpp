#include "sim/trace/replay.hpp"

#include <algorithm>
#include <bit>

#include "sim/observers/counter_observer.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::sim {
namespace {

template <class T>
using Buffers = std::vector<CopyOnWrite<T>>;

// Those that two states share take memory once.
template <class T>
std::uint64_t bytes_of_buffers(const Buffers<T>& buffers, const Buffers<T>* before) {
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    const bool is_shared = before != nullptr && i < before->size() && buffers[i].is_shared_with((*before)[i]);
    bytes += is_shared ? 0 : buffers[i].size() * sizeof(T);
  }
  return bytes;
}

template <class T>
std::uint64_t bytes_of(const std::vector<T>& values) {
  return values.size() * sizeof(T);
}

std::uint64_t bytes_of(const Warp& warp) {
  return sizeof(Warp) + bytes_of(warp.stack) + bytes_of(warp.registers) + bytes_of(warp.private_memory) +
         bytes_of(warp.private_written) + bytes_of(warp.returns) +
         (warp.loops.earlier ? bytes_of(warp.loops.earlier->registers) : 0);
}

}  // namespace

std::uint64_t size_in_memory(const TraceState& state, const TraceState* before) {
  std::uint64_t bytes = sizeof(TraceState);
  for (const Warp& warp : state.machine.group.warps) bytes += bytes_of(warp);
  for (const WorkGroupState& group : state.machine.waiting)
    for (const Warp& warp : group.warps) bytes += bytes_of(warp);
  bytes += bytes_of(state.machine.group.local_memory) + bytes_of(state.machine.group.local_written);
  bytes += bytes_of_buffers(state.machine.buffers, before ? &before->machine.buffers : nullptr);
  bytes += bytes_of_buffers(state.machine.buffer_written, before ? &before->machine.buffer_written : nullptr);
  for (const auto& ids : state.buffer_provenance) bytes += bytes_of(ids);
  return bytes + bytes_of(state.local_provenance) + bytes_of(state.register_provenance) +
         bytes_of(state.private_provenance) + bytes_of(state.input_lanes) + bytes_of(state.clocks);
}

void Snapshots::offer(const TraceState& state) {
  if (state.position % interval_ != 0) return;
  bytes_ += size_in_memory(state, states_.empty() ? nullptr : &states_.back());
  states_.push_back(state);
  while (bytes_ > budget_bytes_ && states_.size() > 2) thin();
}

void Snapshots::thin() {
  interval_ *= 2;
  std::erase_if(states_, [&](const TraceState& state) { return state.position % interval_ != 0; });
  bytes_ = 0;
  const TraceState* before = nullptr;
  for (const TraceState& state : states_) {
    bytes_ += size_in_memory(state, before);
    before = &state;
  }
}

const TraceState& Snapshots::before(std::uint64_t position) const {
  const auto after =
      std::upper_bound(states_.begin(), states_.end(), position,
                       [](std::uint64_t wanted, const TraceState& state) { return wanted < state.position; });
  return *std::prev(after);
}

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

void RunningTotal::on_instruction(const MachineState& state, const Moment& moment, const Instruction&) {
  ++total().instructions;
  total().lane_slots += state.warp_width;
  total().active_lanes += static_cast<unsigned>(std::popcount(moment.lanes));
  total().work = state_.work;
  total().useful_work = state_.useful_work;
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

// One number for everything that a position's state consists of. Two ways to the same position must give the
// same number; it is for comparing within one run of the program, never stored.

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
  hasher.add(buffer_provenance);
  hasher.add(local_provenance);
  hasher.add(register_provenance);
  hasher.add(private_provenance);
  hasher.add(input_lanes);
  hasher.add(clocks);
  hasher.add(launch_start);
  hasher.add(next_id);
#define M(name, title, unit, explanation) hasher.add(counters.name);
#include "sim/observers/metrics.def"
#undef M
  return hasher.value();
}

}  // namespace lockstep::sim
