// Counts a launch by classes of work-groups that are alike: one work-group of each class is executed, and its
// counts are multiplied by the size of the class. The sums are exactly those of a run of all work-groups, but
// take much less time if few work-groups differ: those of a launch over 2²⁴ elements are often of three
// kinds.
//
// Nothing is estimated. A class contains only work-groups that are proved to be alike (group_follower.hpp).
// If data decide what is executed, or nearly every work-group is of its own kind, the caller has to run the
// plan.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <string>

#include "sim/machine/machine.hpp"

namespace lockstep::sim {

struct AlikeGroups {
  // Why the launch must be run as a whole; empty: it was counted.
  std::string obstacle;
  std::uint64_t executed = 0;  // work-groups
};

struct ClassOptions {
  // After this number of executed work-groups, counting by classes is abandoned if classes have few members.
  std::uint64_t trial = UINT64_MAX;
  std::stop_token stop = {};
};

// `state` is at the start of a launch; its buffers need no contents, and afterwards it is anywhere in the
// launch. `observers` see the begin and the end of the executed work-groups, not of the launch. After each,
// `counted(times)` is called with the number of work-groups that it stands for; 0: it is executed again. Only
// in the fixed order.
AlikeGroups for_each_class(const Machine& machine, MachineState& state, std::span<Observer* const> observers,
                           const std::function<void(std::uint64_t times)>& counted,
                           const ClassOptions& options = {});

}  // namespace lockstep::sim
