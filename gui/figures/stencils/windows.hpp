// The figure of the window of one output of a convolution or another stencil. It shows the input cells from
// which the output is computed, ghost cells outside the input, the coefficients, and the outputs so far. If
// the kernel uses a tile in local memory, the figure also shows the tile with its halo. One-dimensional
// arrays are drawn one below another, and two-dimensional arrays side by side.
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
  bool hides_next = false;  // the cells that are touched next are not shown
};

// The window of one output, and the tile of the output's work-group. A FigureSet stores this data, because it
// must be searched for in many moments.
struct ShownWindow {
  sim::OutputWindow window;
  std::vector<sim::TileCell> tile;
};
// Returns the selected output, or the first output of the running work-group if no output is selected.
std::uint64_t shown_output(const sim::Trace& trace, const sim::Combination& combination,
                           const sim::Windows& windows, std::uint64_t position,
                           const std::optional<CellId>& selected);

FigureOutput draw_windows(Canvas& canvas, const Rect& area, const sim::Trace& trace,
                          const sim::Combination& combination, const sim::Windows& windows,
                          const ShownWindow& shown, const WindowsFrame& frame, const FigureInput& input = {});

// Returns the height that the figure needs to be legible.
float windows_height(const sim::Windows& windows);

}  // namespace lockstep::gui
