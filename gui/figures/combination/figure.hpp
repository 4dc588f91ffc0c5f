// A drawn Combination: the visible rows from the top, the lines into each row, then its cells. If cells are
// too small for text, the row is a strip that highlights the written cells.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gui/figures/tools/link.hpp"
#include "sim/figure_rows/combination.hpp"
#include "sim/figure_rows/coverage.hpp"

namespace lockstep::gui {

// Scroll and zoom, the only state of its panel. Drawing corrects values out of range.
struct CombinationView {
  double first_cell = 0;
  float cell_pitch = 0;  // px from cell to cell; 0: chosen to fit, with hidden cells if necessary
  float first_row = -1;  // −1: follows the playhead

  // Of the cells in the last draw, for zoom_cells() and pan_cells().
  float drawn_pitch = 0, drawn_left = 0, drawn_width = 0, drawn_row_pitch = 0, drawn_first_row = 0;
  std::optional<std::uint64_t> drawn_hovered = {};  // the cell under the pointer, where cells are hidden
  // The cells that the next moment touches or the last step changed, or else those of the running work-group,
  // from the first to the last.
  struct Acting {
    std::uint64_t first = 0, last = 0;
    bool operator==(const Acting&) const = default;
  };
  std::optional<Acting> drawn_acting = {};
  Rect drawn_overview = {};                 // the strip of all cells; without width: none
  std::uint64_t overview_cells = 0;         // in it
  std::optional<std::uint64_t> followed{};  // the last drawn position
  bool is_zoomed() const { return cell_pitch > 0; }
};

// Zooms about the cell at `at_x` of the last draw; where cells were hidden, about the cell under the pointer,
// or what acts.
void zoom_cells(CombinationView& view, float factor, float at_x);
// Zooms about what acts in the last draw: it stays in view.
void zoom_acting(CombinationView& view, float factor);
// Shows the cells around `at_x` of the overview.
void show_overview_place(CombinationView& view, float at_x);
// Scrolls by pixels, as dragging does.
void pan_cells(CombinationView& view, float dx, float dy);

// A cell with a value that is not the expected one.
struct WrongCell {
  CellId cell;
  std::string expected;
  std::uint64_t from = 0;  // the moment after which it is wrong
};
// Of one object, in order of their indices; empty: none.
using WrongCells = std::vector<WrongCell>;
// Null: the cell is not among them, or not wrong yet.
const WrongCell* wrong_at(const WrongCells& cells, const CellId& cell, std::uint64_t position);

struct CombinationFrame {
  std::uint64_t position = 0;
  // Stores at [changed_since, position) have a ring: of a whole step by line or barrier, at least one moment.
  std::uint64_t changed_since = 0;
  std::optional<CellId> selected = {};  // always drawn, as the first wrong one
  float footer_right = 0;               // px that the caller uses at the right of the last line
  WrongCells wrong = {};                // marked with the expected value where the array is newest
  // All steps at once, in lower cells without labels where the height asks for it.
  bool whole = false;
  bool only_begun = false;  // no room for the rows that have not begun
  // All rows that have begun, in lower cells where the height asks for it. If it is still too small, the ends
  // of what happens to each array, from its first row to the latest.
  bool all_begun = false;
  // Before an answer: what is touched next, how many steps remain, and which inputs are in a cell.
  bool hides_next = false, hides_rest = false, hides_labels = false;
  std::vector<CellId> picked = {};  // chosen as an answer: marked where the array is newest
};

// Stored in the step that the frame shows.
bool is_changed(const CombinationFrame& frame, const sim::CombinationWrite& write);

FigureOutput draw_combination(Canvas& canvas, const Rect& area, const sim::Trace& trace,
                              const sim::Combination& combination, sim::CoverageLabels& labels,
                              const CombinationFrame& frame, CombinationView& view,
                              const FigureInput& input = {});

// The height at which all rows fit, and at which the first `rows` do.
float combination_height(const sim::Combination& combination);
float combination_height(const sim::Combination& combination, std::size_t rows);
// The least height at which CombinationFrame::all_begun leaves out no row.
float begun_combination_height(const sim::Combination& combination, std::uint64_t position);
// The least size in which CombinationFrame::whole shows all cells and rows with their values.
struct FigureSize {
  float width = 0, height = 0;
};
FigureSize whole_combination_size(const Canvas& canvas, const sim::Combination& combination);

}  // namespace lockstep::gui
