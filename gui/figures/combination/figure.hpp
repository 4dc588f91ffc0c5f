// Draws a Combination: the visible rows from top to bottom, with lines from the sources to the cells of each
// row. If cells are too small for text, a row is drawn as a strip in which the written cells are highlighted.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gui/figures/tools/link.hpp"
#include "sim/figure_rows/combination.hpp"
#include "sim/figure_rows/coverage.hpp"

namespace lockstep::gui {

// The scroll position and the zoom, which are the only state of this panel. Drawing corrects values that are
// out of range.
struct CombinationView {
  double first_cell = 0;
  float cell_pitch = 0;  // px per cell; 0: chosen so that the cells fit, with hidden cells if necessary
  float first_row = -1;  // −1: follows the playhead

  // Geometry of the cells in the last draw, used by zoom_cells() and pan_cells().
  float drawn_pitch = 0, drawn_left = 0, drawn_width = 0, drawn_row_pitch = 0, drawn_first_row = 0;
  std::optional<std::uint64_t> drawn_hovered = {};  // the cell under the pointer if cells are hidden
  // The active cells: the first and the last cell that the next moment touches or that the last step changed.
  // If there are no such cells, the first and the last cell of the running work-group.
  struct Acting {
    std::uint64_t first = 0, last = 0;
    bool operator==(const Acting&) const = default;
  };
  std::optional<Acting> drawn_acting = {};
  Rect drawn_overview = {};                 // the strip that shows all cells; width 0 if it is not drawn
  std::uint64_t overview_cells = 0;         // number of cells in the strip
  std::optional<std::uint64_t> followed{};  // the position in the last draw
  bool is_zoomed() const { return cell_pitch > 0; }
};

// Zooms by `factor`; the cell at `at_x` in the last draw keeps its position. If cells were hidden, the cell
// under the pointer or the active cells keep their position instead.
void zoom_cells(CombinationView& view, float factor, float at_x);
// Zooms by `factor`; the active cells of the last draw stay in view.
void zoom_acting(CombinationView& view, float factor);
// Scrolls to the cells around `at_x` in the overview.
void show_overview_place(CombinationView& view, float at_x);
// Scrolls by `dx` and `dy` pixels; used for dragging.
void pan_cells(CombinationView& view, float dx, float dy);

// A cell whose value differs from the expected value.
struct WrongCell {
  CellId cell;
  std::string expected;
  std::uint64_t from = 0;  // the moment after which the value is wrong
};
// Wrong cells of one object, in the order of their indices; may be empty.
using WrongCells = std::vector<WrongCell>;
// Returns the entry of a cell; null if the cell is not in the list, or if its value is not wrong yet.
const WrongCell* wrong_at(const WrongCells& cells, const CellId& cell, std::uint64_t position);

struct CombinationFrame {
  std::uint64_t position = 0;
  // Cells that were written at [changed_since, position) are marked with a ring. The range is the last step,
  // by line or by barrier, and always contains at least one moment.
  std::uint64_t changed_since = 0;
  std::optional<CellId> selected = {};  // this cell is always drawn, and so is the first wrong cell
  float footer_right = 0;               // px used by the caller at the right of the last line
  WrongCells wrong = {};                // marked with the expected value in the newest row of the array
  // Shows all steps simultaneously, in lower cells without labels if the height is small.
  bool whole = false;
  bool all_cells = false;   // shows all cells, without values if the cells are too narrow for them
  bool only_begun = false;  // reserves no space for rows that have not begun
  // Shows all rows that have begun, in lower cells if the height is small. If these rows still do not fit,
  // shows the most important ones: the latest and the first row, rows of a stale read, and the last and first
  // rows of each phase.
  bool all_begun = false;
  // Hide information that would answer a question: the cells that are touched next, the number of remaining
  // steps, and the inputs that a cell contains.
  bool hides_next = false, hides_rest = false, hides_labels = false;
  std::vector<CellId> picked = {};  // cells chosen as an answer, marked in the newest row of the array
};

// Returns true if the store belongs to the step that the frame shows.
bool is_changed(const CombinationFrame& frame, const sim::CombinationWrite& write);

FigureOutput draw_combination(Canvas& canvas, const Rect& area, const sim::Trace& trace,
                              const sim::Combination& combination, sim::CoverageLabels& labels,
                              const CombinationFrame& frame, CombinationView& view,
                              const FigureInput& input = {});

// Return the height at which all rows fit, or at which the first `rows` rows fit.
float combination_height(const sim::Combination& combination);
float combination_height(const sim::Combination& combination, std::size_t rows);
// Returns the minimum height at which no row is omitted if CombinationFrame::all_begun is set.
float begun_combination_height(const sim::Combination& combination, std::uint64_t position);
// The minimum size in which all cells and rows are shown with their values if CombinationFrame::whole is set.
struct FigureSize {
  float width = 0, height = 0;
};
FigureSize whole_combination_size(const Canvas& canvas, const sim::Combination& combination);

}  // namespace lockstep::gui
