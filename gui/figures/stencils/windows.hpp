// The window of one output of a convolution or another stencil: the cells of the input that it is made from,
// with the ghost cells outside; the tile in local memory, if there is one, with its halo; the coefficients;
// and the outputs so far. Rows of cells below each other in one dimension, matrices beside each other in two.
#pragma once

#include "gui/figures/combination/figure.hpp"
#include "gui/figures/tools/link.hpp"
#include "sim/figure_rows/matrices/tiles.hpp"
#include "sim/figure_rows/matrices/windows.hpp"

namespace lockstep::gui {

struct WindowsFrame {
  std::uint64_t position = 0, changed_since = 0;
  float footer_right = 0;  // px that the caller uses at the right of the last line
  WrongCells wrong = {};
  bool hides_next = false;  // what is touched next
};

// The window of one output, and the tile of its work-group. Finding it looks through many moments: a
// FigureSet keeps it.
struct ShownWindow {
  sim::OutputWindow window;
  std::vector<sim::TileCell> tile;
};
// The selected output, else the first one of the work-group that runs.
std::uint64_t shown_output(const sim::Trace& trace, const sim::Combination& combination,
                           const sim::Windows& windows, std::uint64_t position,
                           const std::optional<CellId>& selected);

FigureOutput draw_windows(Canvas& canvas, const Rect& area, const sim::Trace& trace,
                          const sim::Combination& combination, const sim::Windows& windows,
                          const ShownWindow& shown, const WindowsFrame& frame, const FigureInput& input = {});

// The height that the figure needs to be legible.
float windows_height(const sim::Windows& windows);

}  // namespace lockstep::gui
