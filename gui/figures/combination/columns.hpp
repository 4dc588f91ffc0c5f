// The drawn cells of an array and their positions. If not all cells fit, the first, the last and the relevant
// cells are drawn, and gaps show the number of hidden cells.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lockstep::gui {

inline constexpr float kColumnGap = 36;  // px: enough for "4,078"

// Adjacent drawn cells [first, last); `x` is their left edge, measured from the left edge of all cells.
struct ColumnRun {
  std::uint64_t first = 0, last = 0;
  float x = 0;
  bool operator==(const ColumnRun&) const = default;
};

struct Columns {
  float pitch = 0;
  std::vector<ColumnRun> runs;  // ascending

  bool shows(std::uint64_t cell) const;
  // The left edge of a cell; for a hidden cell, the middle of its gap.
  float left(std::uint64_t cell) const;
  std::optional<std::uint64_t> cell_at(float x) const;
  float right() const;
  std::uint64_t shown() const;
};

// As many cells as fit, starting at `offset`, which may be within a cell.
Columns scrolled_columns(std::uint64_t cells, double offset, float pitch, float width);
// `wanted` lists cells, the most relevant ones first. Shows both ends and as many of these cells as fit, and
// fills the remaining space from the left. `before_ends` is a cell that is shown even if there is then no
// room for an end.
Columns folded_columns(std::uint64_t cells, std::span<const std::uint64_t> wanted, float pitch, float width,
                       std::optional<std::uint64_t> before_ends = {});

}  // namespace lockstep::gui
