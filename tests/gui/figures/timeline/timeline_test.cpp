#include "gui/figures/timeline/timeline.hpp"

#include <gmock/gmock.h>

#include <bit>

#include "gui/canvas/recorder.hpp"
#include "tests/gui/figures/support.hpp"
#include "tests/sim/host_programs.hpp"

namespace lockstep::gui {
namespace {

using ::testing::ElementsAre;
using Kind = TimelineMark::Kind;

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
  const auto barriers = std::count_if(timeline.marks.begin(), timeline.marks.end(),
                                      [](const TimelineMark& mark) { return mark.kind == Kind::barrier; });
  EXPECT_EQ(barriers, 7);
  EXPECT_GE(waits, 1u);
}

TEST(Timeline, EachColumnHasAtMostOneMarkOfAKind) {
  const std::vector<TimelineMark> marks{{0, Kind::conflict},
                                        {1, Kind::conflict},
                                        {2, Kind::divergence},
                                        {50, Kind::conflict},
                                        {99, Kind::conflict}};
  const auto thinned = thin_marks(marks, 0, 100, 10);
  EXPECT_THAT(thinned, ElementsAre(marks[0], marks[2], marks[3], marks[4]));
  EXPECT_THAT(thin_marks(marks, 1, 50, 100), ElementsAre(marks[1], marks[2]));
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
    const float labels = n < 1000 ? 56 : 84;  // of warps, or of what is summed up
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
    const sim::TraceRecord& record = trace->at(p);
    const auto has = [&](std::uint16_t flag) { return (record.flags & flag) != 0 ? 1u : 0u; };
    wanted +=
        {1, static_cast<std::uint64_t>(std::popcount(record.moment.lanes)), has(sim::TraceRecord::divergent),
         has(sim::TraceRecord::conflict), has(sim::TraceRecord::finding)};
  }
  for (const unsigned columns : {1u, 7u, 100u}) {
    TimelineSum sum;
    for (const TimelineSum& column : sum_columns(timeline, 0, timeline.size, columns)) sum += column;
    EXPECT_EQ(sum, wanted) << columns;
  }
  EXPECT_GT(wanted.divergences, 0u);
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
  EXPECT_EQ(std::ranges::count(timeline.marks, Kind::launch_end, &TimelineMark::kind), 4);
  CanvasRecorder canvas;
  TimelineView view;
  const Rect area{0, 0, 600, 120};
  FigureInput input;
  input.pointer.inside = true;
  // The first mark is at the beginning of the row that is named "host".
  input.pointer.at = {57, 22};
  const FigureOutput output = draw_timeline(canvas, area, timeline, 0, view, input);
  EXPECT_NE(canvas.find_text("host"), nullptr);
  expect_readable(canvas, area);
  EXPECT_EQ(output.tooltip, timeline.host[0].calls[0]);
}

}  // namespace
}  // namespace lockstep::gui
