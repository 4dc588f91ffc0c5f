// The whole run as rows of warps over moments: executing, waiting, and marks for events. A range of so many
// moments that many share a pixel is summed up instead, column by column. Prepared once for a trace; drawing
// cuts it to the visible range, and takes time for the columns of pixels, not for the moments.
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
  std::uint32_t begin = 0, end = 0;  // positions, [begin, end); there may be one for each moment of a run
  bool waits = false;                // at the barrier; otherwise executes
  bool operator==(const TimelineSegment&) const = default;
};

enum class TimelineEvent : std::uint8_t { conflict, divergence, finding, barrier, group_end, launch_end };
inline constexpr std::size_t kTimelineEvents = 6;

// What happens in a stretch of moments, added up.
struct TimelineSum {
  std::uint64_t moments = 0;
  std::uint64_t lanes = 0;                              // active ones, over the moments
  std::array<std::uint64_t, kTimelineEvents> events{};  // moments with such an event
  std::uint64_t of(TimelineEvent event) const { return events[static_cast<std::size_t>(event)]; }
  TimelineSum& operator+=(const TimelineSum& other);
  bool operator==(const TimelineSum&) const = default;
};

// What the host called before a launch, or after the last one: shown in a row of its own.
struct TimelineHost {
  std::uint64_t position = 0;  // where the launch begins
  std::vector<std::string> calls;
  bool operator==(const TimelineHost&) const = default;
};

struct Timeline {
  std::uint64_t size = 0;
  bool goes_on = false;                             // the run has more moments
  std::vector<TimelineHost> host;                   // by position
  bool of_items = false;                            // independent lanes: its warps are work-items
  std::vector<std::vector<TimelineSegment>> warps;  // by warp in its group; groups follow one another
  std::array<std::vector<std::uint64_t>, kTimelineEvents> events;  // their positions, ascending
  std::uint32_t lanes_of_warp = 1;
  // By moment: its active lanes; and those before each kBlock moments, which a sum begins with.
  static constexpr std::uint64_t kBlock = 32;
  std::vector<std::uint8_t> lanes;
  std::vector<std::uint64_t> lanes_before;

  const std::vector<std::uint64_t>& of(TimelineEvent event) const {
    return events[static_cast<std::size_t>(event)];
  }
};

Timeline prepare_timeline(const sim::Trace& trace);

// The same in pieces.
class TimelineMaker {
 public:
  // The trace must outlive it.
  explicit TimelineMaker(const sim::Trace& trace);
  // False: it is ready.
  bool go_on(TimeSlice& slice);
  Timeline take() { return std::move(timeline_); }

 private:
  void add(std::uint64_t position);

  const sim::Trace& trace_;
  Timeline timeline_;
  std::vector<std::uint64_t> waits_since_;  // by warp; 0: it does not wait
  std::uint64_t lanes_ = 0, next_ = 0;
};

// The first moment of a column, of `columns` equal ones of [begin, end).
std::uint64_t column_begin(std::uint64_t column, std::uint64_t begin, std::uint64_t end, unsigned columns);
// Of ascending positions those in [begin, end), the first one in each of `columns` equal columns.
std::vector<std::uint64_t> thin_marks(std::span<const std::uint64_t> positions, std::uint64_t begin,
                                      std::uint64_t end, unsigned columns);
// Segments in [begin, end); neighbours of a kind are merged if the gap is narrower than a column.
std::vector<TimelineSegment> fold_segments(std::span<const TimelineSegment> segments, std::uint64_t begin,
                                           std::uint64_t end, unsigned columns);

// The moments [begin, end), and those of each of `columns` equal columns.
TimelineSum sum_moments(const Timeline& timeline, std::uint64_t begin, std::uint64_t end);
std::vector<TimelineSum> sum_columns(const Timeline& timeline, std::uint64_t begin, std::uint64_t end,
                                     unsigned columns);
// So many moments share a pixel that rows of warps would be solid bars: columns of density are drawn instead.
bool is_summed(std::uint64_t moments, float width);

// The visible range; end 0: to the end of the trace.
struct TimelineView {
  std::uint64_t begin = 0, end = 0;
  float scroll = 0;                     // px, if the warps do not fit
  std::uint64_t followed = UINT64_MAX;  // the playhead that was brought into sight last
  // What follows this moment is not to be seen yet; and a question waits at that one.
  std::uint64_t known = UINT64_MAX;
  std::optional<std::uint64_t> question = {};
};

// Fewer moments for positive `notches`, more for negative ones; the moment `at` stays where it is.
void zoom_timeline(TimelineView& view, const Timeline& timeline, std::uint64_t at, float notches);

// A click or the pointer gives the position under it (FigureOutput::go_to, Link::position).
FigureOutput draw_timeline(Canvas& canvas, const Rect& area, const Timeline& timeline, std::uint64_t playhead,
                           TimelineView& view, const FigureInput& input = {});

float timeline_height(const Timeline& timeline, std::size_t max_warps);

}  // namespace lockstep::gui
