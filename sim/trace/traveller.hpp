// Goes to any position of a recorded run: from the nearest state, by replay. That is a snapshot, the state it
// went to last, or one of those that it left behind on its way there: the step back that often follows then
// replays a few moments, not all those since the snapshot.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/trace/replay.hpp"
#include "sim/trace/snapshots.hpp"

namespace lockstep::sim {

class Traveller {
 public:
  // `recorded` has followed the run that built the graph; it is needed only here.
  Traveller(const Machine& machine, const ProvenanceObserver& recorded, const ProvenanceGraph& graph,
            const Snapshots& snapshots);
  Traveller(const Traveller&) = delete;
  Traveller& operator=(const Traveller&) = delete;

  // A state that was given out never changes.
  std::shared_ptr<const TraceState> go_to(std::uint64_t position);

 private:
  using State = std::shared_ptr<const TraceState>;

  const State* left_behind(std::uint64_t position) const;  // the latest at or before it; null: none
  void begin_at(TraceState state);
  void leave_behind(std::uint64_t position);
  void forget_far_ones(std::uint64_t position);

  const Machine& machine_;
  const ProvenanceGraph& graph_;
  const Snapshots& snapshots_;
  ProvenanceState unused_;
  ProvenanceObserver pattern_;  // what a replay begins with
  std::shared_ptr<TraceState> current_;
  std::unique_ptr<Replay> replay_;  // moves it forward
  std::vector<State> left_behind_;  // by position
};

}  // namespace lockstep::sim
