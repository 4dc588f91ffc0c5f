#include "gui/figures/timeline/timeline.hpp"

#include <gmock/gmock.h>

#include "tests/gui/figures/support.hpp"

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
    input.pointer = {{area.x + 56 + (area.width - 62) / 2, 20}, true, true};
    const FigureOutput output = draw_timeline(canvas, area, timeline, trace->size() / 3, view, input);
    expect_readable(canvas, area);
    ASSERT_TRUE(output.go_to.has_value());
    EXPECT_NEAR(static_cast<double>(*output.go_to), static_cast<double>(trace->size()) / 2,
                static_cast<double>(trace->size()) / 100 + 1);
  }
}

}  // namespace
}  // namespace lockstep::gui
