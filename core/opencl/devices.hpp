// The OpenCL devices of this machine and their properties. A missing loader, platform or device is a normal
// state, with a sentence that says what to install.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/benchmark_data/device.hpp"

namespace lockstep::opencl {

// Lists the devices; an error if there is none. The first call is slow because drivers are loaded, so do not
// call it on the thread of the interface.
Result<std::vector<measure::Device>> list_devices();
Result<measure::Device> find_device(std::size_t index);
// Finds in this process's list a device that another process has listed.
Result<measure::Device> find_again(const measure::Device& device);

// Returns whether a device with this list of extensions has the types atomic_long and atomic_ulong, which
// require two extensions (Section 6.15.12.6 of the OpenCL C 3.0 specification).
bool has_int64_atomics(std::string_view extensions);

}  // namespace lockstep::opencl
