// Two runs that move together: both have done the same number of steps of one kind; the shorter one waits at
// its end, and at the end of each phase (pair_phases.hpp). Pure functions of traces.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sim/trace/trace.hpp"

namespace lockstep::gui {

// The positions of a trace after each step of a kind.
class StepList {
 public:
  using Kind = sim::Trace::Step;

  StepList() = default;  // no steps
  StepList(const sim::Trace& trace, Kind kind);
  // For a trace of `size` moments, where the run waits in some steps: `ends` repeats a position then.
  StepList(std::uint64_t size, std::vector<std::uint64_t> ends);

  std::uint64_t count() const;  // steps from the start to the end
  // The end if `steps` exceeds count().
  std::uint64_t position_after(std::uint64_t steps) const;
  // The largest number of steps that end at or before `position`, and the smallest that reaches it.
  std::uint64_t steps_before(std::uint64_t position) const;
  std::uint64_t steps_to(std::uint64_t position) const;
  // The number of the first `steps` in which the run moved.
  std::uint64_t moves(std::uint64_t steps) const;
  bool waits_after(std::uint64_t steps) const;  // it does not move in the next one

 private:
  bool single_ = true;                // every position is a boundary, and `ends_` is empty
  std::uint64_t size_ = 0;            // of the trace
  std::vector<std::uint64_t> ends_;   // positions after 1, 2 … steps
  std::vector<std::uint32_t> moves_;  // by step, where the run waits in some; else empty
};

// One of the two runs. Trace and steps must outlive it.
struct PairedRun {
  const sim::Trace* trace;
  const StepList* steps;
  std::uint64_t position(std::uint64_t at) const { return steps->position_after(at); }
};
using PairedRuns = std::span<const PairedRun>;

// Steps of the longer run.
std::uint64_t pair_length(PairedRuns runs);

// The step, after or before `at`, at which a run reaches the nearest boundary of this kind.
std::uint64_t next_boundary(PairedRuns runs, std::uint64_t at, StepList::Kind kind);
std::uint64_t previous_boundary(PairedRuns runs, std::uint64_t at, StepList::Kind kind);

// The next or previous step with such an event (record flags) in one of the runs; empty if there is none.
std::optional<std::uint64_t> next_event(PairedRuns runs, std::uint64_t at, std::uint16_t flags);
std::optional<std::uint64_t> previous_event(PairedRuns runs, std::uint64_t at, std::uint16_t flags);

}  // namespace lockstep::gui
