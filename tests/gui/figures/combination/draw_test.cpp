// The drawn figure is readable at every size, stays inside its area, and names the item under the pointer.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "tests/gui/figures/combination/support.hpp"
#include "tests/gui/figures/support.hpp"

namespace lockstep::gui {
namespace {

struct Size {
  const char* id;
  std::uint64_t n, group;
  float width;
};

struct Drawn {
  TracePtr trace;
  FigureSet figures;
  CombinationView view;
  CanvasRecorder canvas;
  explicit Drawn(const TracePtr& run) : trace(run), figures(run) {}

  bool all_begun = false;
  FigureOutput draw(const Rect& area, std::uint64_t p, const FigureInput& input = {}) {
    canvas = {};
    CombinationFrame frame{p, p == 0 ? 0 : p - 1};
    frame.all_begun = all_begun;
    return draw_combination(canvas, area, *trace, combination_of(figures), figures.coverage_labels(), frame,
                            view, input);
  }
  float height() { return combination_height(combination_of(figures)); }
};

class DrawnCombination : public ::testing::TestWithParam<Size> {};

TEST_P(DrawnCombination, IsReadableAtEveryPosition) {
  Drawn drawn(record_run(GetParam().id, GetParam().n, GetParam().group));
  for (std::uint64_t eighth = 0; eighth <= 8; ++eighth) {
    for (const float height : {drawn.height(), 200.0f}) {
      const Rect area{10, 10, GetParam().width, height};
      drawn.view = {};
      drawn.draw(area, drawn.trace->size() * eighth / 8);
      expect_readable(drawn.canvas, area);
    }
  }
}

// In a presentation of two runs, cells that are too narrow for values are drawn without values.
TEST(DrawnCombination, AllCellsAreShownInANarrowWholeFigureIfRequested) {
  Drawn drawn(record_run("reduce/divergent", 64, 64));
  CombinationFrame frame{drawn.trace->size(), drawn.trace->size() - 1};
  frame.whole = true;
  const auto hidden = [&] {
    drawn.canvas = {};
    draw_combination(drawn.canvas, {0, 0, 600, 400}, *drawn.trace, combination_of(drawn.figures),
                     drawn.figures.coverage_labels(), frame, drawn.view);
    return drawn.canvas.find_text("of 64 cells") != nullptr;
  };
  EXPECT_TRUE(hidden());
  frame.all_cells = true;
  EXPECT_FALSE(hidden());
}

// Rows that have not begun are not drawn: ↓ stops when the last row that has begun is in view.
TEST(DrawnCombination, ScrollingDownStopsAtTheLastRow) {
  Drawn drawn(record_run("reduce/divergent", 64, 64));
  const Rect area{0, 0, 900, 200};
  for (const std::uint64_t p : {std::uint64_t{0}, drawn.trace->size() / 2, drawn.trace->size()}) {
    drawn.view = {};
    drawn.draw(area, p);
    for (int press = 0; press < 20; ++press) {
      pan_cells(drawn.view, 0, -drawn.view.drawn_row_pitch);
      drawn.draw(area, p);
    }
    const sim::Combination& combination = combination_of(drawn.figures);
    const std::size_t last = combination.rows_at(p) - 1;
    EXPECT_LE(drawn.view.drawn_first_row, static_cast<float>(last)) << p;
    EXPECT_NE(drawn.canvas.find_text(combination.rows[last].label), nullptr) << p;
  }
}

std::size_t rows_left_out(const Drawn& drawn) {
  return drawn.canvas.count(DrawnItem::Kind::dashed_line, Role::second_ink);
}

// In lower cells if the height is small.
TEST(DrawnCombination, AllRowsThatHaveBegunFitIntoTheirHeight) {
  Drawn drawn(record_run("scan/block", 64, 64));
  drawn.all_begun = true;
  const sim::Combination& combination = combination_of(drawn.figures);
  const std::uint64_t end = drawn.trace->size();
  ASSERT_GT(combination.rows.size(), 8u);
  const Rect area{0, 0, 700, begun_combination_height(combination, end)};
  drawn.draw(area, end);
  expect_readable(drawn.canvas, area);
  for (const sim::CombinationRow& row : combination.rows)
    EXPECT_NE(drawn.canvas.find_text(row.label), nullptr) << row.label;
  EXPECT_EQ(rows_left_out(drawn), 0u);
  EXPECT_EQ(drawn.canvas.find_text("rows left out"), nullptr);
}

// The first and the last row, and the last row of each array's phases.
TEST(DrawnCombination, RowsWithoutRoomAreLeftOutBetweenTheEnds) {
  Drawn drawn(record_run("scan/grid", 256, 32));
  drawn.all_begun = true;
  const sim::Combination& combination = combination_of(drawn.figures);
  const std::uint64_t end = drawn.trace->size();
  const Rect area{0, 0, 700, 340};
  ASSERT_LT(area.height, begun_combination_height(combination, end));
  drawn.draw(area, end);
  expect_readable(drawn.canvas, area);
  for (const char* shown : {"input", "out", "offsets1"})
    EXPECT_NE(drawn.canvas.find_text(shown), nullptr) << shown;
  EXPECT_GT(rows_left_out(drawn), 0u);
  EXPECT_NE(drawn.canvas.find_text("rows left out"), nullptr);
  EXPECT_NE(drawn.canvas.find_text(fmt::format("of {} rows", combination.rows.size())), nullptr);
}

// The order in which inputs were combined can be read from the cells: interleaved addressing keeps the order
// of the inputs.
TEST(DrawnCombination, ShowsTheOrderOfAnOperatorThatDoesNotCommute) {
  const auto algorithm = find_algorithm("reduce/sequential-global");
  PlanRequest request{.n = 8, .group_size = 8};
  const auto typed = [&](Operator op, ElementType type) {
    request.op = op;
    request.type = type;
    return make_plan(**algorithm, request, *load_kernel(**algorithm, "")).value();
  };
  Drawn digits(record_plan(typed(Operator::digits, ElementType::int32)));
  const Rect area{0, 0, 900, digits.height()};
  digits.draw(area, digits.trace->size());
  EXPECT_NE(digits.canvas.find_text("⊕ x0,x4"), nullptr);
  expect_readable(digits.canvas, area);
  Drawn matrices(record_plan(typed(Operator::matrix, ElementType::uint16x4)));
  matrices.draw(area, 0);
  EXPECT_NE(matrices.canvas.find_text("[3 1; 1 0]"), nullptr);
  expect_readable(matrices.canvas, area);
}

INSTANTIATE_TEST_SUITE_P(Sizes, DrawnCombination,
                         ::testing::Values(Size{"reduce/divergent", 8, 8, 800},
                                           Size{"reduce/divergent", 64, 16, 800},
                                           Size{"reduce/sequential-local", 16, 16, 500},
                                           Size{"reduce/interleaved-global", 100, 32, 900},
                                           Size{"scan/hillis-steele-global", 1024, 64, 900},
                                           Size{"scan/blelloch", 64, 8, 1000}));

TEST(DrawnCombination, NamesTheItemUnderThePointer) {
  Drawn drawn(record_run("reduce/divergent", 8, 8));
  const Rect area{0, 0, 800, drawn.height()};
  const std::uint64_t end = drawn.trace->size();
  drawn.draw(area, end);
  FigureInput input;
  const float row = 1.2f * drawn.view.drawn_row_pitch;
  input.pointer = {{drawn.view.drawn_left + drawn.view.drawn_pitch * 4.5f, 40 + row}, true, true};
  const FigureOutput output = drawn.draw(area, end, input);
  ASSERT_TRUE(output.hovered.cell.has_value());
  EXPECT_EQ(*output.hovered.cell, combination_of(drawn.figures).id_of(1, 4));
  EXPECT_EQ(output.selected, output.hovered.cell);
  EXPECT_THAT(output.tooltip, ::testing::HasSubstr("scratch[4]"));
  EXPECT_THAT(output.tooltip, ::testing::HasSubstr("from in[4]"));
}

TEST(DrawnCombination, LinesDistinguishWarpsByColourAndName) {
  Drawn two(record_run("reduce/divergent", 64, 64));
  two.draw({0, 0, 4000, two.height()}, two.trace->size());
  EXPECT_GT(two.canvas.count(DrawnItem::Kind::line, Role::acts), 0u);
  EXPECT_GT(two.canvas.count(DrawnItem::Kind::line, Role::second_warp), 0u);
  for (const char* warp : {"w0", "w1"}) EXPECT_NE(two.canvas.find_text(warp), nullptr) << warp;
  EXPECT_EQ(two.canvas.find_text("w2"), nullptr);

  Drawn one(record_run("reduce/divergent", 32, 32));
  one.draw({0, 0, 2000, one.height()}, one.trace->size());
  EXPECT_EQ(one.canvas.count(DrawnItem::Kind::line, Role::second_warp), 0u);
  EXPECT_EQ(one.canvas.find_text("w0"), nullptr) << "there is no other";
}

TEST(DrawnCombination, TheLinesOfALaneStandOutWhenItIsPointedAt) {
  Drawn drawn(record_run("reduce/divergent", 64, 64));
  const Rect area{0, 0, 4000, drawn.height()};
  const std::uint64_t middle = drawn.trace->size() / 2;
  drawn.draw(area, middle);
  EXPECT_EQ(drawn.canvas.count(DrawnItem::Kind::line, Role::ink), 0u);
  FigureInput input;
  input.link.lane = LaneId{1, 0};
  drawn.draw(area, middle, input);
  EXPECT_GE(drawn.canvas.count(DrawnItem::Kind::line, Role::ink), 2u);
}

TEST(DrawnCombination, NoLineCrossesARowThatItDoesNotBelongTo) {
  std::size_t cut = 0;
  for (const char* id : {"scan/block", "scan/blelloch", "scan/kogge-stone", "reduce/unrolled"}) {
    Drawn drawn(record_run(id, 4096, 256));
    const Rect area{0, 0, 744, 900};
    drawn.draw(area, drawn.trace->size());
    const float gap = drawn.view.drawn_row_pitch - 36 + 2;
    for (const DrawnItem& item : drawn.canvas.items()) {
      if (item.role == Role::second_ink) continue;  // border of a work-group's part of a row
      const bool is_line = item.kind == DrawnItem::Kind::line || item.kind == DrawnItem::Kind::dashed_line;
      EXPECT_TRUE(!is_line || item.bounds.height <= gap) << id;
    }
    if (drawn.canvas.find_text("cut: from further up") != nullptr) ++cut;
  }
  EXPECT_GT(cut, 0u) << "otherwise the test checks nothing";
}

TEST(DrawnCombination, NamesTheNumberOfHiddenCells) {
  Drawn drawn(record_run("scan/hillis-steele-global", 4096, 256));
  drawn.draw({0, 0, 1000, drawn.height()}, drawn.trace->size());
  EXPECT_NE(drawn.canvas.find_text("of 4096 cells"), nullptr);
  EXPECT_NE(drawn.canvas.find_text("…"), nullptr);
  EXPECT_NE(drawn.canvas.find_text("x4095"), nullptr) << "the last cell is shown";
}

TEST(DrawnCombination, SmallCellsBecomeAStrip) {
  Drawn drawn(record_run("reduce/divergent", 1024, 1024));
  drawn.view.cell_pitch = 0.1f;
  const Rect area{0, 0, 800, drawn.height()};
  drawn.draw(area, drawn.trace->size());
  expect_readable(drawn.canvas, area);
  // Folded: all cells of the first two rows are adjacent and drawn as one piece per row.
  EXPECT_EQ(drawn.canvas.count(DrawnItem::Kind::fill_rect, Role::waiting), 2u);
}

// The number of drawing operations depends on the area, not on the array.
TEST(DrawnCombination, LargeArraysDrawNoMoreThanFits) {
  Drawn small(record_run("scan/hillis-steele-global", 256, 64));
  Drawn large(record_run("scan/hillis-steele-global", 4096, 64));
  for (const float pitch : {0.0f, 0.01f}) {
    small.view.cell_pitch = large.view.cell_pitch = pitch;
    small.draw({0, 0, 800, 500}, small.trace->size());
    large.draw({0, 0, 800, 500}, large.trace->size());
    EXPECT_LT(large.canvas.items().size(), 3 * small.canvas.items().size()) << pitch;
  }
}

TEST(WrongCells, AreFoundFromTheirMomentOn) {
  const WrongCells cells{{{2, 3}, "7", 10}, {{2, 5}, "9", 20}};
  EXPECT_EQ(wrong_at(cells, {2, 3}, 9), nullptr);
  EXPECT_EQ(wrong_at(cells, {2, 3}, 10)->expected, "7");
  EXPECT_EQ(wrong_at(cells, {2, 5}, 19), nullptr);
  EXPECT_EQ(wrong_at(cells, {2, 5}, 20)->expected, "9");
  EXPECT_EQ(wrong_at(cells, {2, 4}, 30), nullptr);
  EXPECT_EQ(wrong_at(cells, {1, 3}, 30), nullptr);
  EXPECT_EQ(wrong_at({}, {2, 3}, 30), nullptr);
}

// A row may contain several successive applications of the operator.
TEST(DrawCombination, SaysThatRowsAreCountedWhereTheyAreNotTheStepsT) {
  const auto progress = [](const char* id) {
    Drawn drawn(record_run(id, 16, 8));
    drawn.draw({0, 0, 900, 600}, drawn.trace->size());
    return drawn.canvas.find_text("drawn step 9 of 9") != nullptr;
  };
  EXPECT_TRUE(progress("scan/blelloch"));
  EXPECT_FALSE(progress("reduce/interleaved-global"));
}

}  // namespace
}  // namespace lockstep::gui
