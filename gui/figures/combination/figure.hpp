// A Combination drawn: the visible rows from the top, the lines into a row, then its cells. Where a cell is
// too small for its text, the row becomes a strip on which only the written cells stand out.
#pragma once

#include <cstdint>

#include "gui/figures/link.hpp"
#include "sim/dataflow/combination.hpp"
#include "sim/dataflow/coverage.hpp"

namespace lockstep::gui {

// Scroll and zoom: the only state a panel keeps for it. Draw corrects what is out of range.
struct CombinationView {
  double first_cell = 0;
  float cell_pitch = 0;  // px from cell to cell; 0: chosen from the room, and folded when there is not enough
  float first_row = -1;  // −1: follows the playhead

  // Where the last draw put the cells: for zoom_cells() and pan_cells().
  float drawn_pitch = 0, drawn_left = 0, drawn_row_pitch = 0, drawn_first_row = 0;
};

// Zooms about the cell under `at_x` of the last draw.
void zoom_cells(CombinationView& view, float factor, float at_x);
// Moves what is seen by pixels, as if it were dragged.
void pan_cells(CombinationView& view, float dx, float dy);

struct CombinationFrame {
  std::uint64_t position = 0;
  // Stores at [changed_since, position) wear the ring: a whole step by line or barrier, and at least one
  // moment.
  std::uint64_t changed_since = 0;
  std::optional<CellId> selected = {};  // always among those that are drawn
  float footer_right = 0;               // px at the right of the last line that the caller uses
};

FigureOutput draw_combination(Canvas& canvas, const Rect& area, const sim::Trace& trace,
                              const sim::Combination& combination, sim::CoverageLabels& labels,
                              const CombinationFrame& frame, CombinationView& view,
                              const FigureInput& input = {});

// The height at which every row of the figure has room.
float combination_height(const sim::Combination& combination);

}  // namespace lockstep::gui
