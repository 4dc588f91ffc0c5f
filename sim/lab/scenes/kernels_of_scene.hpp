// The kernels of the catalogue that a scene compares. The entry of a kernel in the catalogue names the scene.
#pragma once

#include <stop_token>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/catalogue/algorithm.hpp"
#include "sim/lab/scene.hpp"

namespace lockstep::lab {

std::vector<const Algorithm*> kernels_of_scene(std::string_view scene);

// Returns the plan of an algorithm with the kernel text of the catalogue, within the limits of the model.
Result<Plan> plan_of(const Algorithm& algorithm, PlanRequest request, const sim::DeviceModel& model);

// Returns a table with a row for each kernel: transactions of global memory, passes and conflicts of local
// memory, and the time that the model's rates predict. If a kernel cannot run with this request, its row
// contains the reason instead of the counts.
Result<ReportTable> count_kernels(std::string_view scene, const PlanRequest& request,
                                  const sim::DeviceModel& model, const std::stop_token& stop);

}  // namespace lockstep::lab
