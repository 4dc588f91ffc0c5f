#include "gui/background_jobs/pair/pair_steps.hpp"

#include <algorithm>
#include <utility>

namespace lockstep::gui {

StepList::StepList(const sim::Trace& trace, Kind kind)
    : single_(kind == Kind::instruction), size_(trace.size()) {
  if (single_) return;
  for (std::uint64_t position = 0; position < size_;) {
    position = trace.next(position, kind);
    ends_.push_back(position);
  }
}

StepList::StepList(std::uint64_t size, std::vector<std::uint64_t> ends)
    : single_(false), size_(size), ends_(std::move(ends)) {
  std::uint64_t last = 0;
  std::uint32_t moves = 0;
  for (const std::uint64_t end : ends_) {
    moves += std::exchange(last, end) != end ? 1 : 0;
    moves_.push_back(moves);
  }
}

std::uint64_t StepList::moves(std::uint64_t steps) const {
  steps = std::min(steps, count());
  return steps == 0 || moves_.empty() ? steps : moves_[steps - 1];
}

bool StepList::waits_after(std::uint64_t steps) const {
  return steps < count() && position_after(steps) == position_after(steps + 1);
}

std::uint64_t StepList::count() const { return single_ ? size_ : ends_.size(); }

std::uint64_t StepList::position_after(std::uint64_t steps) const {
  if (steps == 0) return 0;
  if (steps >= count()) return size_;
  return single_ ? steps : ends_[steps - 1];
}

std::uint64_t StepList::steps_before(std::uint64_t position) const {
  if (single_) return std::min(position, size_);
  return static_cast<std::uint64_t>(std::ranges::upper_bound(ends_, position) - ends_.begin());
}

std::uint64_t StepList::steps_to(std::uint64_t position) const {
  if (position == 0 || single_) return std::min(position, size_);
  const auto reached = std::ranges::lower_bound(ends_, std::min(position, size_));
  return static_cast<std::uint64_t>(reached - ends_.begin()) + 1;
}

std::uint64_t pair_length(PairedRuns runs) {
  std::uint64_t most = 0;
  for (const PairedRun& run : runs) most = std::max(most, run.steps->count());
  return most;
}

std::uint64_t next_boundary(PairedRuns runs, std::uint64_t at, StepList::Kind kind) {
  std::uint64_t first = pair_length(runs);
  for (const PairedRun& run : runs) {
    if (at >= run.steps->count()) continue;
    const std::uint64_t there = run.steps->steps_to(run.trace->next(run.position(at), kind));
    first = std::min(first, std::max(there, at + 1));
  }
  return first;
}

std::uint64_t previous_boundary(PairedRuns runs, std::uint64_t at, StepList::Kind kind) {
  std::uint64_t last = 0;
  for (const PairedRun& run : runs) {
    if (at == 0 || run.position(at) == 0) continue;
    // The end of a run is also a boundary.
    const std::uint64_t there = at > run.steps->count()
                                    ? run.steps->count()
                                    : run.steps->steps_to(run.trace->previous(run.position(at), kind));
    last = std::max(last, std::min(there, at - 1));
  }
  return last;
}

std::optional<std::uint64_t> next_event(PairedRuns runs, std::uint64_t at, std::uint16_t flags) {
  std::optional<std::uint64_t> first;
  for (const PairedRun& run : runs) {
    if (at + 1 >= run.steps->count()) continue;
    // Events of the current step are already visible.
    const auto event = run.trace->next_event(run.position(at + 1) - 1, flags);
    if (!event) continue;
    const std::uint64_t there = run.steps->steps_before(*event);
    if (there <= at) continue;
    first = first ? std::min(*first, there) : there;
  }
  return first;
}

std::optional<std::uint64_t> previous_event(PairedRuns runs, std::uint64_t at, std::uint16_t flags) {
  std::optional<std::uint64_t> last;
  for (const PairedRun& run : runs) {
    const auto event = run.trace->previous_event(run.position(at), flags);
    if (event) last = std::max(last.value_or(0), run.steps->steps_before(*event));
  }
  return last;
}

}  // namespace lockstep::gui
