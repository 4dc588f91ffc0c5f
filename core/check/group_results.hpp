// What a kernel must give that reduces the input of each work-group to one element, computed one element
// after another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/plan/plan.hpp"

namespace lockstep {

// One element for each of `groups` parts of the input, in its type: part g has the g-th ⌈elements / groups⌉
// elements, and the identity where none is left. Materialises the input.
std::vector<std::byte> group_results(const PlanBuffer& input, Operator op, std::uint64_t groups);

}  // namespace lockstep
