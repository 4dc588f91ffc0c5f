// Observes the accesses of one line: the values that a work-item finds at an address, and the number of
// different elements that the line accesses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "sim/machine/machine.hpp"

namespace lockstep::sim {

struct ProbedAccess {
  std::uint64_t step = 0;  // warp instructions of the plan that precede the access
  std::string value;       // the value at the address before the access
  bool is_store = false;
};

// Returns the accesses of the work-item in `party` to `address`, which are part of a data race under some
// schedule. Empty if the plan does not run.
std::vector<ProbedAccess> probe_accesses(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                                         const Finding::Party& party, std::uint64_t address,
                                         const std::stop_token& stop = {});

// Returns the number of different elements of the object in the finding that the access of the finding
// reaches, counted over all work-items of the launch. `shift` is the number of columns by which a change of
// the line may have moved the access to the right.
std::size_t places_accessed(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                            const Finding& finding, std::int64_t shift, const std::stop_token& stop = {});

}  // namespace lockstep::sim
