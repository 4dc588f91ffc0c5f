// Tiles in local memory. Determines for each cell of a tile its place in the input whose windows are read
// through the tile.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/figure_rows/combination.hpp"
#include "sim/figure_rows/matrices/windows.hpp"

namespace lockstep::sim {

// A cell of a work-group's tile.
struct TileCell {
  std::uint64_t cell = 0;  // of the local array, all groups side by side
  WindowPlace place;       // in the input; outside the input for a ghost cell
  // Cell of the input; empty for a ghost cell, which is stored but not read from the input.
  std::optional<std::uint64_t> from;
  bool is_halo = false;  // the group produces no output for this place
  std::uint64_t bits = 0;
  std::uint64_t position = 0;  // of the store
  std::uint32_t warp = 0, lane = 0;
};
// Returns the cells of a group's tile, in order; empty if there is no tile, or if the cells of the tile are
// not arranged like the cells of the input.
std::vector<TileCell> tile_of(const Combination& combination, const Windows& windows, std::uint32_t group);

}  // namespace lockstep::sim
