// Devices for arrays of 4 GiB and more.
#pragma once

#include <vector>

#include "core/opencl/devices.hpp"

namespace lockstep::opencl {

inline const std::vector<Device>& listed_devices() {
  static const std::vector<Device> devices = list_devices().value_or(std::vector<Device>{});
  return devices;
}

inline const Device* first_device() { return listed_devices().empty() ? nullptr : &listed_devices().front(); }

// The first GPU, whose memory is its own; null: none.
inline const Device* large_device() {
  for (const Device& device : listed_devices())
    if (device.kind == Device::Kind::gpu) return &device;
  return nullptr;
}

}  // namespace lockstep::opencl
