// Advises exchanging dimensions 0 and 1. The work-items of a warp are consecutive in dimension 0, so a kernel
// that uses dimension 0 for rows and dimension 1 for columns transfers more data than necessary. A trial run
// with both dimensions exchanged shows whether this is the case.
#pragma once

#include <stop_token>
#include <vector>

#include "core/plan/plan.hpp"
#include "sim/device_models/device_model.hpp"
#include "sim/explain/advice.hpp"
#include "sim/machine/schedule/schedule.hpp"
#include "sim/observers/counters/counters.hpp"

namespace lockstep::sim {

// Adds the advice to the most expensive line that benefits, if the whole run benefits and its results do
// not change.
void advise_exchanged_ids(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                          const CountedRun& run, std::vector<CostlyLine>& lines, const std::stop_token& stop);

}  // namespace lockstep::sim
