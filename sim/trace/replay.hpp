// States to return to, in order of position. They share a memory budget: when it is used up, every second one
// is dropped and their distance doubles, so that they stay evenly spread.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/observers/provenance/observer.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::sim {

class Snapshots {
 public:
  explicit Snapshots(std::uint64_t budget_bytes = std::uint64_t{16} << 20) : budget_bytes_(budget_bytes) {}

  // Call it at every position, from 0 on; keeps a copy of some.
  void offer(const TraceState& state);
  // The latest one at or before `position`; the one of position 0 is always kept.
  const TraceState& before(std::uint64_t position) const;

  std::size_t count() const { return states_.size(); }
  std::uint64_t interval() const { return interval_; }

 private:
  void thin();

  std::uint64_t budget_bytes_;
  std::uint64_t interval_ = 1024;
  std::uint64_t bytes_ = 0;
  std::vector<TraceState> states_;
};

// The memory that a copy of a state takes, approximately, besides what it shares with the state before it.
std::uint64_t size_in_memory(const TraceState& state, const TraceState* before = nullptr);

// Moves a TraceState forward, moment by moment. Recording and seeking use the same steps, so a sought
// state equals the recorded one.

// Keeps the counters of everything so far in the state itself. Without a model, the caller adds the cost of
// accesses.
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
  Replay(const Machine& machine, const ProvenanceGraph& graph, TraceState& state);
  Replay(const Replay&) = delete;
  Replay& operator=(const Replay&) = delete;
  // To a later position, or the end of the plan.
  void advance(std::uint64_t position);

 private:
  const Machine& machine_;
  TraceState& state_;
  ProvenanceObserver provenance_;
  RunningTotal total_;
  std::vector<Observer*> observers_;
};

}  // namespace lockstep::sim
