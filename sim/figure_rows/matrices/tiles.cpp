#include "sim/figure_rows/matrices/tiles.hpp"

#include <algorithm>
#include <map>

namespace lockstep::sim {
namespace {

// Determines the places of the tile's cells from the place of the first cell and the length of the rows. In
// one dimension, the tile is a single row. Returns false if the cells are not arranged like the cells of
// the input.
bool place_tile(const CombinationArray& array, const Windows& windows, std::vector<TileCell>& tile) {
  const auto first = std::ranges::find_if(tile, [](const TileCell& cell) { return cell.from.has_value(); });
  if (first == tile.end()) return false;
  const auto number = [&](const TileCell& cell) {
    return static_cast<std::int64_t>(cell.cell % array.object.elements);
  };
  const WindowPlace at = windows.place_of(*first->from);
  auto length = static_cast<std::int64_t>(array.object.elements);
  for (const TileCell& cell : tile) {
    if (!cell.from) continue;
    const WindowPlace other = windows.place_of(*cell.from);
    if (other.row == at.row) continue;
    length = (number(cell) - number(*first) - (other.column - at.column)) / (other.row - at.row);
    break;
  }
  if (length <= 0) return false;
  const WindowPlace corner{at.row - number(*first) / length, at.column - number(*first) % length};
  for (TileCell& cell : tile) {
    cell.place = {corner.row + number(cell) / length, corner.column + number(cell) % length};
    if (cell.from && windows.place_of(*cell.from) != cell.place) return false;
  }
  return true;
}

}  // namespace

std::vector<TileCell> tile_of(const Combination& combination, const Windows& windows, std::uint32_t group) {
  std::map<std::uint64_t, TileCell> cells;
  if (!windows.tile) return {};
  const std::vector<std::uint64_t> outputs = outputs_of(combination, windows, group);
  for (const CombinationRow& row : combination.rows) {
    if (row.array != *windows.tile) continue;
    for (const CombinationWrite& write : row.writes) {
      if (write.group != group) continue;
      TileCell cell{write.cell, {}, std::nullopt, true, write.bits, write.position, write.warp, write.lane};
      for (const CombinationSource& source : combination.sources_of(write))
        if (combination.rows[source.row].array == windows.in) cell.from = source.cell;
      if (cell.from) cell.is_halo = !std::ranges::binary_search(outputs, *cell.from);
      cells[write.cell] = cell;
    }
  }
  std::vector<TileCell> tile;
  for (auto& [number, cell] : cells) tile.push_back(cell);
  return place_tile(combination.arrays[*windows.tile], windows, tile) ? tile : std::vector<TileCell>{};
}

}  // namespace lockstep::sim
