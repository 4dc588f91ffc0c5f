// The memory of a device's buffers.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/benchmark_data/device.hpp"

namespace cl {
class Buffer;
class Context;
}  // namespace cl

namespace lockstep::opencl {

// A buffer of a context of this device. On a CPU, a large one is memory of the host with large pages, like
// that of the host implementations: drivers allocate pages of 4 KiB, with which a sum takes up to half as
// long again. Throws cl::Error and std::bad_alloc.
cl::Buffer make_buffer(const cl::Context& context, const measure::Device& device, std::uint64_t flags,
                       std::size_t bytes);

}  // namespace lockstep::opencl
