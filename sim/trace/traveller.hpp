// Goes to any position of a recorded run by replay from the nearest state. This is a snapshot, the last state
// that it went to, or a state that it kept on the way there: the step back that often follows then replays a
// few moments, not all those since the snapshot.
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

  // A state that was returned never changes.
  std::shared_ptr<const TraceState> go_to(std::uint64_t position);

 private:
  using State = std::shared_ptr<const TraceState>;

  const State* left_behind(std::uint64_t position) const;  // the latest at or before `position`; null: none
  void begin_at(TraceState state);
  void leave_behind(std::uint64_t position);
  void forget_far_ones(std::uint64_t position);

  const Machine& machine_;
  const ProvenanceGraph& graph_;
  const Snapshots& snapshots_;
  ProvenanceState unused_;
  ProvenanceObserver pattern_;  // the start of each replay
  std::shared_ptr<TraceState> current_;
  std::unique_ptr<Replay> replay_;  // moves it forward
  std::vector<State> left_behind_;  // by position
};

}  // namespace lockstep::sim
