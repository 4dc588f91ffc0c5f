// --device: one number, several with commas between them, or "all".
#pragma once

#include <string>
#include <vector>

#include "core/opencl/devices.hpp"

namespace lockstep::cli {

struct DeviceNumbers {
  bool all = false;
  std::vector<std::size_t> numbers;
  // Whether an array is to be shared, even if by one device.
  bool is_list() const { return all || numbers.size() > 1; }
};

// Usage errors: no number, one twice.
Result<DeviceNumbers> parse_device_numbers(const std::string& text);
// Of those that there are, in the order in which they were named.
Result<std::vector<opencl::Device>> find_devices(const DeviceNumbers& numbers,
                                                 const Result<std::vector<opencl::Device>>& all);

}  // namespace lockstep::cli
