// Two runs that move together: both have made the same number of steps of one kind. The shorter run waits
// at its end, and each run may wait at the end of a phase (pair_phases.hpp). All functions depend only on
// the traces.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sim/trace/trace.hpp"

namespace lockstep::gui {

// The positions of a trace after each step of one kind.
class StepList {
 public:
  using Kind = sim::Trace::Step;

  StepList() = default;  // no steps
  StepList(const sim::Trace& trace, Kind kind);
  // For a trace of `size` moments in which the run waits in some steps: `ends` repeats the position for
  // each wait.
  StepList(std::uint64_t size, std::vector<std::uint64_t> ends);

  std::uint64_t count() const;  // steps from the start to the end of the run
  // Returns the end if `steps` exceeds count().
  std::uint64_t position_after(std::uint64_t steps) const;
  // The largest number of steps that end at or before `position`, and the smallest number that reaches it.
  std::uint64_t steps_before(std::uint64_t position) const;
  std::uint64_t steps_to(std::uint64_t position) const;
  // How many of the first `steps` steps moved the run.
  std::uint64_t moves(std::uint64_t steps) const;
  bool waits_after(std::uint64_t steps) const;  // the run does not move in the next step

 private:
  bool single_ = true;                // every position is a boundary; `ends_` is empty
  std::uint64_t size_ = 0;            // of the trace
  std::vector<std::uint64_t> ends_;   // positions after 1, 2 … steps
  std::vector<std::uint32_t> moves_;  // moves so far, by step; empty without waits
};

// One of the two runs. The trace and the steps must outlive it.
struct PairedRun {
  const sim::Trace* trace;
  const StepList* steps;
  std::uint64_t position(std::uint64_t at) const { return steps->position_after(at); }
};
using PairedRuns = std::span<const PairedRun>;

// Number of steps of the longer run.
std::uint64_t pair_length(PairedRuns runs);

// The nearest step after or before `at` at which a run reaches a boundary of this kind.
std::uint64_t next_boundary(PairedRuns runs, std::uint64_t at, StepList::Kind kind);
std::uint64_t previous_boundary(PairedRuns runs, std::uint64_t at, StepList::Kind kind);

// The next or previous step in which one of the runs has an event with these record flags; no value if there
// is none.
std::optional<std::uint64_t> next_event(PairedRuns runs, std::uint64_t at, std::uint16_t flags);
std::optional<std::uint64_t> previous_event(PairedRuns runs, std::uint64_t at, std::uint16_t flags);

}  // namespace lockstep::gui
