// How evenly work-items share the work: a launch is not over before its busiest warp is.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/plan/plan.hpp"
#include "sim/device_models/device_model.hpp"
#include "sim/machine/schedule/schedule.hpp"

namespace lockstep::sim {

// By launch: the instructions of the warp that executes most of them. Runs the plan again; `instructions`: of
// the run. None: it does not run, or was stopped.
std::optional<std::vector<std::uint64_t>> longest_warps(const Plan& plan, const DeviceModel& model,
                                                        const Schedule& schedule, std::uint64_t instructions,
                                                        const std::stop_token& stop = {});

}  // namespace lockstep::sim
