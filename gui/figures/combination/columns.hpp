// Which cells of an array are drawn, and where. When not all of them have room, the first, the last and the
// telling ones stay, and gaps say how many are hidden.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sim/dataflow/combination.hpp"

namespace lockstep::gui {

inline constexpr float kColumnGap = 36;  // px: room for "4,078"

// Neighbouring cells [first, last) that are drawn; `x` is their left edge, from the left of all cells.
struct ColumnRun {
  std::uint64_t first = 0, last = 0;
  float x = 0;
  bool operator==(const ColumnRun&) const = default;
};

struct Columns {
  float pitch = 0;
  std::vector<ColumnRun> runs;  // ascending

  bool shows(std::uint64_t cell) const;
  // The left edge of a cell; of a hidden one, as if it lay in the middle of its gap.
  float left(std::uint64_t cell) const;
  std::optional<std::uint64_t> cell_at(float x) const;
  float right() const;
  std::uint64_t shown() const;
};

// Cells from `offset` on, which may begin within a cell, as many as have room.
Columns scrolled_columns(std::uint64_t cells, double offset, float pitch, float width);
// `wanted`: cells, the most telling first. As many of them as have room, filled up from the left.
Columns folded_columns(std::uint64_t cells, std::span<const std::uint64_t> wanted, float pitch, float width);

// The cells of each array that tell how the results of a launch come about: the first and the last cell that
// `group` writes last, and all that these are made of, up to the input. The same for every moment of a group,
// so that nothing jumps while it runs.
std::vector<std::vector<std::uint64_t>> telling_cells(const sim::Combination& combination,
                                                      std::uint32_t launch, std::uint32_t group);

}  // namespace lockstep::gui
