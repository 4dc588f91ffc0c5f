// Counts the elements of a buffer that the work-items of each tile load. The numbers show what a tile in
// local memory saves.
#pragma once

#include <array>
#include <cstdint>
#include <stop_token>
#include <vector>

#include "core/base/result.hpp"
#include "core/plan/plan.hpp"
#include "sim/device_models/device_model.hpp"

namespace lockstep::lab {

// The numbers of work-items in x and y, with consecutive global ids, that belong to one tile.
struct TileItems {
  std::array<std::uint64_t, 2> items{1, 1};
};

// The numbers of elements that lanes load from one buffer. A load of one lane counts once, whether or not a
// cache holds the element.
struct TileLoads {
  std::vector<std::vector<std::uint64_t>> of_tile;  // [y][x]
  std::vector<std::uint64_t> uses;                  // by element of the buffer: the loads by the watched tile
};

// Counts the loads in the plan's only launch. `watched` is the position (x and y) of the watched tile.
Result<TileLoads> loads_by_tile(const Plan& plan, const sim::DeviceModel& model, std::uint32_t buffer,
                                const TileItems& tile, std::array<std::uint64_t, 2> watched,
                                std::stop_token stop);

}  // namespace lockstep::lab
