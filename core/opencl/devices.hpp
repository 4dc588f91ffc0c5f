// The OpenCL devices of this machine and their properties. A missing loader, platform or device is a normal
// state, with a sentence that says what to install.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/benchmark_data/device.hpp"

namespace lockstep::opencl {

// The first call is slow because drivers are loaded; do not call it on the thread of the interface. An error
// if there is no device.
Result<std::vector<measure::Device>> list_devices();
Result<measure::Device> find_device(std::size_t index);
// Finds in this process's list a device that another process has listed.
Result<measure::Device> find_again(const measure::Device& device);

// Whether a device with this list of extensions has the types atomic_long and atomic_ulong, which require two
// extensions (OpenCL C 3.0, 6.15.12.6).
bool has_int64_atomics(std::string_view extensions);

}  // namespace lockstep::opencl
