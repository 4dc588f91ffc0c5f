#include "core/bench/row/request_plan.hpp"

#include <fmt/format.h>

#include "core/base/hash.hpp"
#include "core/benchmark_data/tuning.hpp"
#include "core/catalogue/pattern_options.hpp"
#include "core/host_implementations/run.hpp"
#include "core/opencl/limits.hpp"

namespace lockstep::bench {

Result<void> check_danger(const Algorithm& algorithm) {
  if (!algorithm.hazard || algorithm.hazard->danger.empty()) return {};
  return usage_error(
      fmt::format("{} is wrong on purpose and does not run on a real device: {}. See what it does "
                  "in the simulator: lockstep trace {}.",
                  algorithm.id, algorithm.hazard->danger, algorithm.id));
}

Result<RequestPlan> make_request_plan(const measure::Device& device, const measure::BenchRequest& request) {
  const Algorithm& algorithm = *request.algorithm;
  if (auto allowed = check_danger(algorithm); !allowed) return tl::unexpected(allowed.error());
  auto source =
      request.source ? Result<KernelSource>(*request.source) : load_kernel(algorithm, request.kernel_dir);
  if (!source) return tl::unexpected(source.error());
  RequestPlan made;
  made.kernel_hash = text_hash(source->text);
  PlanRequest plan_request = request.request;
  plan_request.limits = device.limits();
  if (algorithm.is_tunable) {
    plan_request.tuning = request.tuning ? *request.tuning : tuning_for(device, algorithm, plan_request);
    if (request.group_is_chosen)
      plan_request.tuning = measure::tuning_for_group(plan_request.tuning, plan_request.group_size);
    made.tuning = plan_request.tuning;
  }
  made.options = used_options(algorithm, plan_request);
  auto plan = make_plan(algorithm, plan_request, *source);
  if (!plan) return tl::unexpected(plan.error());
  made.plan = std::move(*plan);
  if (made.tuning) made.tuning->group_size = made.plan.group_size;
  return made;
}

Result<void> check_fit(const measure::Device* device, const measure::BenchRequest& request) {
  if (request.implementation)
    return host::check_fit(host::implementation_of(*request.implementation), request.request);
  if (!device) return usage_error("There is no OpenCL device.");
  const auto made = make_request_plan(*device, request);
  if (!made) return tl::unexpected(made.error());
  return opencl::check_limits(*device, made->plan);
}

}  // namespace lockstep::bench
