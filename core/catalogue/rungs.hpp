// The ladder from the first, naive kernel of a family to its fastest, one idea for each rung: each entry
// names the algorithm that it improves on.
#pragma once

#include <vector>

#include "core/catalogue/algorithm.hpp"
#include "core/catalogue/published.hpp"

namespace lockstep {

// The algorithm and all algorithms that it improves on, directly or indirectly, the most naive first.
std::vector<const Algorithm*> ladder_to(const Algorithm& top);

// The kernels of a document in its order; kernels that are not in the catalogue are omitted.
std::vector<const Algorithm*> ladder_of(const PublishedLadder& ladder);

// Returns the ladder to the tunable algorithm of each family. `lockstep ladder` shows these ladders if no
// name is given.
std::vector<std::vector<const Algorithm*>> main_ladders();

}  // namespace lockstep
