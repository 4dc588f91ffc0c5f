#include "core/opencl/limits.hpp"

#include <fmt/format.h>

#include <limits>

#include "core/base/machine_facts.hpp"
#include "core/base/text/text.hpp"
#include "core/opencl/driver/cl.hpp"
#include "core/opencl/driver/quirks.hpp"

namespace lockstep::opencl {
namespace {

Result<void> check_buffers(const measure::Device& device, const Plan& plan) {
  std::uint64_t total = 0;
  for (const PlanBuffer& buffer : plan.buffers) {
    const std::uint64_t bytes = buffer.bytes();
    if (bytes > device.max_buffer_bytes)
      return usage_error(
          fmt::format("Buffer '{}' needs {}, but {} allows at most {} for one buffer; choose a "
                      "smaller n.",
                      buffer.name, bytes_text(bytes), device.name, bytes_text(device.max_buffer_bytes)));
    total = bytes > UINT64_MAX - total ? UINT64_MAX : total + bytes;
  }
  if (total > device.global_bytes)
    return usage_error(fmt::format("The buffers need {}, but {} has {} of memory; choose a smaller n.",
                                   bytes_text(total), device.name, bytes_text(device.global_bytes)));
  return {};
}

// The host stores the initial content of every buffer, the result that is read back and, for a pattern, the
// expected result; a CPU device also has its buffers in host memory.
Result<void> check_host_memory(const measure::Device& device, const Plan& plan) {
  std::uint64_t needed = 0;
  if (const auto& expected = plan.expectation)
    needed += expected->result_elements * size_bytes(plan.buffers[expected->result_buffer].type) *
              (expected->is_pattern() ? 2 : 1);
  for (const PlanBuffer& buffer : plan.buffers) {
    const bool filled = buffer.content.pattern != Content::Pattern::uninitialised;
    needed += filled ? buffer.bytes() : 0;
    needed += device.kind == measure::Device::Kind::cpu ? buffer.bytes() : 0;
  }
  const std::uint64_t available = available_memory_bytes();
  if (needed <= available) return {};
  return usage_error(
      fmt::format("This run needs {} of the host's memory, but {} are free; choose a smaller n.",
                  bytes_text(needed), bytes_text(available)));
}

std::uint64_t local_bytes(const PlanLaunch& launch) {
  std::uint64_t bytes = 0;
  for (const Argument& argument : launch.arguments)
    if (const auto* local = std::get_if<LocalArgument>(&argument)) bytes += local->bytes;
  return bytes;
}

// Checks the ids of a launch, which begin at its offset.
Result<void> check_ids(const measure::Device& device, const PlanLaunch& launch) {
  const std::uint64_t most = max_items(device.platform);
  for (unsigned d = 0; d < launch.range.dimensions; ++d) {
    const std::uint64_t size = launch.range.global_size[d], offset = launch.range.global_offset[d];
    if (size > std::numeric_limits<std::size_t>::max())
      return usage_error("A launch has more work-items than this machine can count; choose a smaller n.");
    if (size > most || offset > most - size)
      return usage_error(fmt::format(
          "{} has {} work-items in dimension {}{}, but the driver of {} gives correct ids only to the "
          "first {}; choose a smaller n, or an algorithm with fewer work-items.",
          launch.kernel, count_text(size), d,
          offset == 0 ? "" : fmt::format(" from {} on", count_text(offset)), device.name, count_text(most)));
  }
  return {};
}

Result<void> check_launch(const measure::Device& device, const PlanLaunch& launch) {
  if (launch.range.group_items() > device.max_group_size)
    return usage_error(fmt::format("A work-group of {} is above the limit of {} ({}); choose a smaller one.",
                                   launch.range.group_items(), device.name, device.max_group_size));
  if (local_bytes(launch) > device.local_bytes)
    return usage_error(
        fmt::format("A work-group needs {} of local memory, but {} has {}; choose a smaller work-group.",
                    bytes_text(local_bytes(launch)), device.name, bytes_text(device.local_bytes)));
  return check_ids(device, launch);
}

}  // namespace

Result<void> check_limits(const measure::Device& device, const Plan& plan) {
  for (const PlanLaunch& launch : plan.launches)
    if (auto fits = check_launch(device, launch); !fits) return fits;
  return check_buffers(device, plan).and_then([&] { return check_host_memory(device, plan); });
}

Result<void> check_kernel(const cl::Kernel& kernel, const measure::Device& device, const PlanLaunch& launch) {
  const cl::Device handle(static_cast<cl_device_id>(device.device_handle), true);
  const std::uint64_t limit = kernel.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(handle);
  if (kernel_limit_holds(device.platform) && launch.range.group_items() > limit)
    return usage_error(
        fmt::format("{} can run on {} with work-groups of at most {}, because of the registers and "
                    "local memory it needs; choose a smaller work-group than {}.",
                    launch.kernel, device.name, limit, launch.range.group_items()));
  const std::uint64_t local = kernel.getWorkGroupInfo<CL_KERNEL_LOCAL_MEM_SIZE>(handle);
  if (local > device.local_bytes)
    return usage_error(fmt::format("{} needs {} of local memory, but {} has {}; choose a smaller work-group.",
                                   launch.kernel, bytes_text(local), device.name,
                                   bytes_text(device.local_bytes)));
  return {};
}

}  // namespace lockstep::opencl
