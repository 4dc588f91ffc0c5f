// A drawn Combination: the visible rows from top to bottom, with the lines into each row, followed by its
// cells. If cells are too small for text, the row is a strip in which the written cells are highlighted.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gui/figures/tools/link.hpp"
#include "sim/figure_rows/combination.hpp"
#include "sim/figure_rows/coverage.hpp"

namespace lockstep::gui {

// Scroll position and zoom, the only state of this panel. Drawing corrects values that are out of range.
struct CombinationView {
  double first_cell = 0;
  float cell_pitch = 0;  // px per cell; 0: chosen to fit, with hidden cells if necessary
  float first_row = -1;  // −1: follows the playhead

  // Geometry of the cells in the last draw, used by zoom_cells() and pan_cells().
  float drawn_pitch = 0, drawn_left = 0, drawn_width = 0, drawn_row_pitch = 0, drawn_first_row = 0;
  std::optional<std::uint64_t> drawn_hovered = {};  // the cell under the pointer if cells are hidden
  // The first and the last of the cells that the next moment touches or the last step changed. If there are
  // none: the cells of the running work-group.
  struct Acting {
    std::uint64_t first = 0, last = 0;
    bool operator==(const Acting&) const = default;
  };
  std::optional<Acting> drawn_acting = {};
  Rect drawn_overview = {};                 // the strip of all cells; width 0 if there is none
  std::uint64_t overview_cells = 0;         // number of cells in the strip
  std::optional<std::uint64_t> followed{};  // the last drawn position
  bool is_zoomed() const { return cell_pitch > 0; }
};

// Zooms about the cell at `at_x` in the last draw. If cells were hidden, zooms about the cell under the
// pointer, or about the active cells.
void zoom_cells(CombinationView& view, float factor, float at_x);
// Zooms about the active cells of the last draw, which stay in view.
void zoom_acting(CombinationView& view, float factor);
// Shows the cells around `at_x` of the overview.
void show_overview_place(CombinationView& view, float at_x);
// Scrolls by pixels; used for dragging.
void pan_cells(CombinationView& view, float dx, float dy);

// A cell whose value differs from the expected value.
struct WrongCell {
  CellId cell;
  std::string expected;
  std::uint64_t from = 0;  // the moment after which it is wrong
};
// Cells of one object, in the order of their indices; may be empty.
using WrongCells = std::vector<WrongCell>;
// Null if the cell is not in the list, or if it is not wrong yet.
const WrongCell* wrong_at(const WrongCells& cells, const CellId& cell, std::uint64_t position);

struct CombinationFrame {
  std::uint64_t position = 0;
  // Stores at [changed_since, position) are marked with a ring. The range is a step by line or barrier and
  // contains at least one moment.
  std::uint64_t changed_since = 0;
  std::optional<CellId> selected = {};  // always drawn, like the first wrong cell
  float footer_right = 0;               // px used by the caller at the right of the last line
  WrongCells wrong = {};                // marked with the expected value in the newest row of the array
  // Shows all steps simultaneously, in lower cells without labels if the height is small.
  bool whole = false;
  bool only_begun = false;  // reserves no space for rows that have not begun
  // Shows all rows that have begun, in lower cells if the height is small. If they still do not fit, shows
  // only the first and last rows of each array's phases, from its first row to the latest row.
  bool all_begun = false;
  // Hides information before an answer: the cells touched next, the number of remaining steps, and the inputs
  // contained in a cell.
  bool hides_next = false, hides_rest = false, hides_labels = false;
  std::vector<CellId> picked = {};  // chosen as an answer: marked in the newest row of the array
};

// True if the store belongs to the step that the frame shows.
bool is_changed(const CombinationFrame& frame, const sim::CombinationWrite& write);

FigureOutput draw_combination(Canvas& canvas, const Rect& area, const sim::Trace& trace,
                              const sim::Combination& combination, sim::CoverageLabels& labels,
                              const CombinationFrame& frame, CombinationView& view,
                              const FigureInput& input = {});

// The height at which all rows fit, and the height at which the first `rows` rows fit.
float combination_height(const sim::Combination& combination);
float combination_height(const sim::Combination& combination, std::size_t rows);
// The minimum height at which CombinationFrame::all_begun omits no row.
float begun_combination_height(const sim::Combination& combination, std::uint64_t position);
// The minimum size in which CombinationFrame::whole shows all cells and rows with their values.
struct FigureSize {
  float width = 0, height = 0;
};
FigureSize whole_combination_size(const Canvas& canvas, const sim::Combination& combination);

}  // namespace lockstep::gui
