#include "core/opencl/prepared_launches.hpp"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/opencl/driver/cl.hpp"
#include "core/opencl/images.hpp"
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
  ArgumentSetter(cl::Kernel& kernel, const std::vector<cl::Buffer>& buffers, KernelObjects& made)
      : kernel_(kernel), buffers_(buffers), made_(made) {}

  void operator()(const BufferArgument& it) {
    cl::Buffer given = buffers_[it.buffer];
    if (it.is_part()) {
      const std::size_t rest = given.getInfo<CL_MEM_SIZE>() - it.offset_bytes;
      const cl_buffer_region region{static_cast<std::size_t>(it.offset_bytes),
                                    it.bytes != 0 ? static_cast<std::size_t>(it.bytes) : rest};
      given = given.createSubBuffer(0, CL_BUFFER_CREATE_TYPE_REGION, &region);
    }
    if (it.image) given = make_image_of(kernel_.getInfo<CL_KERNEL_CONTEXT>(), given, *it.image);
    made_.push_back(std::make_shared<cl::Buffer>(given));
    kernel_.setArg(next_++, given);
  }
  void operator()(const LocalArgument& it) { kernel_.setArg(next_++, it.bytes, nullptr); }
  void operator()(const ScalarArgument& it) { kernel_.setArg(next_++, it.bytes.size(), it.bytes.data()); }
  void operator()(const SamplerArgument& it) {
    const std::uint32_t mode = it.bits & SamplerBits::address_mask;
    const cl_addressing_mode addressing = mode == SamplerBits::clamp_to_edge     ? CL_ADDRESS_CLAMP_TO_EDGE
                                          : mode == SamplerBits::clamp           ? CL_ADDRESS_CLAMP
                                          : mode == SamplerBits::repeat          ? CL_ADDRESS_REPEAT
                                          : mode == SamplerBits::mirrored_repeat ? CL_ADDRESS_MIRRORED_REPEAT
                                                                                 : CL_ADDRESS_NONE;
    const cl::Sampler sampler(kernel_.getInfo<CL_KERNEL_CONTEXT>(),
                              (it.bits & SamplerBits::normalized) != 0 ? CL_TRUE : CL_FALSE, addressing,
                              (it.bits & SamplerBits::linear) != 0 ? CL_FILTER_LINEAR : CL_FILTER_NEAREST);
    made_.push_back(std::make_shared<cl::Sampler>(sampler));
    kernel_.setArg(next_++, sampler);
  }
  void operator()(const NullArgument&) { kernel_.setArg(next_++, sizeof(cl_mem), nullptr); }

 private:
  cl::Kernel& kernel_;
  const std::vector<cl::Buffer>& buffers_;
  KernelObjects& made_;
  cl_uint next_ = 0;
};

cl::NDRange range_of(const std::array<std::uint64_t, 3>& sizes, unsigned dimensions) {
  const auto size = [&](std::size_t dimension) { return static_cast<cl::size_type>(sizes[dimension]); };
  if (dimensions == 1) return {size(0)};
  if (dimensions == 2) return {size(0), size(1)};
  return {size(0), size(1), size(2)};
}

}  // namespace

Result<std::vector<cl::Kernel>> prepare_launches(const measure::Device& device, const Plan& plan,
                                                 const std::vector<BuiltProgram>& programs,
                                                 const std::vector<cl::Buffer>& buffers, KernelObjects& made,
                                                 std::string& place) {
  std::vector<cl::Kernel> kernels;
  for (const PlanLaunch& launch : plan.launches) {
    place = fmt::format("preparing {}", launch_name(launch));
    auto kernel =
        make_kernel(*programs[launch.program].program, launch, plan.programs[launch.program].source);
    if (!kernel) return tl::unexpected(kernel.error());
    if (auto counted = check_argument_count(*kernel, launch); !counted)
      return tl::unexpected(counted.error());
    ArgumentSetter set(*kernel, buffers, made);
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

std::string running_all(const Plan& plan) {
  if (plan.launches.empty()) return "waiting for the queue";
  const std::string first = launch_name(plan.launches.front()), last = launch_name(plan.launches.back());
  return plan.launches.size() == 1 ? "running " + first : fmt::format("running {} to {}", first, last);
}

}  // namespace lockstep::opencl
