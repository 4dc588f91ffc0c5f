// Checks, before anything is allocated, whether this device and this machine can run a plan.
#pragma once

#include "core/base/result.hpp"
#include "core/benchmark_data/device.hpp"
#include "core/plan/plan.hpp"

namespace cl {
class Kernel;
}

namespace lockstep::opencl {

// Checks buffers, work-groups, local memory and the host's own memory.
Result<void> check_limits(const measure::Device& device, const Plan& plan);

// Checks properties that are known only for a built kernel: its work-group limit, its local
// memory, its parameters.
Result<void> check_kernel(const cl::Kernel& kernel, const measure::Device& device, const PlanLaunch& launch);

}  // namespace lockstep::opencl
