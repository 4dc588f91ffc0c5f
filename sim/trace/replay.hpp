// Moves a TraceState forward, moment by moment. Recording and seeking use the same steps, so the state found
// by seeking equals the recorded state.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "sim/observers/provenance/observer.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::sim {

// Updates the counters in the state itself, up to the current position. Without a model, the caller adds the
// cost of accesses.
class RunningTotal final : public Observer {
 public:
  explicit RunningTotal(TraceState& state, const DeviceModel* model = nullptr)
      : model_(model), state_(state) {}
  void on_launch_begin(const MachineState&, std::uint32_t) override { ++total().launches; }
  void on_group_begin(const MachineState& state, std::uint32_t) override;
  void on_access(const MachineState&, const Moment&, const Instruction&, const ObservedAccess&) override;
  void on_branch(const MachineState&, const Moment&, const Instruction&, const ObservedBranch&) override;
  void on_barrier_release(const MachineState&, std::uint32_t, const Instruction&) override {
    ++total().barriers;
  }
  void on_instruction(const MachineState&, const Moment&, const Instruction&) override;

 private:
  Counters& total() { return state_.counters; }
  const DeviceModel* model_;
  TraceState& state_;
};

class Replay {
 public:
  // `like` is the observer that built the graph during the run, on the same machine.
  Replay(const Machine& machine, const ProvenanceObserver& like, const ProvenanceGraph& graph,
         TraceState& state);
  Replay(const Replay&) = delete;
  Replay& operator=(const Replay&) = delete;
  // Advances to a later position, or to the end of the plan.
  void advance(std::uint64_t position);

 private:
  const Machine& machine_;
  TraceState& state_;
  ProvenanceObserver provenance_;
  RunningTotal total_;
  std::vector<Observer*> observers_;
};

// Runs a whole trace again, for callers that visit all positions in order. This is faster than seeking each
// position, because nothing is counted. Of the ids of registers, only those whose values reach memory or an
// exchange are correct.
class Rerun {
 public:
  // `watcher` sees each access and exchange before the ids of its values change. The trace must outlive it.
  Rerun(const Trace& trace, Observer& watcher);
  Rerun(const Rerun&) = delete;
  Rerun& operator=(const Rerun&) = delete;
  // Continues to the end, or until `visit`, called with each position after its moment, returns false.
  void go_on(const std::function<bool(std::uint64_t)>& visit);
  std::uint64_t position() const { return state_.position; }
  // Returns the current state, in which the counters have the values of the start.
  const TraceState& state() const { return state_; }

 private:
  const Trace& trace_;
  TraceState state_;
  ProvenanceObserver provenance_;
  std::vector<Observer*> observers_;
};

}  // namespace lockstep::sim
