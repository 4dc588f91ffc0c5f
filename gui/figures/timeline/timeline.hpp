// The timeline shows the whole run as rows of warps over moments, with execution, waits, and marks for
// events. If many moments share a pixel, the range is summarised column by column. The data is prepared once
// for a trace. Only the visible range is drawn, and the cost of drawing depends on the number of pixel
// columns, not on the number of moments.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/base/time_slice.hpp"
#include "gui/canvas/canvas.hpp"
#include "gui/figures/tools/link.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::gui {

struct TimelineSegment {
  std::uint32_t begin = 0, end = 0;  // positions [begin, end); there may be a segment for every moment
  bool waits = false;                // the warp waits at the barrier; otherwise it executes
  bool operator==(const TimelineSegment&) const = default;
};

enum class TimelineEvent : std::uint8_t { conflict, divergence, finding, barrier, group_end, launch_end };
inline constexpr std::size_t kTimelineEvents = 6;

// The sums of events in a range of moments.
struct TimelineSum {
  std::uint64_t moments = 0;
  std::uint64_t lanes = 0;                              // sum of the numbers of active lanes
  std::array<std::uint64_t, kTimelineEvents> events{};  // moments with such an event
  std::uint64_t of(TimelineEvent event) const { return events[static_cast<std::size_t>(event)]; }
  TimelineSum& operator+=(const TimelineSum& other);
  bool operator==(const TimelineSum&) const = default;
};

// The host's calls before a launch or after the last launch, which are shown in a separate row.
struct TimelineHost {
  std::uint64_t position = 0;  // position at which the launch begins
  std::vector<std::string> calls;
  bool operator==(const TimelineHost&) const = default;
};

struct Timeline {
  std::uint64_t size = 0;
  bool goes_on = false;                             // the run has more moments than are shown
  std::vector<TimelineHost> host;                   // in the order of positions
  bool of_items = false;                            // with independent lanes, the rows are work-items
  std::vector<std::vector<TimelineSegment>> warps;  // for each warp; groups run one after another
  std::array<std::vector<std::uint64_t>, kTimelineEvents> events;  // positions of each event, ascending
  std::uint32_t lanes_of_warp = 1;
  // The number of active lanes of each moment, and the sum of these numbers before each block of kBlock
  // moments. They are used to compute sums over ranges.
  static constexpr std::uint64_t kBlock = 32;
  std::vector<std::uint8_t> lanes;
  std::vector<std::uint64_t> lanes_before;

  const std::vector<std::uint64_t>& of(TimelineEvent event) const {
    return events[static_cast<std::size_t>(event)];
  }
};

Timeline prepare_timeline(const sim::Trace& trace);

// Prepares a timeline in pieces.
class TimelineMaker {
 public:
  // The trace must outlive this object.
  explicit TimelineMaker(const sim::Trace& trace);
  // Returns false when the timeline is ready.
  bool go_on(TimeSlice& slice);
  Timeline take() { return std::move(timeline_); }

 private:
  void add(std::uint64_t position);

  const sim::Trace& trace_;
  Timeline timeline_;
  std::vector<std::uint64_t> waits_since_;  // for each warp, when it began to wait; 0 if it does not wait
  std::uint64_t lanes_ = 0, next_ = 0;
};

// Returns the first moment of a column if [begin, end) is divided into `columns` equal columns.
std::uint64_t column_begin(std::uint64_t column, std::uint64_t begin, std::uint64_t end, unsigned columns);
// Divides [begin, end) into `columns` equal columns and returns the first of the ascending positions in
// each column.
std::vector<std::uint64_t> thin_marks(std::span<const std::uint64_t> positions, std::uint64_t begin,
                                      std::uint64_t end, unsigned columns);
// Returns the segments in [begin, end). Adjacent segments of the same kind are merged if one of them is too
// narrow to be visible and the gap between them is not wider than a column.
std::vector<TimelineSegment> fold_segments(std::span<const TimelineSegment> segments, std::uint64_t begin,
                                           std::uint64_t end, unsigned columns);

// Return the sum over the moments [begin, end), and the sum over each of `columns` equal columns of
// this range.
TimelineSum sum_moments(const Timeline& timeline, std::uint64_t begin, std::uint64_t end);
std::vector<TimelineSum> sum_columns(const Timeline& timeline, std::uint64_t begin, std::uint64_t end,
                                     unsigned columns);
// Returns true if so many moments share a pixel that the rows of warps would be solid bars. The summary is
// then drawn instead.
bool is_summed(std::uint64_t moments, float width);

// The visible range. If `end` is 0, the range ends at the end of the trace.
struct TimelineView {
  std::uint64_t begin = 0, end = 0;
  float scroll = 0;                     // px, used if the warps do not fit
  std::uint64_t followed = UINT64_MAX;  // the position of the playhead in the last draw
  // Moments after `known` are not yet visible to the user; `question` is the position of the next question.
  std::uint64_t known = UINT64_MAX;
  std::optional<std::uint64_t> question = {};
};

// Zooms by `notches` of the wheel: positive values show fewer moments, and negative values more. The moment
// `at` keeps its place on the screen.
void zoom_timeline(TimelineView& view, const Timeline& timeline, std::uint64_t at, float notches);

// Draws the timeline. The position under the pointer is returned in Link::position, and the position that was
// clicked in FigureOutput::go_to.
FigureOutput draw_timeline(Canvas& canvas, const Rect& area, const Timeline& timeline, std::uint64_t playhead,
                           TimelineView& view, const FigureInput& input = {});

float timeline_height(const Timeline& timeline, std::size_t max_warps);

}  // namespace lockstep::gui
