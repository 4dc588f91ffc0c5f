// The places of the cells of a combination figure: visible cells, their width, and the distance of rows.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "gui/figures/combination/columns.hpp"
#include "gui/figures/combination/figure.hpp"

namespace lockstep::gui {

struct CombinationLayout {
  Rect cells;  // of the rows
  float pitch = 0, gap = 0, cell_height = 0, row_pitch = 0;
  std::vector<Columns> columns;             // by array
  std::size_t first_row = 0, last_row = 0;  // visible rows, [first, last)
  float least_text_pitch = 30;
  // Cells are wide enough for their values; otherwise rows are strips.
  bool has_text() const { return pitch >= least_text_pitch; }
  // Cells are high enough for a label below the value.
  bool has_labels() const { return cell_height >= 30; }
  bool has_room() const { return cells.width >= 40 && cells.height >= 16; }
  float width() const { return std::max(1.0f, pitch - gap); }
  float top(std::size_t row) const {
    return cells.y + (static_cast<float>(row) - static_cast<float>(first_row)) * row_pitch;
  }
};

// What the layout depends on besides the area.
struct CombinationFocus {
  std::size_t begun = 0, row = 0;  // rows that have begun; the row of the latest store
  std::size_t lowest = 0;          // that row, or one below it that used a stale value of it
  sim::Moment running;             // the next moment, or the last moment of the run
  std::vector<CellId> drawn;       // cells that must not be left out, if there is room
  bool whole = false;              // CombinationFrame::whole
  bool only_begun = false;         // likewise
  std::uint64_t position = 0;      // CombinationFrame::position
  std::set<std::pair<std::uint32_t, std::uint64_t>> touched;  // (array, cell): by the next moment
  std::set<std::pair<std::uint32_t, std::uint64_t>> changed;  // likewise: in this step, of the latest row
  std::optional<CombinationView::Acting> acting;
};

// From so many cells on there is an overview of all of them above the rows.
inline constexpr std::uint64_t kOverviewCells = 256;
inline constexpr float kOverviewHeight = 26;  // px
inline float overview_height(const sim::Combination& combination) {
  return combination.max_cells >= kOverviewCells ? kOverviewHeight : 0;
}

// The layout inside `body`; the labels of the rows are at its left. Corrects `view` if it is out of range.
CombinationLayout place_combination(const Canvas& canvas, const sim::Combination& combination,
                                    const Rect& body, const CombinationFocus& focus, CombinationView& view);

}  // namespace lockstep::gui
