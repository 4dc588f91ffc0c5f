// Draws buffers and local arrays of a run as matrices, side by side. Each cell shows its value at this
// moment, whether the last step wrote it, and whether the next step touches it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gui/figures/combination/figure.hpp"
#include "gui/figures/tools/link.hpp"
#include "sim/figure_rows/matrices/matrices.hpp"

namespace lockstep::gui {

struct MatrixFrame {
  std::uint64_t position = 0, changed_since = 0;
  std::uint64_t next_end = 0;  // the next step consists of the moments [position, next_end)
  std::optional<CellId> selected = {};
  WrongCells wrong = {};
  bool hides_next = false;
};

// `matrices` must contain the matrices at the frame's position and must not be empty.
FigureOutput draw_matrices(Canvas& canvas, const Rect& area, const sim::Trace& trace,
                           const std::vector<sim::Matrix>& matrices, const MatrixFrame& frame,
                           const FigureInput& input = {});

}  // namespace lockstep::gui
