#include "gui/figures/timeline/timeline.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "sim/trace/trace_maker.hpp"

namespace lockstep::gui {
namespace {

using sim::TraceRecord;
using Event = TimelineEvent;

TimelineSegment segment_of(std::uint64_t begin, std::uint64_t end, bool waits) {
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end), waits};
}

// Extends the last segment by one moment if it ends at `position`; otherwise, or after a boundary, starts a
// new segment.
void extend(std::vector<TimelineSegment>& segments, std::uint64_t position, bool after_boundary) {
  if (!after_boundary && !segments.empty() && !segments.back().waits && segments.back().end == position) {
    ++segments.back().end;
  } else {
    segments.push_back(segment_of(position, position + 1, false));
  }
}

void add_lanes(Timeline& timeline, std::uint64_t& sum, std::uint64_t lanes) {
  if (timeline.lanes.size() % Timeline::kBlock == 0) timeline.lanes_before.push_back(sum);
  const auto count = static_cast<std::uint8_t>(std::popcount(lanes));
  timeline.lanes.push_back(count);
  sum += count;
}

void add_events(Timeline& timeline, std::uint64_t position, std::uint16_t flags) {
  constexpr std::pair<std::uint16_t, Event> table[] = {
      {TraceRecord::conflict, Event::conflict},   {TraceRecord::divergent, Event::divergence},
      {TraceRecord::finding, Event::finding},     {TraceRecord::barrier_release, Event::barrier},
      {TraceRecord::group_end, Event::group_end}, {TraceRecord::launch_end, Event::launch_end},
  };
  for (const auto& [flag, event] : table)
    if ((flags & flag) != 0) timeline.events[static_cast<std::size_t>(event)].push_back(position);
}

std::uint64_t lanes_before(const Timeline& timeline, std::uint64_t position) {
  if (position >= timeline.lanes.size() && timeline.lanes.empty()) return 0;
  const std::uint64_t block =
      std::min<std::uint64_t>(position / Timeline::kBlock, timeline.lanes_before.size() - 1);
  std::uint64_t sum = timeline.lanes_before[block];
  for (std::uint64_t p = block * Timeline::kBlock;
       p < std::min<std::uint64_t>(position, timeline.lanes.size()); ++p)
    sum += timeline.lanes[p];
  return sum;
}

std::uint64_t column_of(std::uint64_t position, std::uint64_t begin, std::uint64_t end, unsigned columns) {
  return (position - begin) * columns / (end - begin);
}

void add_host(Timeline& timeline, const Plan& plan, std::size_t launch, std::uint64_t position) {
  std::vector<std::string> calls;
  for (const HostCall& call : host_calls_before(plan, launch)) calls.push_back(words_of(call));
  if (!calls.empty()) timeline.host.push_back({position, std::move(calls)});
}

}  // namespace

std::uint64_t column_begin(std::uint64_t column, std::uint64_t begin, std::uint64_t end, unsigned columns) {
  return begin + (column * (end - begin) + columns - 1) / columns;
}

TimelineMaker::TimelineMaker(const sim::Trace& trace) : trace_(trace) {
  timeline_.size = trace.size();
  timeline_.goes_on = sim::is_beginning(trace);
  timeline_.of_items = trace.model().warp_width == 1;
  timeline_.lanes_of_warp = trace.model().warp_width;
  timeline_.lanes.reserve(trace.size());
}

bool TimelineMaker::go_on(TimeSlice& slice) {
  while (next_ < trace_.size()) {
    add(next_++);
    if (slice.is_over()) return true;
  }
  if (!timeline_.goes_on) add_host(timeline_, trace_.plan(), trace_.plan().launches.size(), trace_.size());
  for (auto& segments : timeline_.warps) segments.shrink_to_fit();
  return false;
}

void TimelineMaker::add(std::uint64_t p) {
  constexpr std::uint16_t boundary = TraceRecord::barrier_release | TraceRecord::group_end;
  const TraceRecord record = trace_.at(p), before = p == 0 ? TraceRecord{} : trace_.at(p - 1);
  const std::uint32_t warp = record.moment.warp;
  if (p == 0 || before.moment.launch != record.moment.launch)
    add_host(timeline_, trace_.plan(), record.moment.launch, p);
  if (warp >= timeline_.warps.size()) {
    timeline_.warps.resize(warp + 1);
    waits_since_.resize(warp + 1, 0);
  }
  extend(timeline_.warps[warp], p, p > 0 && (before.flags & boundary) != 0);
  add_events(timeline_, p, record.flags);
  add_lanes(timeline_, lanes_, record.moment.lanes);
  if ((record.flags & TraceRecord::barrier_arrive) != 0) waits_since_[warp] = p + 1;
  if ((record.flags & boundary) == 0) return;
  for (std::size_t w = 0; w < waits_since_.size(); ++w) {
    if (waits_since_[w] != 0 && waits_since_[w] <= p)
      timeline_.warps[w].push_back(segment_of(waits_since_[w], p + 1, true));
    waits_since_[w] = 0;
  }
}

Timeline prepare_timeline(const sim::Trace& trace) {
  TimelineMaker maker(trace);
  TimeSlice whole;
  maker.go_on(whole);
  return maker.take();
}

TimelineSum& TimelineSum::operator+=(const TimelineSum& other) {
  moments += other.moments;
  lanes += other.lanes;
  for (std::size_t i = 0; i < events.size(); ++i) events[i] += other.events[i];
  return *this;
}

TimelineSum sum_moments(const Timeline& timeline, std::uint64_t begin, std::uint64_t end) {
  TimelineSum sum;
  end = std::min(end, timeline.size);
  if (end <= begin) return sum;
  sum.moments = end - begin;
  sum.lanes = lanes_before(timeline, end) - lanes_before(timeline, begin);
  for (std::size_t i = 0; i < sum.events.size(); ++i) {
    const std::vector<std::uint64_t>& positions = timeline.events[i];
    const auto first = std::ranges::lower_bound(positions, begin);
    sum.events[i] = static_cast<std::uint64_t>(std::lower_bound(first, positions.end(), end) - first);
  }
  return sum;
}

std::vector<TimelineSum> sum_columns(const Timeline& timeline, std::uint64_t begin, std::uint64_t end,
                                     unsigned columns) {
  std::vector<TimelineSum> sums(columns);
  end = std::min(end, timeline.size);
  if (end <= begin) return sums;
  for (unsigned i = 0; i < columns; ++i)
    sums[i] = sum_moments(timeline, column_begin(i, begin, end, columns),
                          column_begin(i + std::uint64_t{1}, begin, end, columns));
  return sums;
}

bool is_summed(std::uint64_t moments, float width) {
  constexpr double kMaxOfAPixel = 8;
  return static_cast<double>(moments) > kMaxOfAPixel * static_cast<double>(width);
}

void zoom_timeline(TimelineView& view, const Timeline& timeline, std::uint64_t at, float notches) {
  constexpr double kLeast = 40;  // minimum number of visible moments
  const auto size = static_cast<double>(timeline.size);
  const auto begin = static_cast<double>(view.begin),
             end = view.end == 0 ? size : static_cast<double>(view.end);
  const double moments = std::clamp((end - begin) * std::pow(0.8, notches), std::min(kLeast, size), size);
  const double share = (static_cast<double>(at) - begin) / std::max(1.0, end - begin);
  const double first = std::clamp(static_cast<double>(at) - share * moments, 0.0, size - moments);
  const bool whole = moments >= size;
  view.begin = whole ? 0 : static_cast<std::uint64_t>(first);
  view.end = whole ? 0 : static_cast<std::uint64_t>(first + moments);
}

std::vector<std::uint64_t> thin_marks(std::span<const std::uint64_t> positions, std::uint64_t begin,
                                      std::uint64_t end, unsigned columns) {
  std::vector<std::uint64_t> thinned;
  if (end <= begin || columns == 0) return thinned;
  auto next = std::lower_bound(positions.begin(), positions.end(), begin);
  while (next != positions.end() && *next < end) {
    thinned.push_back(*next);
    const std::uint64_t column = column_of(*next, begin, end, columns);
    next = std::lower_bound(next + 1, positions.end(), column_begin(column + 1, begin, end, columns));
  }
  return thinned;
}

std::vector<TimelineSegment> fold_segments(std::span<const TimelineSegment> segments, std::uint64_t begin,
                                           std::uint64_t end, unsigned columns) {
  std::vector<TimelineSegment> folded;
  if (end <= begin || columns == 0) return folded;
  const std::uint64_t gap = (end - begin) / columns;
  auto segment = std::lower_bound(segments.begin(), segments.end(), begin,
                                  [](const TimelineSegment& s, std::uint64_t p) { return s.end <= p; });
  // If several moments share a column and the warp executes in one of them, the column shows execution. Waits
  // that are narrower than a column are therefore dropped.
  for (; segment != segments.end() && segment->begin < end; ++segment) {
    const TimelineSegment cut = segment_of(std::max<std::uint64_t>(segment->begin, begin),
                                           std::min<std::uint64_t>(segment->end, end), segment->waits);
    if (cut.waits && cut.end - cut.begin < gap) continue;
    // Adjacent segments of the same kind stay separate unless one of them is too narrow to be visible.
    const bool same = !folded.empty() && folded.back().waits == cut.waits;
    const bool narrow =
        same && std::min(cut.end - cut.begin, folded.back().end - folded.back().begin) < 3 * gap;
    if (same && cut.begin - folded.back().end <= gap && narrow) {
      folded.back().end = cut.end;
    } else {
      folded.push_back(cut);
    }
  }
  return folded;
}

}  // namespace lockstep::gui
