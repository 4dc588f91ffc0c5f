// Measures the rate of a plain copy inside the device's memory, with which a kernel that only moves data
// is compared.
#include <algorithm>
#include <array>

#include "core/opencl/device_buffer.hpp"
#include "core/opencl/driver/cl.hpp"
#include "core/opencl/driver/errors.hpp"
#include "core/opencl/executor.hpp"
#include "core/opencl/fill.hpp"
#include "core/opencl/timing_summary.hpp"

namespace lockstep::opencl {
namespace {

// Larger than any cache, but a small part of the device's memory.
std::uint64_t copy_bytes(const measure::Device& device) {
  const std::uint64_t wanted =
      device.kind == measure::Device::Kind::gpu ? std::uint64_t{1} << 30 : std::uint64_t{1} << 27;
  const std::uint64_t allowed = std::min(device.max_buffer_bytes, device.global_bytes / 8);
  return std::max<std::uint64_t>(std::min(wanted, allowed) / 4096 * 4096, 4096);
}

double measure(const measure::Device& device) {
  const cl::Device handle(static_cast<cl_device_id>(device.device_handle), true);
  const cl::Context context(handle);
  const cl::CommandQueue queue(context, handle, CL_QUEUE_PROFILING_ENABLE);
  const std::uint64_t bytes = copy_bytes(device);
  const cl::Buffer from = make_buffer(context, device, CL_MEM_READ_WRITE, bytes);
  const cl::Buffer to = make_buffer(context, device, CL_MEM_READ_WRITE, bytes);
  KeptBytes kept;
  enqueue_fill(queue, from, std::array{std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4}}, 0, bytes,
               kept);
  std::vector<std::uint64_t> times;
  constexpr int warm_ups = 3;
  constexpr int runs = 10;
  for (int run = 0; run < warm_ups + runs; ++run) {
    cl::Event event;
    queue.enqueueCopyBuffer(from, to, 0, 0, bytes, nullptr, &event);
    queue.finish();
    const auto start = event.getProfilingInfo<CL_PROFILING_COMMAND_START>();
    const auto end = event.getProfilingInfo<CL_PROFILING_COMMAND_END>();
    if (run >= warm_ups && end > start) times.push_back(end - start);
  }
  if (times.empty()) throw cl::Error(CL_PROFILING_INFO_NOT_AVAILABLE);
  return 2 * static_cast<double>(bytes) / static_cast<double>(measure::spread_of(times).median);
}

}  // namespace

Result<double> measure_copy_gbps(const measure::Device& device) {
  try {
    return measure(device);
  } catch (const cl::Error& error) {
    return opencl_failure("measuring how fast it copies", error.err());
  }
}

}  // namespace lockstep::opencl
