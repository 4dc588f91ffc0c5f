// Determines which cells a figure shows first if there is not enough space for all.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/figure_rows/combination.hpp"

namespace lockstep::sim {

// Returns for each array the cells that show how the results of a launch are made, the most relevant first.
// These are the first and the last cell of the last row that `group` writes, and all cells from which these
// two are combined, up to the input. The cells are the same for every moment of a group, so that the figure
// does not move while the group runs.
std::vector<std::vector<std::uint64_t>> relevant_cells(const Combination& combination, std::uint32_t launch,
                                                       std::uint32_t group);

}  // namespace lockstep::sim
