// Computes the costs of the networks with which work-groups reduce and scan, in two forms. The functions
// …_phases return the steps that a work-group executes, whether its places contain input or the identity
// (Complexity::of_group). The functions …_cost return T and W of useful applications in one block, whose
// first `elements` places contain input and whose other places contain the identity; W counts applications to
// two values that both contain input (Complexity::of_block).
#pragma once

#include <bit>

#include "core/catalogue/formulas/complexity.hpp"

namespace lockstep {

// Returns log₂ rounded up, and 0 for 0 and 1: the depth of a tree with this many leaves.
constexpr std::uint64_t log2_ceil(std::uint64_t a) {
  return a < 2 ? 0 : static_cast<std::uint64_t>(std::bit_width(a - 1));
}

// A tree over the elements in any order: each application reduces the number of values by one.
StepsAndWork tree_cost(std::uint64_t elements);

// The scans of Hillis and Steele and of Kogge and Stone: L places, n log n − (n − 1) applications.
StepsAndWork hillis_steele_cost(std::uint64_t elements, std::uint64_t places, bool exclusive);
// Blelloch's scan: up-sweep, clear, down-sweep over 2L places. The inclusive form adds the input back.
StepsAndWork blelloch_cost(std::uint64_t elements, std::uint64_t L, bool exclusive);
// Brent and Kung's scan: the up-sweep, then prefixes are passed on to the places between them.
StepsAndWork brent_kung_cost(std::uint64_t elements, std::uint64_t L, bool exclusive);

// Hillis and Steele's scan in each row of 32. Then a scan over the rows follows, and the total of the
// preceding rows is added to each row.
StepsAndWork warp_scan_cost(std::uint64_t elements, std::uint64_t L, bool exclusive);
StepsAndWork block_scan_cost(std::uint64_t elements, std::uint64_t L, bool exclusive);
// The same for work-items with four elements each.
StepsAndWork grid_scan_cost(std::uint64_t elements, std::uint64_t L, bool exclusive);

// The steps of the same networks as executed by a work-group of L. Only the last addition of Blelloch's
// inclusive form depends on `elements`.
Phases hillis_steele_phases(std::uint64_t elements, std::uint64_t L, bool exclusive);
Phases blelloch_phases(std::uint64_t elements, std::uint64_t L, bool exclusive);
Phases brent_kung_phases(std::uint64_t elements, std::uint64_t L, bool exclusive);
Phases warp_scan_phases(std::uint64_t elements, std::uint64_t L, bool exclusive);
Phases block_scan_phases(std::uint64_t elements, std::uint64_t L, bool exclusive);
Phases grid_scan_phases(std::uint64_t elements, std::uint64_t L, bool exclusive);

}  // namespace lockstep
