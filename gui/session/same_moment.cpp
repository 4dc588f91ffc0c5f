#include "gui/session/same_moment.hpp"

#include <algorithm>

#include "gui/editor/line_marks.hpp"
#include "gui/editor/text_words.hpp"

namespace lockstep::gui {
namespace {

// Returns the line of `after` that corresponds to a line of `before`.
std::uint32_t moved_line(std::uint32_t line, const std::string& before, const std::string& after) {
  const auto moved = move_marks({{line, ""}}, split_lines(before), split_lines(after));
  return moved.empty() ? line : moved.begin()->first;
}

// Calls visit(position) for each time that a warp begins a line, from the start of the run, until it returns
// true.
template <class Place, class Visit>
void each_time(const sim::Trace& trace, const Place& place, Visit visit) {
  bool was_there = false;
  for (std::uint64_t position = 0; position < trace.size(); ++position) {
    const sim::Moment moment = trace.at(position).moment;
    if (moment.launch > place.launch) return;
    if (moment.launch != place.launch || moment.group != place.group || moment.warp != place.warp) continue;
    const sim::SourceRange& range = trace.range_at(position);
    const bool is_there = range.line == place.line && range.file == place.file;
    if (is_there && !was_there && visit(position)) return;
    was_there = is_there;
  }
}

}  // namespace

void SameMoment::note(const Run& run, std::uint64_t position, const std::string& after) {
  const sim::Trace& trace = *run.trace;
  run_ = run.number;
  text_ = after;
  place_ = Place();
  place_->at_end = position >= trace.size();
  if (place_->at_end) return;
  const sim::Moment moment = trace.at(position).moment;
  const sim::SourceRange& range = trace.range_at(position);
  *place_ = {moment.launch, moment.group, moment.warp, range.file, range.line};
  each_time(trace, *place_, [&](std::uint64_t begin) {
    if (begin <= position) ++place_->times;
    return begin >= position;
  });
  // Only the first program is repaired, and a line of another file does not move.
  if (trace.plan().launches[moment.launch].program == 0 && range.file == 0)
    place_->line = moved_line(range.line, run.text_of(0), after);
}

std::optional<std::uint64_t> SameMoment::position_of(const Place& place, const sim::Trace& trace) {
  if (place.at_end) return trace.size();
  std::optional<std::uint64_t> found;
  std::uint64_t times = 0;
  each_time(trace, place, [&](std::uint64_t begin) {
    found = begin;
    return ++times == place.times;
  });
  return found;
}

std::optional<std::uint64_t> SameMoment::take(const Run& run) {
  if (!place_ || run.number == run_) return std::nullopt;
  const Place place = *place_;
  place_.reset();
  return run.text_of(0) == text_ ? position_of(place, *run.trace) : std::nullopt;
}

}  // namespace lockstep::gui
