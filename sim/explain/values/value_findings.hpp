// Values that do not fit their type, found by a run step by step that checks the operands of each instruction
// before its execution. Arithmetic wraps in the simulator as on devices, so a result may still be right:
// these findings are warnings.
#pragma once

#include <stop_token>
#include <vector>

#include "core/plan/plan.hpp"
#include "sim/device_models/device_model.hpp"
#include "sim/observers/counters/counters.hpp"

namespace lockstep::sim {

// Signed overflow, implicit conversions that change the value, floating-point numbers outside the integer
// type, and shifts past the width: the first occurrence at each place, with its work-item and values.
// Unsigned arithmetic wraps on purpose. Empty for runs that are too large to repeat.
std::vector<Finding> value_findings(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                                    const CountedRun& run, const std::stop_token& stop = {});

}  // namespace lockstep::sim
