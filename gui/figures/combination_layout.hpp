// Where the cells of a combination figure are: which are visible, how wide, and how far apart the rows.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "gui/figures/combination.hpp"

namespace lockstep::gui {

struct CombinationLayout {
  Rect cells;  // where rows are drawn
  float pitch = 0, gap = 0, cell_height = 0, row_pitch = 0;
  std::uint64_t first = 0, last = 0;        // visible cells, [first, last)
  double offset = 0;                        // first cell at the left edge, with a fraction
  std::size_t first_row = 0, last_row = 0;  // visible rows, [first, last)
  // Cells are wide enough for their values; else rows are strips.
  bool has_text() const { return pitch >= 30; }
  bool has_room() const { return cells.width >= 40 && cells.height >= 16; }
  float width() const { return std::max(1.0f, pitch - gap); }
  float left(std::uint64_t cell) const {
    return cells.x + static_cast<float>((static_cast<double>(cell) - offset) * pitch);
  }
  float centre(std::uint64_t cell) const { return left(cell) + width() / 2; }
  float top(std::size_t row) const { return cells.y + static_cast<float>(row - first_row) * row_pitch; }
  Rect box(std::size_t row, std::uint64_t cell) const { return {left(cell), top(row), width(), cell_height}; }
};

// The layout inside `body`, in which the labels of the rows come first. Corrects `view` where it is out
// of range.
CombinationLayout place_combination(const Canvas& canvas, const Combination& combination, const Rect& body,
                                    std::size_t begun, CombinationView& view);

}  // namespace lockstep::gui
