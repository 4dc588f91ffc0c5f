// The drawn window of an output: its text is correct, and it is readable at any size.
#include "gui/figures/stencils/windows.hpp"

#include <gmock/gmock.h>

#include "gui/figures/figures.hpp"
#include "tests/gui/figures/support.hpp"

namespace lockstep::gui {
namespace {

struct DrawnWindow {
  TracePtr trace;
  std::unique_ptr<FigureSet> figures;

  DrawnWindow(std::string_view id, std::uint64_t n, std::uint64_t group)
      : trace(record_run(id, n, group)), figures(std::make_unique<FigureSet>(trace)) {}

  CanvasRecorder draw(const Rect& area, std::uint64_t position, std::uint64_t output,
                      const FigureInput& input = {}, FigureOutput* answer = nullptr) {
    CanvasRecorder canvas;
    const sim::Windows& windows = *figures->windows();
    const CellId selected = figures->combination()->arrays[windows.out].object.cell(output);
    const FigureOutput drawn =
        draw_windows(canvas, area, *trace, *figures->combination(), windows,
                     figures->shown_window(position, selected), {position, position}, input);
    if (answer != nullptr) *answer = drawn;
    return canvas;
  }
};

constexpr Rect kRoomy{10, 10, 760, 260};

TEST(WindowsFigure, SaysWhatTheWindowIs) {
  DrawnWindow one("patterns/convolve-1d", 8, 8);
  const CanvasRecorder inside = one.draw(kRoomy, one.trace->size(), 3);
  EXPECT_NE(inside.find_text("Window of out[3]"), nullptr);
  EXPECT_NE(inside.find_text("5 cells of in"), nullptr);
  const CanvasRecorder edge = one.draw(kRoomy, one.trace->size(), 0);
  EXPECT_NE(edge.find_text("3 cells of in · 2 ghost cells"), nullptr);
  // Four ghost cells, each with four dashed edges, for every shown output.
  EXPECT_EQ(inside.count(DrawnItem::Kind::dashed_line, Role::second_ink), 16u + 1u);
  EXPECT_EQ(edge.count(DrawnItem::Kind::dashed_line, Role::acts), 8u);
}

TEST(WindowsFigure, WritesTheSumThatTheRunStored) {
  DrawnWindow one("patterns/convolve-1d", 8, 8);
  const sim::Combination& combination = *one.figures->combination();
  const sim::Windows& windows = *one.figures->windows();
  const auto value = [&](std::uint64_t cell) {
    return std::to_string(combination.arrays[windows.in].initial[cell].bits);
  };
  const std::string stored = std::to_string(combination.rows[windows.out_row].writes[7].bits);
  const std::string sum = value(5) + "·1 + " + value(6) + "·2 + " + value(7) + "·3 = " + stored;
  EXPECT_NE(one.draw(kRoomy, one.trace->size(), 7).find_text(sum), nullptr) << sum;
  // Not shown before it is stored.
  EXPECT_EQ(one.draw(kRoomy, 0, 7).find_text(" = "), nullptr);
}

TEST(WindowsFigure, IsReadableInAnyRoom) {
  for (const auto& [id, n] : {std::pair{"patterns/convolve-1d", 9},
                              {"patterns/convolve-1d", 300},
                              {"patterns/convolve-1d-tiled-halo", 40},
                              {"patterns/convolve-1d-tiled-cached", 40},
                              {"patterns/convolve-2d-tiled", 64},
                              {"patterns/convolve-2d-tiled", 1600},
                              {"patterns/convolve-2d-input-tile", 64}}) {
    const bool has_item_for_each_input = std::string_view(id).ends_with("input-tile");
    DrawnWindow one(id, static_cast<std::uint64_t>(n), has_item_for_each_input ? 64 : 16);
    ASSERT_NE(one.figures->windows(), nullptr) << id << n;
    for (const float width : {320.0f, 560.0f, 900.0f})
      for (const float height : {90.0f, 170.0f, 300.0f, 600.0f})
        for (const int output : {0, n / 2, n - 1})
          for (const std::uint64_t position : {std::uint64_t{0}, one.trace->size() / 2, one.trace->size()}) {
            const Rect area{7, 5, width, height};
            expect_readable(one.draw(area, position, static_cast<std::uint64_t>(output)), area);
          }
  }
}

TEST(WindowsFigure, AClickChoosesAnOutput) {
  DrawnWindow one("patterns/convolve-1d-tiled-halo", 24, 8);
  FigureOutput answer;
  std::optional<CellId> chosen;
  for (float x = kRoomy.x; x < kRoomy.right() && !chosen; x += 9)
    for (float y = kRoomy.bottom(); y > kRoomy.y && !chosen; y -= 9) {
      one.draw(kRoomy, one.trace->size(), 8, {{}, {{x, y}, true, true}}, &answer);
      if (answer.selected && answer.tooltip.starts_with("out[")) chosen = answer.selected;
    }
  ASSERT_TRUE(chosen);
  EXPECT_EQ(shown_output(*one.trace, *one.figures->combination(), *one.figures->windows(), 0, chosen),
            chosen->index);
}

TEST(WindowsFigure, OtherRunsHaveNone) {
  FigureSet figures(record_run("scan/blelloch", 16, 8));
  EXPECT_EQ(figures.windows(), nullptr);
}

}  // namespace
}  // namespace lockstep::gui
