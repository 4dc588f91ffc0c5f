#include <gmock/gmock.h>

#include "figures_support.hpp"
#include "gui/figures/lanes.hpp"

namespace lockstep::gui {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

// The first position whose moment is on `line` with `lanes` active lanes.
std::optional<std::uint64_t> find_moment(const sim::Trace& trace, std::uint32_t line, int lanes) {
  for (std::uint64_t p = 0; p < trace.size(); ++p) {
    if (trace.range_at(p).line == line && std::popcount(trace.at(p).moment.lanes) == lanes) return p;
  }
  return std::nullopt;
}

TEST(Lanes, SayWhoActsAndWhichLineMasksTheOthersOff) {
  const TracePtr trace = record_run("reduce/divergent", 64, 64);
  const std::uint32_t condition = line_with(trace->plan(), "if (t % (2 * s) == 0)");
  const auto p = find_moment(*trace, condition + 1, 16);
  ASSERT_TRUE(p.has_value());
  const Lanes lanes = prepare_lanes(*trace, *p);
  ASSERT_EQ(lanes.warps.size(), 2u);
  const WarpView& warp = lanes.warps[trace->at(*p).moment.warp];
  EXPECT_TRUE(warp.executes);
  EXPECT_EQ(warp.count(LaneState::acts), 16u);
  EXPECT_EQ(warp.count(LaneState::masked), 16u);
  EXPECT_EQ(warp.lanes[0].state, LaneState::acts);
  EXPECT_EQ(warp.lanes[1].state, LaneState::masked);
  EXPECT_EQ(warp.lanes[1].masked_by, condition);
  EXPECT_THAT(lanes.headline, HasSubstr("16 of 32 lanes active"));
  EXPECT_THAT(lanes.headline, HasSubstr(std::to_string(condition)));
  ASSERT_FALSE(warp.stack.empty());
  EXPECT_EQ(warp.stack.back().word, "if");
  EXPECT_EQ(warp.stack.back().held, 0xAAAAAAAAu);
}

TEST(Lanes, OfAWarpAtTheBarrierWait) {
  const TracePtr trace = record_run("reduce/divergent", 64, 64);
  bool seen = false;
  for (std::uint64_t p = 0; p < trace->size() && !seen; ++p) {
    const Lanes lanes = prepare_lanes(*trace, p);
    seen = lanes.warps[0].count(LaneState::waiting) == 32 && lanes.warps[1].count(LaneState::acts) == 32;
  }
  EXPECT_TRUE(seen);
}

TEST(Lanes, ShowAChosenVariable) {
  const TracePtr trace = record_run("reduce/divergent", 64, 64);
  const auto p = find_moment(*trace, line_with(trace->plan(), "if (t % (2 * s) == 0)") + 1, 16);
  ASSERT_TRUE(p.has_value());
  EXPECT_THAT(lane_variables(*trace, *p), Contains("t"));
  EXPECT_THAT(lane_variables(*trace, *p), Contains("s"));
  const Lanes lanes = prepare_lanes(*trace, *p, "t");
  for (unsigned lane = 0; lane < 32; ++lane) {
    ASSERT_TRUE(lanes.warps[1].lanes[lane].has_value);
    EXPECT_EQ(lanes.warps[1].lanes[lane].bits, 32u + lane);
  }
}

TEST(Lanes, OfAPartialWarpThatDoNotExistAreAbsent) {
  const TracePtr trace = record_run("reduce/divergent", 8, 8);
  const Lanes lanes = prepare_lanes(*trace, 0);
  ASSERT_EQ(lanes.warps.size(), 1u);
  EXPECT_EQ(lanes.warps[0].count(LaneState::absent), 24u);
}

TEST(Lanes, OfWorkItemsByThemselvesStandInRows) {
  Lanes lanes;
  for (std::uint32_t i = 0; i < 40; ++i) {
    WarpView item;
    item.warp = i;
    item.executes = i == 35;
    item.value_name = i < 38 ? "loaded on line 7" : "stored on line 8";
    item.lanes = {{i == 35 ? LaneState::acts : LaneState::ready, 0, true, i}};
    if (i == 35) item.stack = {{"if", 6, "t < s", 1, 0}};
    lanes.warps.push_back(item);
  }
  ASSERT_TRUE(goes_by_items(lanes));
  const Lanes rows = fold_items(lanes);
  ASSERT_EQ(rows.warps.size(), 2u);
  EXPECT_FALSE(rows.warps[0].executes);
  const WarpView& second = rows.warps[1];
  EXPECT_TRUE(second.executes);
  EXPECT_EQ(second.warp, 32u);
  EXPECT_EQ(second.lanes[3].state, LaneState::acts);
  EXPECT_EQ(second.count(LaneState::absent), 24u);
  EXPECT_EQ(second.stack.at(0).inside, 8u);
  EXPECT_EQ(second.value_name, "loaded on line 7");
  EXPECT_TRUE(second.lanes[5].has_value);
  EXPECT_FALSE(second.lanes[6].has_value) << "it is another kind of value";
}

TEST(Lanes, AtTheEndThereAreNone) {
  const TracePtr trace = record_run("reduce/divergent", 8, 8);
  EXPECT_EQ(prepare_lanes(*trace, trace->size()).headline, "the run has ended");
}

TEST(Lanes, AreReadableWhenDrawn) {
  for (const auto& [n, group, model] : {std::tuple{64, 64, "cc9.0"}, {100, 256, "cc2.0"}}) {
    const TracePtr trace = record_run("reduce/divergent", static_cast<std::uint64_t>(n),
                                      static_cast<std::uint64_t>(group), model);
    for (std::uint64_t p = 0; p <= trace->size(); p += 1 + trace->size() / 12) {
      const Lanes lanes = prepare_lanes(*trace, p);
      for (const float width : {800.0f, 480.0f}) {
        for (const float height : {lanes_height(lanes, width), 160.0f}) {
          const Rect area{5, 5, width, height};
          CanvasRecorder canvas;
          LanesView view;
          draw_lanes(canvas, area, lanes, view);
          expect_readable(canvas, area);
        }
      }
    }
  }
}

TEST(Lanes, TellWhichLaneIsUnderThePointer) {
  const TracePtr trace = record_run("reduce/divergent", 64, 64);
  const Lanes lanes = prepare_lanes(*trace, 5);
  FigureInput input;
  input.pointer = {{78 + 23 * 3.5f, 40}, true, false};
  CanvasRecorder canvas;
  LanesView view;
  const FigureOutput output =
      draw_lanes(canvas, {0, 0, 78 + 23 * 32, lanes_height(lanes, 800)}, lanes, view, input);
  ASSERT_TRUE(output.hovered.lane.has_value());
  EXPECT_EQ(*output.hovered.lane, (LaneId{0, 3}));
  EXPECT_FALSE(output.tooltip.empty());
}

}  // namespace
}  // namespace lockstep::gui
