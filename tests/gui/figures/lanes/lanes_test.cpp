#include <gmock/gmock.h>

#include <cstring>

#include "gui/figures/figures.hpp"
#include "gui/figures/lanes/mask_stack.hpp"
#include "gui/figures/lanes/values.hpp"
#include "tests/gui/figures/support.hpp"

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

TEST(Lanes, NameActiveLanesAndTheLineThatMasksTheOthers) {
  const TracePtr trace = record_run("reduce/divergent", 64, 64);
  const std::uint32_t condition = line_with(trace->plan(), "if (t % (2 * s) == 0)");
  const auto p = find_moment(*trace, condition + 1, 16);
  ASSERT_TRUE(p.has_value());
  const Lanes lanes = prepare_lanes(*trace, *p);
  ASSERT_EQ(lanes.warps.size(), 2u);
  const ShownWarp& warp = lanes.warps[trace->at(*p).moment.warp];
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

// Lanes 8 to 15 are active in the other path, in which the condition does not hold.
TEST(Lanes, TheOtherPathOfAnIfSaysThatTheConditionIsFalse) {
  const TracePtr trace = record_plan(one_group_plan(
      "int one(int v)\n{\n    return v + 1;\n}\n"
      "__kernel void k(__global int *a, __global const int *in, __local int *s)\n{\n    uint t = "
      "get_local_id(0);\n"
      "    if (t < 8) {\n        if (t < 4)\n            a[t] = 1;\n        else\n            a[t] = 3;\n"
      "    } else {\n        a[t] = one(2);\n    }\n}\n",
      16, 64));
  const auto words_at = [&](std::uint32_t line, int lanes) {
    std::vector<std::string> words;
    const Lanes shown = prepare_lanes(*trace, find_moment(*trace, line, lanes).value());
    for (const ShownMaskFrame& frame : shown.warps[0].stack) words.push_back(frame_words(frame));
    return words;
  };
  EXPECT_THAT(words_at(10, 4),
              testing::ElementsAre("8 of 16 · if on line 8 · t < 8", "4 of 8 · if on line 9 · t < 4"));
  EXPECT_THAT(words_at(12, 4), testing::ElementsAre("8 of 16 · if on line 8 · t < 8",
                                                    "4 of 8 · else on line 9 · t < 4 is false"));
  EXPECT_THAT(words_at(14, 8), testing::ElementsAre("8 of 16 · else on line 8 · t < 8 is false"));
  EXPECT_THAT(words_at(3, 8), testing::Contains("8 of 16 · else on line 8 · t < 8 is false"));
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

TEST(Lanes, OfIndependentWorkItemsAreShownInRows) {
  Lanes lanes;
  for (std::uint32_t i = 0; i < 40; ++i) {
    ShownWarp item;
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
  const ShownWarp& second = rows.warps[1];
  EXPECT_TRUE(second.executes);
  EXPECT_EQ(second.warp, 32u);
  EXPECT_EQ(second.lanes[3].state, LaneState::acts);
  EXPECT_EQ(second.count(LaneState::absent), 24u);
  EXPECT_EQ(second.stack.at(0).inside, 8u);
  EXPECT_EQ(second.value_name, "loaded on line 7");
  EXPECT_TRUE(second.lanes[5].has_value);
  EXPECT_FALSE(second.lanes[6].has_value) << "it is another kind of value";
}

TEST(Lanes, AtTheEndNoLaneIsShown) {
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

TEST(Lanes, NameTheLaneUnderThePointer) {
  const TracePtr trace = record_run("reduce/divergent", 64, 64);
  const Lanes lanes = prepare_lanes(*trace, 5);
  const Rect area{0, 0, 800, lanes_height(lanes, 800)};
  const Rect body{0, 30, 800, area.height - 30};
  const LanesLayout layout = place_lanes(lanes, body);
  FigureInput input;
  input.pointer = {layout.cell(layout.warps.y, 3).centre(), true, false};
  CanvasRecorder canvas;
  LanesView view;
  const FigureOutput output = draw_lanes(canvas, area, lanes, view, input);
  ASSERT_TRUE(output.hovered.lane.has_value());
  EXPECT_EQ(*output.hovered.lane, (LaneId{0, 3}));
  EXPECT_FALSE(output.tooltip.empty());
}

// The inner area of the lanes' card at 1600 by 900 and at 1280 by 720.
constexpr Rect kLarge{0, 0, 744, 175}, kSmall{0, 0, 595, 134};

Lanes lanes_of(unsigned width, std::uint32_t warps, std::uint64_t first_value) {
  Lanes lanes;
  for (std::uint32_t w = 0; w < warps; ++w) {
    ShownWarp warp;
    warp.warp = w;
    warp.executes = w == 0;
    warp.value_name = "loaded on line 7";
    for (unsigned lane = 0; lane < width; ++lane)
      warp.lanes.push_back(
          {w == 0 ? LaneState::acts : LaneState::ready, 0, true, first_value + w * width + lane});
    lanes.warps.push_back(std::move(warp));
  }
  lanes.max_characters = std::to_string(first_value).size();
  return lanes;
}

std::size_t values_written(const Lanes& lanes, const ShownWarp& warp, const Rect& area) {
  CanvasRecorder canvas;
  LanesView view;
  draw_lanes(canvas, area, lanes, view);
  expect_readable(canvas, area);
  std::size_t written = 0;
  for (const ShownLane& lane : warp.lanes) {
    if (canvas.find_text(sim::format_value(lane.bits, warp.type)) != nullptr) ++written;
  }
  return written;
}

TEST(Lanes, ValuesAreCompleteInASmallWindow) {
  for (const unsigned width : {32u, 64u}) {
    const Lanes six = lanes_of(width, 8, 444'444), four = lanes_of(width, 8, 4'444),
                two = lanes_of(width, 8, 10);
    EXPECT_EQ(values_written(six, six.warps[0], kLarge), width);
    EXPECT_EQ(values_written(four, four.warps[0], kLarge), width);
    EXPECT_EQ(values_written(two, two.warps[0], kSmall), width);
  }
  const Lanes four = lanes_of(32, 8, 4'444);
  EXPECT_EQ(values_written(four, four.warps[0], kSmall), 32u);
  EXPECT_EQ(values_written(four, four.warps[1], kLarge), 32u) << "two warps have room";
  const Lanes few = lanes_of(8, 1, 444'444);
  EXPECT_EQ(values_written(few, few.warps[0], kSmall), 8u);
}

// First lower cells, then longer rows, before a warp must be scrolled into view.
TEST(Lanes, AllWarpsAreInViewWhereTheirLanesStayReadable) {
  for (const std::uint32_t warps : {4u, 8u}) {
    const Rect area{0, 0, 378, 370};
    const Lanes lanes = lanes_of(32, warps, 4'444);
    CanvasRecorder canvas;
    LanesView view;
    draw_lanes(canvas, area, lanes, view);
    expect_readable(canvas, area);
    const LanesLayout layout = place_lanes(lanes, {0, 30, area.width, area.height - 30});
    EXPECT_GE(layout.warps.height + 0.5f, static_cast<float>(warps) * layout.warp_pitch);
    EXPECT_GE(layout.pitch, 15);
    EXPECT_NE(canvas.find_text("warp " + std::to_string(warps - 1)), nullptr);
    EXPECT_EQ(canvas.find_text("of " + std::to_string(warps) + " warps"), nullptr);
  }
}

TEST(Lanes, TheHeadingSaysHowManyWarpsAreInView) {
  const Rect area{0, 0, 378, 134};
  CanvasRecorder canvas;
  LanesView view;
  draw_lanes(canvas, area, lanes_of(32, 8, 4'444), view);
  EXPECT_NE(canvas.find_text("of 8 warps"), nullptr);
}

TEST(Lanes, AValueThatIsTooLongHasAShorterForm) {
  const auto forms = [](auto value, ElementType type) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof value);
    return value_forms(bits, type);
  };
  using testing::ElementsAre;
  EXPECT_THAT(forms(std::int32_t{1234567}, ElementType::int32),
              ElementsAre("1234567", "1.23M", "1.2M", "1M"));
  EXPECT_THAT(forms(std::int32_t{-12345}, ElementType::int32), ElementsAre("-12345", "-12.3k", "-12k"));
  EXPECT_THAT(forms(std::int32_t{999999}, ElementType::int32), ElementsAre("999999", "1.00M", "1.0M", "1M"));
  EXPECT_THAT(forms(std::int32_t{341}, ElementType::int32), ElementsAre("341"));
  EXPECT_THAT(forms(std::uint8_t{255}, ElementType::uint8), ElementsAre("255"));
  EXPECT_THAT(forms(0.123456789f, ElementType::float32),
              ElementsAre("0.123457", "0.12346", "0.1235", "0.123", "0.12", "0.1"));
  EXPECT_THAT(forms(1.5, ElementType::float64), ElementsAre("1.5", "2"));
  EXPECT_THAT(forms(packed({11, 2, 3, 65535}), ElementType::uint16x4), ElementsAre("[11 2; 3 65535]"));

  const Lanes seven = lanes_of(32, 2, 7'654'321);
  CanvasRecorder canvas;
  LanesView view;
  draw_lanes(canvas, kSmall, seven, view);
  EXPECT_EQ(canvas.find_text("…"), nullptr);
  EXPECT_NE(canvas.find_text("7.65M"), nullptr);
}

TEST(Lanes, DoNotMoveWhileStepping) {
  const TracePtr trace = record_run("scan/blelloch", 256, 256);
  FigureSet figures(trace);
  for (const Rect& area : {kLarge, kSmall}) {
    const LanesLayout first = place_lanes(figures.lanes(0), area);
    for (std::uint64_t p = 1; p < trace->size(); p += 1 + trace->size() / 200) {
      const LanesLayout layout = place_lanes(figures.lanes(p), area);
      EXPECT_EQ(layout.columns, first.columns) << p;
      EXPECT_EQ(layout.pitch, first.pitch) << p;
      EXPECT_EQ(layout.stack.y, first.stack.y) << p;
    }
  }
}

TEST(MaskStack, ShowsAllFramesInASmallWindow) {
  Lanes lanes = lanes_of(32, 8, 444'444);
  for (std::uint32_t depth = 0; depth <= 4; ++depth) {
    CanvasRecorder canvas;
    LanesView view;
    draw_lanes(canvas, kSmall, lanes, view);
    expect_readable(canvas, kSmall);
    for (std::uint32_t frame = 0; frame < depth; ++frame)
      EXPECT_NE(canvas.find_text("if on line " + std::to_string(10 + frame)), nullptr) << depth;
    EXPECT_EQ(canvas.find_text("no open branch or loop") != nullptr, depth == 0);
    lanes.warps[0].stack.push_back({"if", 10 + depth, "t < s", 0xFFFF, 0xFFFF0000});
  }
}

TEST(MaskStack, ScrollsFromTheInnermostFrameOutwards) {
  Lanes lanes = lanes_of(32, 1, 1);
  for (std::uint32_t i = 0; i < 9; ++i) lanes.warps[0].stack.push_back({"if", 10 + i, "t < s", 1, 2});
  const auto draw = [&](std::size_t back) {
    auto canvas = std::make_unique<CanvasRecorder>();
    LanesView view;
    view.stack_back = back;
    draw_lanes(*canvas, kSmall, lanes, view);
    expect_readable(*canvas, kSmall);
    return canvas;
  };
  EXPECT_NE(draw(0)->find_text("line 18"), nullptr);
  EXPECT_EQ(draw(0)->find_text("line 10"), nullptr);
  EXPECT_NE(draw(100)->find_text("line 10"), nullptr);
  EXPECT_EQ(draw(100)->find_text("line 18"), nullptr);
}

TEST(MaskStack, NamesTheNumberOfActiveLanes) {
  EXPECT_EQ(frame_words({"if", 14, "t < s", 0xFFFF, 0xFFFF0000}), "16 of 32 · if on line 14 · t < s");
  EXPECT_EQ(frame_words({"loop", 12, "", 0xFF, 0}), "8 of 8 · loop on line 12");
}

// A narrow card names the states that occur, starting with the first.
TEST(Lanes, TheLegendOfANarrowCardNamesWhatIsSeen) {
  const TracePtr trace = record_run("reduce/divergent", 64, 64);
  const auto p = find_moment(*trace, line_with(trace->plan(), "if (t % (2 * s) == 0)") + 1, 16);
  ASSERT_TRUE(p.has_value());
  const Lanes lanes = prepare_lanes(*trace, *p);
  for (const float width : {1000.0f, 300.0f}) {
    CanvasRecorder canvas;
    LanesView view;
    draw_lanes(canvas, {0, 0, width, 400}, lanes, view);
    EXPECT_NE(canvas.find_text("active"), nullptr) << width;
    EXPECT_NE(canvas.find_text("masked off"), nullptr) << width;
    EXPECT_EQ(canvas.find_text("finished") != nullptr, width > 500) << width;
  }
}

}  // namespace
}  // namespace lockstep::gui
