// Explains the cost of local memory that limits the number of work-groups on a multiprocessor, because few
// work-groups hide little latency.
#pragma once

#include <stop_token>
#include <vector>

#include "core/plan/plan.hpp"
#include "sim/device_models/device_model.hpp"
#include "sim/explain/advice.hpp"
#include "sim/machine/schedule/schedule.hpp"
#include "sim/observers/counters/counters.hpp"

namespace lockstep::sim {

// Adds the cause to the most expensive line if local memory limits the warps to at most a quarter of a
// multiprocessor's maximum. The remedy gives the occupancy for the bytes that are accessed
// (sim/predicted_times/occupancy/occupancy.hpp, as in `lockstep lab occupancy`).
void advise_local_share(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                        const CountedRun& run, std::vector<CostlyLine>& lines, const std::stop_token& stop);

}  // namespace lockstep::sim
