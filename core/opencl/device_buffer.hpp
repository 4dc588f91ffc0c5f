// Makes the buffers of a device.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/benchmark_data/device.hpp"

namespace cl {
class Buffer;
class Context;
}  // namespace cl

namespace lockstep::opencl {

// Makes a buffer of a context of this device. On a CPU, a large buffer is host memory with large pages, as
// for the host implementations, because drivers allocate pages of 4 KiB, with which a sum takes up to 50 %
// longer. Throws cl::Error and std::bad_alloc.
cl::Buffer make_buffer(const cl::Context& context, const measure::Device& device, std::uint64_t flags,
                       std::size_t bytes);

}  // namespace lockstep::opencl
