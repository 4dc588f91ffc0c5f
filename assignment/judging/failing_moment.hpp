// Finds the moment at which a run fails, and draws its figure.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "assignment/judging/run_request.hpp"
#include "core/plan/plan.hpp"
#include "sim/device_models/device_model.hpp"
#include "sim/explain/verdict.hpp"
#include "sim/machine/schedule/schedule.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::assignment {

// Draws a run at a position as SVG, and marks the error in its result. The caller provides this function,
// because figures are defined in higher layers.
using DrawMoment = std::function<std::string(std::shared_ptr<const sim::Trace>, std::uint64_t position,
                                             const sim::RunVerdict&)>;

// Returns the moment of the failure that a request names. None if the run is too long to trace.
std::optional<ShownMoment> failing_moment(const RunRequest& request, const Plan& plan,
                                          const sim::DeviceModel& model, const sim::Schedule& schedule,
                                          const DrawMoment& draw, const std::stop_token& stop = {});

}  // namespace lockstep::assignment
