// Local memory decides how many work-groups a multiprocessor holds; few of them hide few waits.
#pragma once

#include <stop_token>
#include <vector>

#include "core/plan/plan.hpp"
#include "sim/device_models/device_model.hpp"
#include "sim/explain/advice.hpp"
#include "sim/machine/schedule/schedule.hpp"
#include "sim/observers/counters/counters.hpp"

namespace lockstep::sim {

// Adds the cause to the costliest line where local memory leaves at most a quarter of a multiprocessor's
// warps, with the occupancy by what is used of it (sim/predicted_times/occupancy.hpp, as `lockstep lab
// occupancy`).
void advise_local_share(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                        const CountedRun& run, std::vector<CostlyLine>& lines, const std::stop_token& stop);

}  // namespace lockstep::sim
