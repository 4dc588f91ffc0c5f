// A plan's launches as kernel objects with their arguments set, ready to be enqueued any number of times.
#pragma once

#include <vector>

#include "core/opencl/build.hpp"
#include "core/opencl/devices.hpp"

namespace lockstep::opencl {

// One kernel object for each launch, in order. `place` is kept up to date for the message of an exception.
Result<std::vector<cl::Kernel>> prepare_launches(const Device& device, const Plan& plan,
                                                 const std::vector<BuiltProgram>& programs,
                                                 const std::vector<cl::Buffer>& buffers, std::string& place);

cl::Event enqueue_launch(const cl::CommandQueue& queue, const cl::Kernel& kernel, const NdRange& range);

// "kernel reduce_divergent (level 2: 256 → 1)"
std::string launch_name(const PlanLaunch& launch);

}  // namespace lockstep::opencl
