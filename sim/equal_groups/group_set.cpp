#include "sim/equal_groups/group_set.hpp"

namespace lockstep::sim {

GroupSet::GroupSet(const Place& first, const Place& last, const Place& period)
    : first_(first), period_(period) {
  for (std::size_t d = 0; d < kDimensions; ++d) steps_[d] = (last[d] - first[d]) / period[d];
}

std::uint64_t GroupSet::size() const { return (steps_[0] + 1) * (steps_[1] + 1) * (steps_[2] + 1); }

// The work-group with the smallest value is in a corner of the set. If several dimensions make the value too
// small, the outer dimensions are shortened first.
void GroupSet::keep_not_negative(Wide value, const std::array<Wide, kDimensions>& step) {
  Wide smallest = value;
  for (std::size_t d = 0; d < kDimensions; ++d)
    if (step[d] < 0) smallest += step[d] * static_cast<Wide>(steps_[d]);
  for (std::size_t d = kDimensions; d-- > 0 && smallest < 0;) {
    if (step[d] >= 0) continue;
    const Wide others = smallest - step[d] * static_cast<Wide>(steps_[d]);
    steps_[d] = others < 0 ? 0 : static_cast<std::uint64_t>(others / -step[d]);
    smallest = others + step[d] * static_cast<Wide>(steps_[d]);
  }
}

}  // namespace lockstep::sim
