#include "core/bench/fit.hpp"

#include "core/bench/request_plan.hpp"
#include "core/host/run.hpp"
#include "core/opencl/limits.hpp"

namespace lockstep::opencl {

Result<void> check_fit(const Device* device, const BenchRequest& request) {
  if (request.way) return host::check_fit(*request.way, request.request);
  if (!device) return usage_error("There is no OpenCL device.");
  const auto made = make_request_plan(*device, request);
  if (!made) return tl::unexpected(made.error());
  return check_limits(*device, made->plan);
}

}  // namespace lockstep::opencl
