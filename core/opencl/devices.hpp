// The OpenCL devices of this machine and what each can do. No loader, no platform and no device are normal
// states, each with a sentence that says what to install.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/benchmark_data/device.hpp"

namespace lockstep::opencl {

// Slow the first time (drivers load); call it off the interface's thread. An error when there is nothing to
// list.
Result<std::vector<measure::Device>> list_devices();
Result<measure::Device> find_device(std::size_t index);
// Finds in this process's list a device that another process has listed.
Result<measure::Device> find_again(const measure::Device& device);

// Whether a device with these extensions, as it lists them, has the types atomic_long and atomic_ulong: they
// need two (OpenCL C 3.0, 6.15.12.6).
bool has_int64_atomics(std::string_view extensions);

}  // namespace lockstep::opencl
