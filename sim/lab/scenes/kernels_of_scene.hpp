// The kernels of the catalogue that a scene compares: the catalogue entries name their scene.
#pragma once

#include <stop_token>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/catalogue/algorithm.hpp"
#include "sim/lab/scene.hpp"

namespace lockstep::lab {

std::vector<const Algorithm*> kernels_of_scene(std::string_view scene);

// The plan of an algorithm with its own kernel text, within the limits of the model.
Result<Plan> plan_of(const Algorithm& algorithm, PlanRequest request, const sim::DeviceModel& model);

// A row for each kernel: transactions of global memory, passes and conflicts of local memory, and the
// time that the model's rates predict. For a kernel that cannot run with this request, the reason
// replaces the counts.
Result<ReportTable> count_kernels(std::string_view scene, const PlanRequest& request,
                                  const sim::DeviceModel& model, const std::stop_token& stop);

}  // namespace lockstep::lab
