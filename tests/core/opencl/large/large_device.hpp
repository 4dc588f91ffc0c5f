// Devices for arrays of 4 GiB and more.
#pragma once

#include <vector>

#include "core/opencl/devices.hpp"

namespace lockstep::opencl {

inline const std::vector<measure::Device>& listed_devices() {
  static const std::vector<measure::Device> devices = list_devices().value_or(std::vector<measure::Device>{});
  return devices;
}

inline const measure::Device* first_device() {
  return listed_devices().empty() ? nullptr : &listed_devices().front();
}

// The first GPU with its own memory; null if there is none.
inline const measure::Device* large_device() {
  for (const measure::Device& device : listed_devices())
    if (device.kind == measure::Device::Kind::gpu) return &device;
  return nullptr;
}

}  // namespace lockstep::opencl
