// What a kernel must give that reduces the input of each work-group to one element, computed one element
// after another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/plan/plan.hpp"

namespace lockstep {

// The elements that each work-group of such a launch reduces: as many for each of its work-items as all of
// them together need.
std::uint64_t elements_of_group(const NdRange& range, std::uint64_t elements);

// One element for each of `groups` parts of the input, in its type: part g has the g-th `part` elements, and
// the identity where none is left. Materialises the input.
std::vector<std::byte> group_results(const PlanBuffer& input, Operator op, std::uint64_t groups,
                                     std::uint64_t part);

}  // namespace lockstep
