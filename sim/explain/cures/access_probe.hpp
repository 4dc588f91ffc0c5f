// What a given line accesses: the values that a work-item finds at an address in each access, and the number
// of distinct places.
#pragma once

#include <cstddef>
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

// `party` and `address` identify a data race of the plan in some schedule. Empty if the plan does not run.
std::vector<ProbedAccess> probe_accesses(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                                         const Finding::Party& party, std::uint64_t address,
                                         const std::stop_token& stop = {});

// The number of distinct places within its object that an access reaches, counted over all work-items
// of its launch. `shift`: the number of columns by which a change of the line may have moved the
// access to the right.
std::size_t places_accessed(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                            const Finding& finding, std::int64_t shift, const std::stop_token& stop = {});

}  // namespace lockstep::sim
