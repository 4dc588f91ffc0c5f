// Lists the memory accesses of one work-group, in the order in which the warps perform them.
#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

#include "core/base/result.hpp"
#include "core/plan/plan.hpp"
#include "sim/bytecode/address.hpp"
#include "sim/memory_rules/access.hpp"

namespace lockstep::lab {

struct GroupAccess {
  std::uint32_t warp = 0, line = 0;  // line of the kernel's text
  sim::Space space = sim::Space::global;
  std::uint32_t object = 0;  // the machine's number of the object (sim/bytecode/address.hpp)
  sim::AccessKind kind = sim::AccessKind::load;
  std::uint32_t bytes = 4;            // per lane
  std::vector<std::int64_t> offsets;  // of the active lanes, in bytes from the start of the object
};

// Runs the plan and returns the accesses of work-group `group` of its only launch.
Result<std::vector<GroupAccess>> accesses_of_group(const Plan& plan, const sim::DeviceModel& model,
                                                   std::uint32_t group, std::stop_token stop);

}  // namespace lockstep::lab
