#include "core/opencl/fill.hpp"

#include <algorithm>

#include "core/opencl/driver/cl.hpp"

namespace lockstep::opencl {

void enqueue_fill(const cl::CommandQueue& queue, const cl::Buffer& buffer, std::uint8_t value,
                  std::size_t bytes) {
  constexpr std::size_t most = std::size_t{1} << 29;
  for (std::size_t at = 0; at < bytes; at += most)
    queue.enqueueFillBuffer(buffer, value, at, std::min(most, bytes - at));
}

}  // namespace lockstep::opencl
