#include "gui/figures/timeline/timeline.hpp"

#include <algorithm>
#include <array>

namespace lockstep::gui {
namespace {

using sim::TraceRecord;
using Kind = TimelineMark::Kind;

constexpr std::size_t kKinds = 6;

// Adds [position, position + 1) to the last segment when it goes on; a boundary before it begins a new one.
void extend(std::vector<TimelineSegment>& segments, std::uint64_t position, bool after_boundary) {
  if (!after_boundary && !segments.empty() && !segments.back().waits && segments.back().end == position) {
    ++segments.back().end;
  } else {
    segments.push_back({position, position + 1, false});
  }
}

void add_marks(std::vector<TimelineMark>& marks, std::uint64_t position, std::uint16_t flags) {
  constexpr std::pair<std::uint16_t, Kind> table[] = {
      {TraceRecord::conflict, Kind::conflict},   {TraceRecord::divergent, Kind::divergence},
      {TraceRecord::finding, Kind::finding},     {TraceRecord::barrier_release, Kind::barrier},
      {TraceRecord::group_end, Kind::group_end}, {TraceRecord::launch_end, Kind::launch_end},
  };
  for (const auto& [flag, kind] : table) {
    if ((flags & flag) != 0) marks.push_back({position, kind});
  }
}

std::uint64_t column_of(std::uint64_t position, std::uint64_t begin, std::uint64_t end, unsigned columns) {
  return static_cast<std::uint64_t>(static_cast<double>(position - begin) * columns /
                                    static_cast<double>(end - begin));
}

}  // namespace

Timeline prepare_timeline(const sim::Trace& trace) {
  Timeline timeline;
  timeline.size = trace.size();
  timeline.of_items = trace.model().warp_width == 1;
  // By warp: since when it waits at the barrier; 0: it does not (no warp can wait before a first moment).
  std::vector<std::uint64_t> waits_since;
  for (std::uint64_t p = 0; p < trace.size(); ++p) {
    const TraceRecord& record = trace.at(p);
    const std::uint32_t warp = record.moment.warp;
    if (warp >= timeline.warps.size()) {
      timeline.warps.resize(warp + 1);
      waits_since.resize(warp + 1, 0);
    }
    constexpr std::uint16_t boundary = TraceRecord::barrier_release | TraceRecord::group_end;
    extend(timeline.warps[warp], p, p > 0 && (trace.at(p - 1).flags & boundary) != 0);
    add_marks(timeline.marks, p, record.flags);
    if ((record.flags & TraceRecord::barrier_arrive) != 0) waits_since[warp] = p + 1;
    if ((record.flags & boundary) == 0) continue;
    for (std::size_t w = 0; w < waits_since.size(); ++w) {
      if (waits_since[w] != 0 && waits_since[w] <= p)
        timeline.warps[w].push_back({waits_since[w], p + 1, true});
      waits_since[w] = 0;
    }
  }
  return timeline;
}

std::vector<TimelineMark> thin_marks(std::span<const TimelineMark> marks, std::uint64_t begin,
                                     std::uint64_t end, unsigned columns) {
  std::vector<TimelineMark> thinned;
  if (end <= begin || columns == 0) return thinned;
  std::array<std::uint64_t, kKinds> last_column;
  last_column.fill(UINT64_MAX);
  const auto first =
      std::lower_bound(marks.begin(), marks.end(), begin,
                       [](const TimelineMark& mark, std::uint64_t p) { return mark.position < p; });
  for (auto mark = first; mark != marks.end() && mark->position < end; ++mark) {
    const std::uint64_t column = column_of(mark->position, begin, end, columns);
    std::uint64_t& last = last_column[static_cast<std::size_t>(mark->kind)];
    if (last == column) continue;
    last = column;
    thinned.push_back(*mark);
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
  // Where several moments share a column, acting shows over waiting: waits narrower than a column vanish.
  for (; segment != segments.end() && segment->begin < end; ++segment) {
    const TimelineSegment cut{std::max(segment->begin, begin), std::min(segment->end, end), segment->waits};
    if (cut.waits && cut.end - cut.begin < gap) continue;
    // Two that touch stay two, unless one of them is too narrow to be told from the other.
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
