// Makes the kernel objects of a plan's launches, with their arguments set.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/benchmark_data/device.hpp"
#include "core/opencl/build.hpp"

namespace cl {
class Buffer;
class CommandQueue;
class Event;
class Kernel;
}  // namespace cl

namespace lockstep::opencl {

// Objects that kernels use but do not retain: sub-buffers, images of buffers, samplers.
using KernelObjects = std::vector<std::shared_ptr<void>>;

// Makes one kernel object for each launch, in order; `made` must outlive the kernel objects. `place` always
// describes the current action, for the message of an exception.
Result<std::vector<cl::Kernel>> prepare_launches(const measure::Device& device, const Plan& plan,
                                                 const std::vector<BuiltProgram>& programs,
                                                 const std::vector<cl::Buffer>& buffers, KernelObjects& made,
                                                 std::string& place);

cl::Event enqueue_launch(const cl::CommandQueue& queue, const cl::Kernel& kernel, const NdRange& range);

// Names a launch: "kernel reduce_divergent (level 2: 256 → 1)".
std::string launch_name(const PlanLaunch& launch);

// Names all launches, if it is unknown which one failed: "running kernel a (level 1) to kernel b (level 2)".
std::string running_all(const Plan& plan);

}  // namespace lockstep::opencl
