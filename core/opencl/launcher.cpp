#include "core/opencl/launcher.hpp"

#include <fmt/format.h>

#include "core/opencl/limits.hpp"

namespace lockstep::opencl {
namespace {

Result<cl::Kernel> make_kernel(const cl::Program& program, const PlanLaunch& launch,
                               const KernelSource& source) {
  cl_int status = CL_SUCCESS;
  const cl_kernel handle = clCreateKernel(program(), launch.kernel.c_str(), &status);
  if (status == CL_SUCCESS) return cl::Kernel(handle);
  if (status != CL_INVALID_KERNEL_NAME) throw cl::Error(status);
  const std::string there = program.getInfo<CL_PROGRAM_KERNEL_NAMES>();
  return failure(fmt::format("{} has no kernel '{}'; it has {}.", source.path, launch.kernel,
                             there.empty() ? "none" : there));
}

Result<void> check_argument_count(const cl::Kernel& kernel, const PlanLaunch& launch) {
  const cl_uint count = kernel.getInfo<CL_KERNEL_NUM_ARGS>();
  if (count == launch.arguments.size()) return {};
  return failure(
      fmt::format("Kernel {} has {} parameters but is given {} arguments; give one for each parameter.",
                  launch.kernel, count, launch.arguments.size()));
}

class ArgumentSetter {
 public:
  ArgumentSetter(cl::Kernel& kernel, const std::vector<cl::Buffer>& buffers)
      : kernel_(kernel), buffers_(buffers) {}

  void operator()(const BufferArgument& it) { kernel_.setArg(next_++, buffers_[it.buffer]); }
  void operator()(const LocalArgument& it) { kernel_.setArg(next_++, it.bytes, nullptr); }
  void operator()(const ScalarArgument& it) { kernel_.setArg(next_++, it.bytes.size(), it.bytes.data()); }
  void operator()(const NullArgument&) { kernel_.setArg(next_++, sizeof(cl_mem), nullptr); }

 private:
  cl::Kernel& kernel_;
  const std::vector<cl::Buffer>& buffers_;
  cl_uint next_ = 0;
};

cl::NDRange range_of(const std::array<std::uint64_t, 3>& sizes, unsigned dimensions) {
  if (dimensions == 1) return {sizes[0]};
  if (dimensions == 2) return {sizes[0], sizes[1]};
  return {sizes[0], sizes[1], sizes[2]};
}

}  // namespace

Result<std::vector<cl::Kernel>> prepare_launches(const Device& device, const Plan& plan,
                                                 const std::vector<BuiltProgram>& programs,
                                                 const std::vector<cl::Buffer>& buffers, std::string& place) {
  std::vector<cl::Kernel> kernels;
  for (const PlanLaunch& launch : plan.launches) {
    place = fmt::format("preparing {}", launch_name(launch));
    auto kernel = make_kernel(programs[launch.program].program, launch, plan.programs[launch.program].source);
    if (!kernel) return tl::unexpected(kernel.error());
    if (auto counted = check_argument_count(*kernel, launch); !counted)
      return tl::unexpected(counted.error());
    ArgumentSetter set(*kernel, buffers);
    for (const Argument& argument : launch.arguments) std::visit(set, argument);
    if (auto fits = check_kernel(*kernel, device, launch); !fits) return tl::unexpected(fits.error());
    kernels.push_back(std::move(*kernel));
  }
  return kernels;
}

cl::Event enqueue_launch(const cl::CommandQueue& queue, const cl::Kernel& kernel, const NdRange& range) {
  const bool offset = range.global_offset != std::array<std::uint64_t, 3>{0, 0, 0};
  cl::Event event;
  queue.enqueueNDRangeKernel(kernel, offset ? range_of(range.global_offset, range.dimensions) : cl::NullRange,
                             range_of(range.global_size, range.dimensions),
                             range_of(range.local_size, range.dimensions), nullptr, &event);
  return event;
}

std::string launch_name(const PlanLaunch& launch) {
  return launch.label.empty() ? fmt::format("kernel {}", launch.kernel)
                              : fmt::format("kernel {} ({})", launch.kernel, launch.label);
}

}  // namespace lockstep::opencl
