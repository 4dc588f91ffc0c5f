// The values that one work-item finds at an address each time a given line accesses it.
#pragma once

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "sim/machine/machine.hpp"

namespace lockstep::sim {

struct ProbedAccess {
  std::uint64_t step = 0;  // warp instructions of the plan before it
  std::string value;       // before the access
  bool is_store = false;
};

// `party` and `address` are those of a data race of the plan in some schedule. Empty if the plan does not
// run.
std::vector<ProbedAccess> probe_accesses(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                                         const Finding::Party& party, std::uint64_t address,
                                         const std::stop_token& stop = {});

}  // namespace lockstep::sim
