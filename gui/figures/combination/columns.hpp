// Selects the cells of an array that are drawn, and determines their positions. If not all cells fit, the
// first, the last and the relevant cells are drawn, and each gap shows the number of hidden cells.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lockstep::gui {

inline constexpr float kColumnGap = 36;  // px, enough for "4,078"

// A run of adjacent drawn cells [first, last). `x` is its left edge, measured from the left edge of
// all cells.
struct ColumnRun {
  std::uint64_t first = 0, last = 0;
  float x = 0;
  bool operator==(const ColumnRun&) const = default;
};

struct Columns {
  float pitch = 0;
  std::vector<ColumnRun> runs;  // ascending

  bool shows(std::uint64_t cell) const;
  // Returns the left edge of a cell; for a hidden cell, the middle of the gap that contains it.
  float left(std::uint64_t cell) const;
  std::optional<std::uint64_t> cell_at(float x) const;
  float right() const;
  std::uint64_t shown() const;
};

// Shows as many cells as fit, starting at `offset`, which may be within a cell.
Columns scrolled_columns(std::uint64_t cells, double offset, float pitch, float width);
// Shows the first and the last cell, as many of the `wanted` cells as fit (listed by decreasing relevance),
// and further cells from the left in the remaining space. The cell `before_ends` is always shown, even if
// there is then no room for the first or the last cell.
Columns folded_columns(std::uint64_t cells, std::span<const std::uint64_t> wanted, float pitch, float width,
                       std::optional<std::uint64_t> before_ends = {});

}  // namespace lockstep::gui
