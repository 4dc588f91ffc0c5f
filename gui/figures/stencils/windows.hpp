// The window of one output of a convolution or another stencil: the input cells from which it is computed,
// and the ghost cells outside; the tile in local memory with its halo, if there is one; the coefficients; and
// the outputs so far. In one dimension, the rows of cells are drawn one below another; in two dimensions, the
// matrices are drawn side by side.
#pragma once

#include "gui/figures/combination/figure.hpp"
#include "gui/figures/tools/link.hpp"
#include "sim/figure_rows/matrices/tiles.hpp"
#include "sim/figure_rows/matrices/windows.hpp"

namespace lockstep::gui {

struct WindowsFrame {
  std::uint64_t position = 0, changed_since = 0;
  float footer_right = 0;  // px used by the caller at the right of the last line
  WrongCells wrong = {};
  bool hides_next = false;  // does not show the cells that are touched next
};

// The window of one output, and the tile of its work-group. Finding it requires a search through many
// moments, so a FigureSet stores it.
struct ShownWindow {
  sim::OutputWindow window;
  std::vector<sim::TileCell> tile;
};
// The selected output; otherwise the first output of the running work-group.
std::uint64_t shown_output(const sim::Trace& trace, const sim::Combination& combination,
                           const sim::Windows& windows, std::uint64_t position,
                           const std::optional<CellId>& selected);

FigureOutput draw_windows(Canvas& canvas, const Rect& area, const sim::Trace& trace,
                          const sim::Combination& combination, const sim::Windows& windows,
                          const ShownWindow& shown, const WindowsFrame& frame, const FigureInput& input = {});

// The height that the figure needs to be legible.
float windows_height(const sim::Windows& windows);

}  // namespace lockstep::gui
