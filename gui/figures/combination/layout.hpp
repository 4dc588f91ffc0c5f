// Determines the positions of the cells in a combination figure: the visible cells, their width, and the
// distance between rows.
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
  Rect cells;  // the area of all rows
  float pitch = 0, gap = 0, cell_height = 0, row_pitch = 0;
  std::vector<Columns> columns;   // for each array
  std::vector<std::size_t> rows;  // the visible rows
  float least_text_pitch = 30;
  // Returns true if cells are wide enough for their values; otherwise rows are drawn as strips.
  bool has_text() const { return pitch >= least_text_pitch; }
  // Returns true if cells are high enough for a label below the value.
  bool has_labels() const { return cell_height >= 30; }
  bool has_room() const { return cells.width >= 40 && cells.height >= 16; }
  float width() const { return std::max(1.0f, pitch - gap); }
  bool shows_row(std::size_t row) const { return std::ranges::binary_search(rows, row); }
  // Returns the index of a row among the visible rows; for a hidden row, the index that it would have.
  std::size_t slot(std::size_t row) const {
    return static_cast<std::size_t>(std::ranges::lower_bound(rows, row) - rows.begin());
  }
  bool is_directly_below(std::size_t row, std::size_t above) const {
    return shows_row(row) && shows_row(above) && slot(above) + 1 == slot(row);
  }
  float top_of_slot(std::size_t slot) const { return cells.y + static_cast<float>(slot) * row_pitch; }
  // Returns the upper edge of a row. For rows that are scrolled out of view, it is above the visible cells.
  float top(std::size_t row) const {
    if (!rows.empty() && row < rows.front())
      return cells.y - static_cast<float>(rows.front() - row) * row_pitch;
    return top_of_slot(slot(row));
  }
};

// The inputs of the layout other than the area.
struct CombinationFocus {
  std::size_t begun = 0, row = 0;  // rows that have begun; the row of the latest store
  std::size_t lowest = 0;          // the lowest row that used a stale value of `row`; otherwise `row`
  sim::Moment running;             // the next moment, or the last moment of the run
  std::vector<CellId> drawn;       // cells that must be shown if there is room
  bool whole = false;              // CombinationFrame::whole
  bool all_cells = false;          // CombinationFrame::all_cells
  bool only_begun = false;         // CombinationFrame::only_begun
  bool all_begun = false;          // CombinationFrame::all_begun
  std::uint64_t position = 0;      // CombinationFrame::position
  std::set<std::pair<std::uint32_t, std::uint64_t>> touched;  // (array, cell) of the next moment
  std::set<std::pair<std::uint32_t, std::uint64_t>> changed;  // cells of `row` that this step has written
  std::optional<CombinationView::Acting> acting;
};

// With at least this many cells, an overview of all cells is shown above the rows.
inline constexpr std::uint64_t kOverviewCells = 256;
inline constexpr float kOverviewHeight = 26;  // px
inline float overview_height(const sim::Combination& combination) {
  return combination.max_cells >= kOverviewCells ? kOverviewHeight : 0;
}

// Returns the layout inside `body`. The labels of the rows are at the left edge of `body`. Corrects `view` if
// it is out of range.
CombinationLayout place_combination(const Canvas& canvas, const sim::Combination& combination,
                                    const Rect& body, const CombinationFocus& focus, CombinationView& view);

}  // namespace lockstep::gui
