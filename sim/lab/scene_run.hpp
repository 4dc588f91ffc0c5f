// Runs a plan with one observer, for the scenes.
#pragma once

#include <functional>
#include <memory>
#include <stop_token>

#include "core/base/result.hpp"
#include "core/plan/plan.hpp"
#include "sim/machine/machine.hpp"

namespace lockstep::lab {

// Makes the observer by calling `make` with the machine (whose programs the observer may need) and runs the
// plan. Returns an Error if the plan cannot run on the model, was stopped, or did not end.
using MakeObserver = std::function<std::unique_ptr<sim::Observer>(const sim::Machine&)>;
Result<void> run_observed(const Plan& plan, const sim::DeviceModel& model, const MakeObserver& make,
                          std::stop_token stop);

}  // namespace lockstep::lab
