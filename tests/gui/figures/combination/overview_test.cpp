// The overview of a large array, and a zoomed part that keeps the active cells in view.
#include "gui/figures/combination/overview.hpp"

#include <gmock/gmock.h>

#include "tests/gui/figures/combination/support.hpp"
#include "tests/gui/figures/support.hpp"

namespace lockstep::gui {
namespace {

constexpr Rect kArea{0, 0, 900, 420};

struct LargeFigure {
  TracePtr trace;
  FigureSet figures;
  CombinationView view;
  CanvasRecorder canvas;
  LargeFigure(std::string_view id, std::uint64_t n, std::uint64_t group)
      : trace(record_run(id, n, group)), figures(trace) {}

  FigureOutput draw(std::uint64_t position, const Pointer& pointer = {}) {
    canvas = {};
    const CombinationFrame frame{position, position == 0 ? 0 : position - 1};
    return draw_combination(canvas, kArea, *trace, combination_of(figures), figures.coverage_labels(), frame,
                            view, {{}, pointer});
  }
  double visible() const { return static_cast<double>(view.drawn_width) / view.drawn_pitch; }
  bool sees(std::uint64_t cell) const {
    const auto at = static_cast<double>(cell);
    return at + 1 > view.first_cell && at < view.first_cell + visible();
  }
  // A moment of this work-group with a local access.
  std::uint64_t moment_of(std::uint32_t group) const {
    for (std::uint64_t p = 0; p < trace->size(); ++p)
      if (trace->at(p).moment.group == group && (trace->at(p).flags & sim::TraceRecord::local_access) != 0)
        return p;
    ADD_FAILURE() << "no moment of work-group " << group;
    return 0;
  }
  // Number of pixels of the strip that are filled in a role.
  float marked(Role role) const {
    float width = 0;
    for (const DrawnItem& item : canvas.items())
      if (item.kind == DrawnItem::Kind::fill_rect && item.role == role &&
          item.bounds.y >= view.drawn_overview.y && item.bounds.bottom() <= view.drawn_overview.bottom())
        width += item.bounds.width;
    return width;
  }
};

TEST(Overview, IsThereFrom256CellsOn) {
  LargeFigure small("scan/hillis-steele-local", 128, 32), large("scan/hillis-steele-local", 1000, 32);
  small.draw(small.trace->size() / 2);
  EXPECT_EQ(small.view.drawn_overview.width, 0);
  large.draw(large.trace->size() / 2);
  EXPECT_GT(large.view.drawn_overview.width, 600);
  EXPECT_NE(large.canvas.find_text("1,024"), nullptr);
  expect_readable(large.canvas, kArea);
}

TEST(Overview, MarksWhatActsNextAndWhatWasWritten) {
  LargeFigure figure("scan/hillis-steele-local", 1000, 32);
  const std::uint64_t p = figure.moment_of(22);
  figure.draw(p);
  ASSERT_TRUE(figure.view.drawn_acting);
  const float pixel = figure.view.drawn_overview.width / static_cast<float>(figure.view.overview_cells);
  const auto cells = static_cast<float>(figure.view.drawn_acting->last - figure.view.drawn_acting->first + 1);
  EXPECT_NEAR(figure.marked(Role::acts), cells * pixel, 4);
  figure.draw(p + 1);
  EXPECT_GT(figure.marked(Role::changed) + figure.marked(Role::acts_pale), 8);
}

TEST(Overview, ZoomingKeepsTheRunningGroupInView) {
  LargeFigure figure("scan/hillis-steele-local", 1000, 32);
  const std::uint64_t p = figure.moment_of(22);
  for (const bool by_wheel : {false, true}) {
    figure.view = {};
    figure.draw(p);
    for (int click = 0; click < 4; ++click) {
      by_wheel ? zoom_cells(figure.view, 1.4f, kArea.width - 5) : zoom_acting(figure.view, 1.4f);
      figure.draw(p);
      if (by_wheel && click > 0) break;
      EXPECT_TRUE(figure.sees(figure.view.drawn_acting->first)) << click;
    }
  }
  figure.view = {};
  figure.draw(p);
  for (int click = 0; click < 8; ++click) {
    zoom_acting(figure.view, 1 / 1.4f);
    figure.draw(p);
    EXPECT_TRUE(figure.sees(figure.view.drawn_acting->first)) << click;
    const std::uint64_t cells = figure.view.drawn_acting->last - figure.view.drawn_acting->first + 1;
    const bool has_room = static_cast<double>(cells) <= figure.visible();
    EXPECT_TRUE(!has_room || figure.sees(figure.view.drawn_acting->last)) << click;
  }
}

TEST(Overview, EveryStepIsInTheZoomedPart) {
  LargeFigure figure("scan/hillis-steele-local", 1000, 32);
  figure.draw(0);
  zoom_acting(figure.view, 1.4f);
  std::size_t moved = 0;
  double before = -1;
  for (std::uint64_t p = 0; p < figure.trace->size(); p += 7) {
    figure.draw(p);
    if (!figure.view.drawn_acting) continue;
    EXPECT_TRUE(figure.sees(figure.view.drawn_acting->first)) << p;
    moved += figure.view.first_cell != before ? 1 : 0;
    before = figure.view.first_cell;
  }
  EXPECT_GT(moved, 10u) << "otherwise the test checks nothing";
  // Moving the part manually lasts until the next step.
  const std::uint64_t p = figure.moment_of(22);
  figure.draw(p);
  pan_cells(figure.view, 1e6f, 0);
  figure.draw(p);
  EXPECT_EQ(figure.view.first_cell, 0);
  figure.draw(p + 1);
}

TEST(Overview, APlaceInItBecomesTheMiddle) {
  LargeFigure figure("scan/hillis-steele-local", 1000, 32);
  figure.draw(figure.trace->size());
  const Rect strip = figure.view.drawn_overview;
  show_overview_place(figure.view, strip.x + strip.width / 2);
  figure.draw(figure.trace->size());
  EXPECT_NEAR(figure.view.first_cell + figure.visible() / 2,
              static_cast<double>(figure.view.overview_cells) / 2, 1);
  // It ends at the last cell, not beyond it.
  show_overview_place(figure.view, strip.right() + 50);
  figure.draw(figure.trace->size());
  EXPECT_NEAR(figure.view.first_cell + figure.visible(), static_cast<double>(figure.view.overview_cells), 1);
  const FigureOutput output = figure.draw(figure.trace->size(), {strip.centre(), true, false});
  EXPECT_THAT(output.tooltip, ::testing::HasSubstr("Framed: the visible ones"));
}

}  // namespace
}  // namespace lockstep::gui
