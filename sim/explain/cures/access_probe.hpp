// What a given line accesses: the values that one work-item finds at an address each time, and how many
// places there are in all.
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

// `party` and `address` are those of a data race of the plan in some schedule. Empty if the plan does not
// run.
std::vector<ProbedAccess> probe_accesses(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                                         const Finding::Party& party, std::uint64_t address,
                                         const std::stop_token& stop = {});

// How many different places within its object a single access has, of all work-items in its launch. `shift`:
// the columns by which a change of its line may have moved it to the right.
std::size_t places_accessed(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                            const Finding& finding, std::int64_t shift, const std::stop_token& stop = {});

}  // namespace lockstep::sim
