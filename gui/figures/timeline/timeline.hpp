// The whole run as rows of warps over moments: who acts when, who waits, and marks for what happened.
// Prepared once for a trace; drawing cuts it to the visible range and folds what is narrower than a pixel.
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
  bool waits = false;                // at the barrier; else acts
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
  bool of_items = false;                            // each lane goes by itself: its warps are work-items
  std::vector<std::vector<TimelineSegment>> warps;  // by warp in its group; groups follow one another
  std::vector<TimelineMark> marks;                  // by position
};

Timeline prepare_timeline(const sim::Trace& trace);

// Marks in [begin, end), at most one of a kind in each of `columns` equal columns: a mark stands for the
// first there.
std::vector<TimelineMark> thin_marks(std::span<const TimelineMark> marks, std::uint64_t begin,
                                     std::uint64_t end, unsigned columns);
// Segments in [begin, end) with neighbours of a kind merged where the gap is narrower than a column.
std::vector<TimelineSegment> fold_segments(std::span<const TimelineSegment> segments, std::uint64_t begin,
                                           std::uint64_t end, unsigned columns);

// The visible range; end 0: to the end of the trace.
struct TimelineView {
  std::uint64_t begin = 0, end = 0;
  float scroll = 0;  // px, when the warps do not fit
};

// A click or hover gives the position under the pointer (FigureOutput::go_to, Link::position).
FigureOutput draw_timeline(Canvas& canvas, const Rect& area, const Timeline& timeline, std::uint64_t playhead,
                           TimelineView& view, const FigureInput& input = {});

float timeline_height(const Timeline& timeline, std::size_t most_warps);

}  // namespace lockstep::gui
