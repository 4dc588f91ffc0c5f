// From the first, naive kernel of a family to its fastest, one idea a rung: each entry names the one that it
// improves on.
#pragma once

#include <vector>

#include "core/catalogue/algorithm.hpp"
#include "core/catalogue/published.hpp"

namespace lockstep {

// The algorithm and those that it improves on, the most naive first. One that improves on nothing is alone.
std::vector<const Algorithm*> ladder_to(const Algorithm& top);

// The kernels of a document in its order; those that the catalogue does not have are left out.
std::vector<const Algorithm*> ladder_of(const PublishedLadder& ladder);

// For each family the ladder to its tunable algorithm: what `lockstep ladder` shows without a name.
std::vector<std::vector<const Algorithm*>> main_ladders();

}  // namespace lockstep
