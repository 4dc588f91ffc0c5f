// Values that do not fit their type: a run step by step that looks at the operands of each instruction before
// it is executed. Arithmetic wraps in the simulator as it does on devices, so a result may be right anyway:
// warnings.
#pragma once

#include <stop_token>
#include <vector>

#include "core/plan/plan.hpp"
#include "sim/device_models/device_model.hpp"
#include "sim/observers/counters/counters.hpp"

namespace lockstep::sim {

// Signed overflow, conversions that the source does not write and that change the value, floating-point
// numbers outside the integer type, and shifts past the width: the first occurrence at each place, with its
// work-item and values. Unsigned arithmetic wraps on purpose. Empty for runs that are too large to repeat.
std::vector<Finding> value_findings(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                                    const CountedRun& run, const std::stop_token& stop = {});

}  // namespace lockstep::sim
