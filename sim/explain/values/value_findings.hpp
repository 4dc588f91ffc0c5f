// Finds values that do not fit in their type. The run is repeated step by step, and the operands of each
// instruction are checked before its execution. Arithmetic wraps in the simulator as on devices, so a result
// may still be right: these findings are warnings.
#pragma once

#include <stop_token>
#include <vector>

#include "core/plan/plan.hpp"
#include "sim/device_models/device_model.hpp"
#include "sim/observers/counters/counters.hpp"

namespace lockstep::sim {

// Finds signed overflow, implicit conversions that change the value, floating-point numbers outside the range
// of the integer type, and shifts past the width. Each finding is the first occurrence at its place, with the
// work-item and the values. Unsigned arithmetic is not reported because it wraps on purpose. Empty for runs
// that are too large to repeat.
std::vector<Finding> value_findings(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                                    const CountedRun& run, const std::stop_token& stop = {});

}  // namespace lockstep::sim
