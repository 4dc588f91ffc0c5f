// Measures how evenly warps share the work. A launch ends when its busiest warp ends.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/plan/plan.hpp"
#include "sim/device_models/device_model.hpp"
#include "sim/machine/schedule/schedule.hpp"

namespace lockstep::sim {

// Returns, for each launch, the number of instructions of the warp that executes the most instructions.
// Runs the plan again; `instructions` is the instruction count of the run. None if the plan does not run or
// was stopped.
std::optional<std::vector<std::uint64_t>> longest_warps(const Plan& plan, const DeviceModel& model,
                                                        const Schedule& schedule, std::uint64_t instructions,
                                                        const std::stop_token& stop = {});

}  // namespace lockstep::sim
