// Goes to any position of a recorded run by replay from the nearest state. The nearest state is a snapshot,
// the last requested state, or a state kept during the last replay. A step back, which often follows,
// therefore replays only a few moments, not all moments since the snapshot.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/trace/replay.hpp"
#include "sim/trace/snapshots.hpp"

namespace lockstep::sim {

class Traveller {
 public:
  // `recorded` is the observer of the run that built the graph; it is used only here.
  Traveller(const Machine& machine, const ProvenanceObserver& recorded, const ProvenanceGraph& graph,
            const Snapshots& snapshots);
  Traveller(const Traveller&) = delete;
  Traveller& operator=(const Traveller&) = delete;

  // Returns the state at `position`. A returned state never changes.
  std::shared_ptr<const TraceState> go_to(std::uint64_t position);

 private:
  using State = std::shared_ptr<const TraceState>;

  const State* left_behind(std::uint64_t position) const;  // latest at or before `position`; null: none
  void begin_at(TraceState state);
  void leave_behind(std::uint64_t position);
  void forget_far_ones(std::uint64_t position);

  const Machine& machine_;
  const ProvenanceGraph& graph_;
  const Snapshots& snapshots_;
  ProvenanceState unused_;
  ProvenanceObserver pattern_;  // the start of each replay
  std::shared_ptr<TraceState> current_;
  std::unique_ptr<Replay> replay_;  // moves current_ forward
  std::vector<State> left_behind_;  // by position
};

}  // namespace lockstep::sim
