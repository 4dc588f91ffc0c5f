// Fills a whole buffer with one byte.
#pragma once

#include <cstddef>
#include <cstdint>

namespace cl {
class Buffer;
class CommandQueue;
}  // namespace cl

namespace lockstep::opencl {

// In several commands where it is large: NVIDIA's driver 580 does not come back from a fill of 2 GiB. Throws
// cl::Error.
void enqueue_fill(const cl::CommandQueue& queue, const cl::Buffer& buffer, std::uint8_t value,
                  std::size_t bytes);

}  // namespace lockstep::opencl
