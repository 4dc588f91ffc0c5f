#include "core/opencl/device_buffer.hpp"

#include <memory>

#include "core/base/large_bytes.hpp"
#include "core/opencl/driver/cl.hpp"

namespace lockstep::opencl {
namespace {

constexpr std::size_t kLargeBytes = std::size_t{4} << 20;

void CL_CALLBACK release(cl_mem, void* memory) { delete static_cast<LargeBytes*>(memory); }

}  // namespace

// The driver calls this when the memory is no longer used: commands keep a buffer alive after its
// last handle.
cl::Buffer make_buffer(const cl::Context& context, const measure::Device& device, std::uint64_t flags,
                       std::size_t bytes) {
  if (device.kind != measure::Device::Kind::cpu || bytes < kLargeBytes) return {context, flags, bytes};
  auto memory = std::make_unique<LargeBytes>(bytes);
  fill_bytes(*memory, std::byte{0});  // by all processors, so each processor gets pages in nearby memory
  cl::Buffer buffer(context, flags | CL_MEM_USE_HOST_PTR, bytes, memory->data());
  buffer.setDestructorCallback(release, memory.get());
  memory.release();
  return buffer;
}

}  // namespace lockstep::opencl
