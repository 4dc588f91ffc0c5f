// The limits of a device model, as a driver reports those of a real device.
#pragma once

#include "core/catalogue/algorithm.hpp"
#include "sim/memory/device_model.hpp"

namespace lockstep::sim {

inline DeviceLimits limits_of(const DeviceModel& model) {
  DeviceLimits limits;
  limits.max_group_size = model.max_group_size;
  limits.local_bytes = model.local_bytes;
  limits.warp_width = model.warp_width;
  return limits;
}

}  // namespace lockstep::sim
