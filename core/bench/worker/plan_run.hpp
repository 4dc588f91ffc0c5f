// Sends a plan to the worker's process and back: the plan and the buffers as files, the times as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/base/result.hpp"
#include "core/opencl/executor.hpp"
#include "core/plan/plan.hpp"

namespace lockstep::bench {

// Files of one request, in a folder that is removed with it.
struct PlanFiles {
  explicit PlanFiles(const std::string& folder)
      : plan(folder + "/plan.lockstep"), buffers(folder + "/buffers") {}
  std::string plan, buffers;
};

// Writes the plan, and returns as JSON what its file lacks: where its sources find included files.
Result<nlohmann::ordered_json> write_plan(const Plan& plan, const PlanFiles& files);
Result<Plan> read_plan(const nlohmann::ordered_json& json);

// Writes the buffers.
Result<nlohmann::ordered_json> write_report(const opencl::RunReport& report, const std::string& buffers);
Result<opencl::RunReport> read_report(const nlohmann::ordered_json& json, const Plan& plan,
                                      const PlanFiles& files);

}  // namespace lockstep::bench
