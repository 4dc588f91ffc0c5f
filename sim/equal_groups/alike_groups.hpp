// Counts a launch by classes of work-groups that are alike: one work-group of each class is executed, and its
// counts are multiplied by the size of the class. The sums are exactly those of a run of all work-groups, but
// counting takes much less time if few work-groups differ. For example, a launch over 2²⁴ elements often has
// only three kinds of work-groups.
//
// Nothing is estimated. A class contains only work-groups that are proved to be alike (group_follower.hpp).
// If data decide what is executed, or if nearly all work-groups differ from each other, the caller must run
// the plan.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <string>

#include "sim/machine/machine.hpp"

namespace lockstep::sim {

struct AlikeGroups {
  // Why the whole launch must be run; empty if the launch was counted.
  std::string obstacle;
  std::uint64_t executed = 0;  // work-groups
};

struct ClassOptions {
  // If the classes have few members after this number of executed work-groups, counting by classes
  // is abandoned.
  std::uint64_t trial = UINT64_MAX;
  std::stop_token stop = {};
};

// Executes one work-group of each class of a launch, in the fixed order only. `state` must be at the start of
// the launch; the contents of its buffers are not used, and its position in the launch is unspecified
// afterwards. `observers` see the start and the end of the executed work-groups, but not of the launch. After
// each executed work-group, `counted(times)` is called with the number of work-groups that it represents; 0
// means that the work-group is executed again.
AlikeGroups for_each_class(const Machine& machine, MachineState& state, std::span<Observer* const> observers,
                           const std::function<void(std::uint64_t times)>& counted,
                           const ClassOptions& options = {});

}  // namespace lockstep::sim
