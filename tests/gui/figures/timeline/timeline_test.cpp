#include "gui/figures/timeline/timeline.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <bit>
#include <optional>
#include <vector>

#include "gui/canvas/recorder.hpp"
#include "tests/gui/figures/support.hpp"
#include "tests/sim/host_programs.hpp"

namespace lockstep::gui {
namespace {

using ::testing::ElementsAre;
using Event = TimelineEvent;

TEST(Timeline, EveryMomentBelongsToOneWarp) {
  const TracePtr trace = record_run("reduce/divergent", 100, 64);
  const Timeline timeline = prepare_timeline(*trace);
  ASSERT_EQ(timeline.warps.size(), 2u);
  std::vector<int> owners(trace->size());
  for (const auto& segments : timeline.warps) {
    std::uint64_t last = 0;
    for (const TimelineSegment& segment : segments) {
      EXPECT_LE(last, segment.begin);
      last = segment.end;
      for (std::uint64_t p = segment.begin; p < segment.end && !segment.waits; ++p) ++owners[p];
    }
  }
  EXPECT_THAT(owners, ::testing::Each(1));
}

TEST(Timeline, AWarpWaitsFromItsArrivalToTheRelease) {
  const TracePtr trace = record_run("reduce/divergent", 64, 64);
  const Timeline timeline = prepare_timeline(*trace);
  std::size_t waits = 0;
  for (const TimelineSegment& segment : timeline.warps[0]) {
    if (!segment.waits) continue;
    ++waits;
    EXPECT_TRUE((trace->at(segment.begin - 1).flags & sim::TraceRecord::barrier_arrive) != 0);
    EXPECT_TRUE((trace->at(segment.end - 1).flags & sim::TraceRecord::barrier_release) != 0);
  }
  EXPECT_EQ(timeline.of(Event::barrier).size(), 7u);
  EXPECT_GE(waits, 1u);
}

TEST(Timeline, EachColumnHasAtMostOneMark) {
  const std::vector<std::uint64_t> marks{0, 1, 2, 50, 99};
  EXPECT_THAT(thin_marks(marks, 0, 100, 10), ElementsAre(0, 50, 99));
  EXPECT_THAT(thin_marks(marks, 1, 50, 100), ElementsAre(1, 2));
  EXPECT_THAT(thin_marks(marks, 0, 100, 1), ElementsAre(0));
  EXPECT_TRUE(thin_marks(marks, 5, 5, 100).empty());
}

TEST(Timeline, SegmentsNarrowerThanAColumnMerge) {
  const std::vector<TimelineSegment> segments{
      {0, 10, false}, {10, 12, true}, {12, 20, false}, {20, 80, true}, {80, 100, false}};
  EXPECT_THAT(fold_segments(segments, 0, 100, 10),
              ElementsAre(TimelineSegment{0, 20, false}, TimelineSegment{20, 80, true},
                          TimelineSegment{80, 100, false}));
  EXPECT_THAT(fold_segments(segments, 5, 15, 100),
              ElementsAre(TimelineSegment{5, 10, false}, TimelineSegment{10, 12, true},
                          TimelineSegment{12, 15, false}));
}

TEST(Timeline, ABarrierEndsASegment) {
  const TracePtr trace = record_run("reduce/divergent", 8, 8);
  const Timeline timeline = prepare_timeline(*trace);
  ASSERT_EQ(timeline.warps.size(), 1u);
  EXPECT_EQ(timeline.warps[0].size(), 5u);  // four barriers
  EXPECT_EQ(fold_segments(timeline.warps[0], 0, timeline.size, 1000).size(), 5u);
  EXPECT_EQ(fold_segments(timeline.warps[0], 0, timeline.size, 4).size(), 1u);
}

TEST(Timeline, IsReadableAndReactsToClicks) {
  for (const std::uint64_t n : {8u, 64u, 1000u}) {
    const TracePtr trace = record_run("reduce/divergent", n, 256);
    const Timeline timeline = prepare_timeline(*trace);
    const Rect area{0, 0, 700, timeline_height(timeline, 4)};
    CanvasRecorder canvas;
    TimelineView view;
    FigureInput input;
    const float labels = n < 1000 ? 56 : 84;  // for warps, or for the summary
    input.pointer = {{area.x + labels + (area.width - labels - 6) / 2, 20}, true, true};
    const FigureOutput output = draw_timeline(canvas, area, timeline, trace->size() / 3, view, input);
    expect_readable(canvas, area);
    ASSERT_TRUE(output.go_to.has_value());
    EXPECT_NEAR(static_cast<double>(*output.go_to), static_cast<double>(trace->size()) / 2,
                static_cast<double>(trace->size()) / 100 + 1);
  }
}

TEST(Timeline, ColumnsAddUpWhatTheMomentsHave) {
  const TracePtr trace = record_run("reduce/divergent", 1000, 64);
  const Timeline timeline = prepare_timeline(*trace);
  TimelineSum wanted;
  for (std::uint64_t p = 0; p < trace->size(); ++p) {
    const sim::TraceRecord record = trace->at(p);
    const auto has = [&](std::uint16_t flag) { return (record.flags & flag) != 0 ? 1u : 0u; };
    wanted += {1,
               static_cast<std::uint64_t>(std::popcount(record.moment.lanes)),
               {has(sim::TraceRecord::conflict), has(sim::TraceRecord::divergent),
                has(sim::TraceRecord::finding), has(sim::TraceRecord::barrier_release),
                has(sim::TraceRecord::group_end), has(sim::TraceRecord::launch_end)}};
  }
  for (const unsigned columns : {1u, 7u, 100u}) {
    TimelineSum sum;
    for (const TimelineSum& column : sum_columns(timeline, 0, timeline.size, columns)) sum += column;
    EXPECT_EQ(sum, wanted) << columns;
  }
  EXPECT_GT(wanted.of(Event::divergence), 0u);
  EXPECT_EQ(wanted.of(Event::launch_end), 2u);
}

TEST(Timeline, TheSumOfAnyRangeIsThatOfItsMoments) {
  const TracePtr trace = record_run("reduce/divergent", 500, 64);
  const Timeline timeline = prepare_timeline(*trace);
  for (const std::uint64_t begin : {std::uint64_t{0}, std::uint64_t{31}, std::uint64_t{77}}) {
    for (const std::uint64_t end : {begin, begin + 1, begin + 100, trace->size(), trace->size() + 5}) {
      std::uint64_t lanes = 0, barriers = 0;
      for (std::uint64_t p = begin; p < std::min(end, trace->size()); ++p) {
        lanes += static_cast<std::uint64_t>(std::popcount(trace->at(p).moment.lanes));
        barriers += (trace->at(p).flags & sim::TraceRecord::barrier_release) != 0 ? 1u : 0u;
      }
      const TimelineSum sum = sum_moments(timeline, begin, end);
      EXPECT_EQ(sum.lanes, lanes) << begin << " to " << end;
      EXPECT_EQ(sum.of(Event::barrier), barriers) << begin << " to " << end;
    }
  }
}

// Regardless of how many moments share a pixel.
TEST(Timeline, AFindingIsSeenInALongRun) {
  Timeline timeline;
  timeline.size = 10'000'000;
  timeline.lanes_of_warp = 32;
  timeline.warps.resize(1);
  timeline.lanes.assign(timeline.size, 32);
  for (std::uint64_t p = 0; p < timeline.size; p += Timeline::kBlock) timeline.lanes_before.push_back(32 * p);
  timeline.events[static_cast<std::size_t>(Event::finding)] = {7'654'321};
  CanvasRecorder canvas;
  TimelineView view;
  FigureInput input;
  input.pointer.inside = true;
  const Rect area{0, 0, 800, 160};
  std::optional<std::uint64_t> found;
  for (float x = 84; x < 794 && !found; x += 2) {
    input.pointer.at = {x, 125};
    for (float y = 20; y < 150 && !found; y += 4) {
      input.pointer.at.y = y;
      const FigureOutput output = draw_timeline(canvas, area, timeline, 0, view, input);
      if (output.tooltip == "finding at moment 7654321") found = output.hovered.position;
    }
  }
  EXPECT_EQ(found, 7'654'321u);
  EXPECT_NE(canvas.find_text("finding"), nullptr) << "and explained";
}

// The tooltip of a column describes everything that it sums.
TEST(Timeline, TheTooltipOfAColumnSaysWhatItHolds) {
  const TracePtr trace = record_run("reduce/divergent", 20'000, 64);
  const Timeline timeline = prepare_timeline(*trace);
  CanvasRecorder canvas;
  TimelineView view;
  FigureInput input;
  input.pointer.inside = true;
  input.pointer.at = {400, 24};
  const FigureOutput output = draw_timeline(canvas, {0, 0, 800, 160}, timeline, 100, view, input);
  EXPECT_THAT(output.tooltip, ::testing::AllOf(::testing::HasSubstr("% of the lanes are active"),
                                               ::testing::HasSubstr("barriers are released"),
                                               ::testing::HasSubstr("instructions diverge")));
  EXPECT_NE(canvas.find_text("launch ends"), nullptr);
}

// Neither solid bars nor one row for each of two warps.
TEST(Timeline, ALargeRunIsSummedUpAndZoomsToItsWarps) {
  const TracePtr trace = record_run("reduce/divergent", 20'000, 64);
  const Timeline timeline = prepare_timeline(*trace);
  const auto words = [&](TimelineView& view) {
    CanvasRecorder canvas;
    draw_timeline(canvas, {0, 0, 800, 160}, timeline, 100, view);
    std::string text;
    for (const DrawnItem& item : canvas.items()) text += item.text + "|";
    return text;
  };
  TimelineView view;
  ASSERT_TRUE(is_summed(timeline.size, 700));
  EXPECT_THAT(words(view),
              ::testing::AllOf(::testing::HasSubstr("lanes 100 %|"), ::testing::HasSubstr("diverge 5 %|"),
                               ::testing::Not(::testing::HasSubstr("warp 0"))));
  for (int i = 0; i < 40; ++i) zoom_timeline(view, timeline, 100, 1);
  EXPECT_LE(view.begin, 100u);
  EXPECT_GT(view.end, 100u);
  EXPECT_THAT(words(view), ::testing::HasSubstr("warp 0|"));
  for (int i = 0; i < 60; ++i) zoom_timeline(view, timeline, 100, -1);
  EXPECT_EQ(view.end, 0u) << "the whole run again";
}

TEST(Timeline, AMovingPlayheadStaysInSight) {
  const TracePtr trace = record_run("reduce/divergent", 1000, 64);
  const Timeline timeline = prepare_timeline(*trace);
  TimelineView view{0, 100};
  CanvasRecorder canvas;
  draw_timeline(canvas, {0, 0, 800, 160}, timeline, 50, view);
  EXPECT_EQ(view.end, 100u);
  draw_timeline(canvas, {0, 0, 800, 160}, timeline, 500, view);
  EXPECT_LE(view.begin, 500u);
  EXPECT_GT(view.end, 500u);
  EXPECT_EQ(view.end - view.begin, 100u);
}

TEST(Timeline, TheHostsCallsHaveARowOfTheirOwn) {
  const auto trace = sim::Trace::record(sim::hillis_steele_program(16), **sim::find_device_model("cc9.0"));
  ASSERT_TRUE(trace) << trace.error().message;
  const Timeline timeline = prepare_timeline(**trace);
  ASSERT_EQ(timeline.host.size(), 2u);
  EXPECT_EQ(timeline.host[0].position, 0u);
  EXPECT_THAT(timeline.host[0].calls, ElementsAre("clEnqueueWriteBuffer(a, 0, 64 bytes) at host.c:30"));
  EXPECT_EQ(timeline.host[1].position, timeline.size);
  EXPECT_EQ(timeline.of(Event::launch_end).size(), 4u);
  CanvasRecorder canvas;
  TimelineView view;
  const Rect area{0, 0, 600, 120};
  FigureInput input;
  input.pointer.inside = true;
  // The first mark is at the beginning of the row named "host".
  input.pointer.at = {57, 22};
  const FigureOutput output = draw_timeline(canvas, area, timeline, 0, view, input);
  EXPECT_NE(canvas.find_text("host"), nullptr);
  expect_readable(canvas, area);
  EXPECT_EQ(output.tooltip, timeline.host[0].calls[0]);
}

}  // namespace
}  // namespace lockstep::gui
