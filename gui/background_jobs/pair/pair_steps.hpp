// Steps two runs together, so that both have always made the same number of steps of one kind. The shorter
// run waits at its end, and each run may wait at the end of a phase (pair_phases.hpp). All functions depend
// only on the traces.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sim/trace/trace.hpp"

namespace lockstep::gui {

// The positions of one run after each step of one kind.
class StepList {
 public:
  using Kind = sim::Trace::Step;

  StepList() = default;  // no steps
  StepList(const sim::Trace& trace, Kind kind);
  // Creates the list from the position after each step, for a trace of `size` moments. In a step in which the
  // run waits, `ends` repeats the previous position.
  StepList(std::uint64_t size, std::vector<std::uint64_t> ends);

  std::uint64_t count() const;  // number of steps from the start to the end of the run
  // Returns the position after this number of steps; the end of the run if `steps` exceeds count().
  std::uint64_t position_after(std::uint64_t steps) const;
  // Return the largest number of steps that does not pass `position`, and the smallest number of steps that
  // reaches `position`.
  std::uint64_t steps_before(std::uint64_t position) const;
  std::uint64_t steps_to(std::uint64_t position) const;
  // Returns in how many of the first `steps` steps the run moved.
  std::uint64_t moves(std::uint64_t steps) const;
  bool waits_after(std::uint64_t steps) const;  // the run does not move in the next step

 private:
  bool single_ = true;                // every position is a boundary; `ends_` is empty
  std::uint64_t size_ = 0;            // number of moments of the trace
  std::vector<std::uint64_t> ends_;   // positions after 1, 2 … steps
  std::vector<std::uint32_t> moves_;  // number of moves up to each step; empty without waits
};

// One of the two runs. The trace and the steps must outlive this object.
struct PairedRun {
  const sim::Trace* trace;
  const StepList* steps;
  std::uint64_t position(std::uint64_t at) const { return steps->position_after(at); }
};
using PairedRuns = std::span<const PairedRun>;

// Returns the number of steps of the longer run.
std::uint64_t pair_length(PairedRuns runs);

// Return the nearest step after or before `at` at which one of the runs reaches a boundary of this kind.
std::uint64_t next_boundary(PairedRuns runs, std::uint64_t at, StepList::Kind kind);
std::uint64_t previous_boundary(PairedRuns runs, std::uint64_t at, StepList::Kind kind);

// Return the next or previous step in which one of the runs has an event with these record flags; no value if
// no step has such an event.
std::optional<std::uint64_t> next_event(PairedRuns runs, std::uint64_t at, std::uint16_t flags);
std::optional<std::uint64_t> previous_event(PairedRuns runs, std::uint64_t at, std::uint16_t flags);

}  // namespace lockstep::gui
