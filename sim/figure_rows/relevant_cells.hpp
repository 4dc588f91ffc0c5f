// Which cells a figure shows first when not all of them have room.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/figure_rows/combination.hpp"

namespace lockstep::sim {

// By array, the most relevant first: the cells that show how the results of a launch are made. These are the
// first and the last cell that `group` writes last, and all cells that they are combined from, up to the
// input. The same for every moment of a group, so that nothing moves while it runs.
std::vector<std::vector<std::uint64_t>> relevant_cells(const Combination& combination, std::uint32_t launch,
                                                       std::uint32_t group);

}  // namespace lockstep::sim
