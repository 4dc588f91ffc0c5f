// The visible cells and rows: folded, zoomed and dragged.
#include "gui/figures/combination/columns.hpp"

#include <gmock/gmock.h>

#include "gui/figures/combination/figure.hpp"

namespace lockstep::gui {
namespace {

TEST(FoldedColumns, KeepTheFirstTheLastAndTheRequestedCells) {
  const std::vector<std::uint64_t> wanted{2048, 1024};
  const Columns columns = folded_columns(4096, wanted, 50, 600);
  EXPECT_TRUE(columns.shows(0) && columns.shows(1024) && columns.shows(2048) && columns.shows(4095));
  EXPECT_FALSE(columns.shows(1025));
  EXPECT_LE(columns.right(), 600.5f);
  EXPECT_FLOAT_EQ(columns.left(0), 0);
  // A hidden cell is inside a gap.
  EXPECT_GT(columns.left(1500), columns.left(1024));
  EXPECT_LT(columns.left(1500), columns.left(2048));
  EXPECT_EQ(columns.cell_at(columns.left(2048) + 1), 2048u);
  EXPECT_FALSE(columns.cell_at(columns.left(2048) - 10));
}

TEST(FoldedColumns, AllCellsAreShownIfTheyFit) {
  const Columns columns = folded_columns(8, {}, 50, 400);
  EXPECT_EQ(columns.runs, (std::vector<ColumnRun>{{0, 8, 0}}));
}

TEST(CombinationView, ZoomKeepsTheCellUnderThePointer) {
  CombinationView view;
  view.drawn_pitch = 40;
  view.drawn_left = 100;
  view.first_cell = 8;
  zoom_cells(view, 0.5f, 180);  // x position of cell 10
  EXPECT_FLOAT_EQ(view.cell_pitch, 20);
  EXPECT_DOUBLE_EQ(view.first_cell, 6);
}

TEST(CombinationView, DraggingMovesCellsAndRows) {
  CombinationView view;
  view.drawn_pitch = 40;
  view.drawn_row_pitch = 50;
  view.drawn_first_row = 3;
  view.first_cell = 8;
  pan_cells(view, -80, 50);
  EXPECT_DOUBLE_EQ(view.first_cell, 10);
  EXPECT_FLOAT_EQ(view.first_row, 2);
}

// Three cells fit; with a fold on each side of the middle cell, one end is omitted.
TEST(FoldedColumns, ACellThatMustBeShownComesBeforeTheEnds) {
  const std::vector<std::uint64_t> wanted{2};
  EXPECT_FALSE(folded_columns(5, wanted, 50, 160).shows(2));
  const Columns columns = folded_columns(5, wanted, 50, 160, 2);
  EXPECT_TRUE(columns.shows(2));
  EXPECT_LE(columns.right(), 160.5f);
}

}  // namespace
}  // namespace lockstep::gui
