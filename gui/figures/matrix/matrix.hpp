// Buffers and local arrays of a run as matrices, side by side: each cell with its value at this moment, what
// was written in the last step, and what is touched next.
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
  std::uint64_t next_end = 0;  // the moments [position, next_end) are what happens next
  std::optional<CellId> selected = {};
  WrongCells wrong = {};
  bool hides_next = false;
};

// `matrices`: those at the frame's position; not empty.
FigureOutput draw_matrices(Canvas& canvas, const Rect& area, const sim::Trace& trace,
                           const std::vector<sim::Matrix>& matrices, const MatrixFrame& frame,
                           const FigureInput& input = {});

}  // namespace lockstep::gui
