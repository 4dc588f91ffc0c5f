// A set of equivalent work-groups at regular intervals: first, first + period, first + 2 · period … in each
// dimension of a launch. The set initially contains these work-groups up to the end of the launch. Each
// condition removes the work-groups that do not meet it; the first work-group meets all conditions.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/base/int128.hpp"
#include "sim/equal_groups/dependence.hpp"

namespace lockstep::sim {

using Wide = Int128;  // differences of 64-bit values, times numbers of work-groups

class GroupSet {
 public:
  using Place = std::array<std::uint64_t, kDimensions>;
  // `last`: in each dimension, the last group that may be in the set.
  GroupSet(const Place& first, const Place& last, const Place& period);

  const Place& first() const { return first_; }
  const Place& period() const { return period_; }
  const Place& steps() const { return steps_; }  // the largest e of each dimension (dependence.hpp)
  bool is_single(std::size_t dimension) const { return steps_[dimension] == 0; }
  std::uint64_t size() const;

  void make_single(std::size_t dimension) { steps_[dimension] = 0; }
  // Keeps the work-groups for which value + Σ step · e is at least 0. `value` is the value of the first
  // work-group and must be at least 0.
  void keep_not_negative(Wide value, const std::array<Wide, kDimensions>& step);

 private:
  Place first_, period_, steps_{};
};

}  // namespace lockstep::sim
