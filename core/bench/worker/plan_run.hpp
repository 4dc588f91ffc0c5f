// Sends a plan to the worker process and returns its result: the plan and the buffers as files, the
// times as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "core/opencl/executor.hpp"
#include "core/plan/plan.hpp"

namespace lockstep::bench {

// The files of one request, which are in a folder that is removed after the request, and data that the plan's
// file does not contain: the folders in which its sources find included files.
struct PlanOnDisk {
  struct Included {
    bool is_closed = true;
    std::string folder{};
  };
  std::string plan, buffers;
  std::vector<Included> included{};
};

inline constexpr auto kPlanOnDiskFields = [](auto& fields, auto& files) {
  fields.text("file", files.plan);
  fields.text("buffers", files.buffers);
  fields.list("included", files.included, [](auto& one, auto& included) {
    one.flag("is_closed", included.is_closed);
    one.text("folder", included.folder);
  });
};

Result<PlanOnDisk> write_plan(const Plan& plan, const std::string& folder);
Result<Plan> read_plan(const PlanOnDisk& files);

// The report without the contents of the buffers.
nlohmann::ordered_json report_json(const opencl::RunReport& report);
Result<opencl::RunReport> read_report(const nlohmann::ordered_json& json);

Result<void> write_buffers(const opencl::RunReport& report, const PlanOnDisk& files);
Result<void> read_buffers(opencl::RunReport& report, const Plan& plan, const PlanOnDisk& files);

}  // namespace lockstep::bench
