// Dimension 0 numbers neighbours in a warp. A kernel that takes rows from it and columns from dimension 1
// moves more memory than it needs; whether this is so is counted in a run with both exchanged.
#pragma once

#include <stop_token>
#include <vector>

#include "core/plan/plan.hpp"
#include "sim/device_models/device_model.hpp"
#include "sim/explain/advice.hpp"
#include "sim/machine/schedule/schedule.hpp"
#include "sim/observers/counters/counters.hpp"

namespace lockstep::sim {

// Adds the advice to the costliest line that gains by it, if the whole run gains and computes the same.
void advise_exchanged_ids(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                          const CountedRun& run, std::vector<CostlyLine>& lines, const std::stop_token& stop);

}  // namespace lockstep::sim
