// A stale read in the drawn figure: the value that was read, and the newer value, struck out.
#include <gmock/gmock.h>

#include "tests/gui/figures/combination/support.hpp"
#include "tests/gui/figures/support.hpp"

namespace lockstep::gui {
namespace {

using ::testing::HasSubstr;

struct StaleFigure : ::testing::Test {
  FigureOutput draw(std::uint64_t position, float width = 900, const FigureInput& input = {}) {
    canvas = {};
    area = {10, 10, width, combination_height(combination)};
    return draw_combination(canvas, area, *trace, combination, figures.coverage_labels(),
                            {position, trace->previous(position, sim::Trace::Step::line)}, view, input);
  }
  // A line in the error colour through the middle of a text.
  bool is_struck(const DrawnItem& text) const {
    for (const DrawnItem& item : canvas.items()) {
      if (item.kind != DrawnItem::Kind::line || item.role != Role::costs) continue;
      const Rect &line = item.bounds, &box = text.bounds;
      if (line.height <= 4 && line.y > box.y && line.bottom() < box.bottom() && line.x <= box.x &&
          line.right() >= box.right())
        return true;
    }
    return false;
  }

  TracePtr trace = record_run("hazards/in-place-global-steps", 16, 8);
  FigureSet figures{trace};
  const sim::Combination& combination = combination_of(figures);
  CombinationView view;
  CanvasRecorder canvas;
  Rect area;
};

TEST_F(StaleFigure, ShowsWhatWasReadAndStrikesOutTheNewerValue) {
  draw(trace->size());
  const DrawnItem* read = canvas.find_text("9");
  const DrawnItem* newer = canvas.find_text("44");
  ASSERT_NE(newer, nullptr);
  EXPECT_TRUE(is_struck(*newer));
  bool red = false;
  for (const DrawnItem& item : canvas.items())
    red |= item.kind == DrawnItem::Kind::text && item.text == "9" && item.style.role == Role::costs;
  EXPECT_TRUE(red);
  ASSERT_NE(read, nullptr);
  EXPECT_NE(canvas.find_text("stale read (the newer value is struck out)"), nullptr);
  expect_readable(canvas, area);
}

// In a presentation, rows are low. The smallest height at which all steps are shown has room for both values.
TEST_F(StaleFigure, ShowsBothValuesInTheSmallestWholeFigure) {
  const FigureSize size = whole_combination_size(canvas, combination);
  area = {10, 10, size.width, size.height};
  CombinationFrame frame{trace->size(), trace->previous(trace->size(), sim::Trace::Step::line)};
  frame.whole = true;
  draw_combination(canvas, area, *trace, combination, figures.coverage_labels(), frame, view);
  const DrawnItem* newer = canvas.find_text("44");
  ASSERT_NE(newer, nullptr);
  EXPECT_TRUE(is_struck(*newer));
  EXPECT_NE(canvas.find_text("9"), nullptr);
  expect_readable(canvas, area);
}

// In rows that are too low for two lines, the values are beside each other if the cells are wide.
TEST_F(StaleFigure, ShowsBothValuesInOneLineOfALowWideCell) {
  area = {10, 10, 1600, 190};
  CombinationFrame frame{trace->size(), trace->previous(trace->size(), sim::Trace::Step::line)};
  frame.whole = true;
  draw_combination(canvas, area, *trace, combination, figures.coverage_labels(), frame, view);
  const DrawnItem* newer = nullptr;
  for (const DrawnItem& item : canvas.items())
    if (item.kind == DrawnItem::Kind::text && item.text == "44" && is_struck(item)) newer = &item;
  EXPECT_NE(newer, nullptr);
}

// Before work-item 8 writes, the cell still contains the value that was read.
TEST_F(StaleFigure, StrikesNothingOutBeforeTheNewerWrite) {
  const sim::StaleRead& read = combination.stale_reads.front();
  ASSERT_LT(read.used, read.newer);
  draw(read.used + 1);
  EXPECT_NE(canvas.find_text("stale"), nullptr);
  EXPECT_EQ(canvas.find_text("44"), nullptr);
}

TEST_F(StaleFigure, IsMarkedWhereCellsAreTooNarrowForText) {
  view.cell_pitch = 8;
  draw(trace->size(), 400);
  EXPECT_GT(canvas.count(DrawnItem::Kind::stroke_rect, Role::costs), 0u);
}

TEST_F(StaleFigure, TheTooltipNamesBothValues) {
  draw(trace->size());
  const sim::StaleRead& read = combination.stale_reads.front();
  FigureInput input;
  input.pointer = {{view.drawn_left + view.drawn_pitch * (static_cast<float>(read.cell) + 0.5f),
                    area.y + 45 + static_cast<float>(read.row) * view.drawn_row_pitch},
                   true,
                   false};
  EXPECT_THAT(draw(trace->size(), 900, input).tooltip,
              HasSubstr("stale read (data race): work-item 0 reads 9 from a[8] at line 28 before work-item 8 "
                        "writes 44 there at line 28"));
}

}  // namespace
}  // namespace lockstep::gui
