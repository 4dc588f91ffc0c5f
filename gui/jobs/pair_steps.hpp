// Two runs that move together: both stand after the same number of steps of one kind, and the one that ends
// first waits at its end. Pure functions of traces.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sim/trace/trace.hpp"

namespace lockstep::gui {

// Where a trace stands after so many steps of a kind: what stepping from the start would give, at once.
class StepList {
 public:
  using Kind = sim::Trace::Step;

  StepList() = default;  // of no run: no step
  StepList(const sim::Trace& trace, Kind kind);

  std::uint64_t count() const;  // steps from the start to the end
  // After more steps than there are: the end.
  std::uint64_t position_after(std::uint64_t steps) const;
  // The most steps that go no further than `position`, and the fewest that come to it or beyond.
  std::uint64_t steps_before(std::uint64_t position) const;
  std::uint64_t steps_to(std::uint64_t position) const;

 private:
  bool single_ = true;               // every position is a boundary, and `ends_` stays empty
  std::uint64_t size_ = 0;           // of the trace
  std::vector<std::uint64_t> ends_;  // positions after 1, 2 … steps
};

// One of the runs that move together. Both must outlive it.
struct PairedRun {
  const sim::Trace* trace;
  const StepList* steps;
  std::uint64_t position(std::uint64_t at) const { return steps->position_after(at); }
};
using PairedRuns = std::span<const PairedRun>;

// Steps of the longest.
std::uint64_t pair_length(PairedRuns runs);

// From `at` steps on to where the first of them comes to a boundary of this kind, and back.
std::uint64_t next_boundary(PairedRuns runs, std::uint64_t at, StepList::Kind kind);
std::uint64_t previous_boundary(PairedRuns runs, std::uint64_t at, StepList::Kind kind);

// The next step in which one of them meets such an event (record flags), and the one before. None: there is
// no such step.
std::optional<std::uint64_t> next_event(PairedRuns runs, std::uint64_t at, std::uint16_t flags);
std::optional<std::uint64_t> previous_event(PairedRuns runs, std::uint64_t at, std::uint16_t flags);

// In steps of another kind: the first run that has not ended stays where it is.
std::uint64_t steps_of_kind(PairedRuns runs, std::uint64_t at, StepList::Kind kind);

}  // namespace lockstep::gui
