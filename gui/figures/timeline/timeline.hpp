// The whole run as rows of warps over moments: executing, waiting, and marks for events. Prepared once for a
// trace; drawing cuts it to the visible range and merges segments narrower than a pixel.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gui/canvas/canvas.hpp"
#include "gui/figures/link.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::gui {

struct TimelineSegment {
  std::uint64_t begin = 0, end = 0;  // positions, [begin, end)
  bool waits = false;                // at the barrier; otherwise executes
  bool operator==(const TimelineSegment&) const = default;
};

struct TimelineMark {
  enum class Kind : std::uint8_t { conflict, divergence, finding, barrier, group_end, launch_end };
  std::uint64_t position = 0;
  Kind kind = Kind::conflict;
  bool operator==(const TimelineMark&) const = default;
};

struct Timeline {
  std::uint64_t size = 0;
  bool of_items = false;                            // independent lanes: its warps are work-items
  std::vector<std::vector<TimelineSegment>> warps;  // by warp in its group; groups follow one another
  std::vector<TimelineMark> marks;                  // by position
};

Timeline prepare_timeline(const sim::Trace& trace);

// Marks in [begin, end): the first of each kind in each of `columns` equal columns.
std::vector<TimelineMark> thin_marks(std::span<const TimelineMark> marks, std::uint64_t begin,
                                     std::uint64_t end, unsigned columns);
// Segments in [begin, end); neighbours of a kind are merged if the gap is narrower than a column.
std::vector<TimelineSegment> fold_segments(std::span<const TimelineSegment> segments, std::uint64_t begin,
                                           std::uint64_t end, unsigned columns);

// The visible range; end 0: to the end of the trace.
struct TimelineView {
  std::uint64_t begin = 0, end = 0;
  float scroll = 0;  // px, if the warps do not fit
};

// A click or the pointer gives the position under it (FigureOutput::go_to, Link::position).
FigureOutput draw_timeline(Canvas& canvas, const Rect& area, const Timeline& timeline, std::uint64_t playhead,
                           TimelineView& view, const FigureInput& input = {});

float timeline_height(const Timeline& timeline, std::size_t most_warps);

}  // namespace lockstep::gui
