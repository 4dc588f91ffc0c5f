// Computes the expected results of a kernel that reduces the input of each work-group to one
// element, sequentially.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/plan/plan.hpp"

namespace lockstep {

// Returns the number of elements that each work-group of such a launch reduces. It is the same number for
// each work-item, so that all elements are reduced.
std::uint64_t elements_of_group(const NdRange& range, std::uint64_t elements);

// Returns one element for each of `groups` parts of the input, in the type of the input: part g contains the
// g-th `part` elements; the result of an empty part is the identity. Creates the complete input in memory.
std::vector<std::byte> group_results(const PlanBuffer& input, Operator op, std::uint64_t groups,
                                     std::uint64_t part);

}  // namespace lockstep
