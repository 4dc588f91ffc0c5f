// The limits of a device model, in the form in which a driver reports the limits of a device.
#pragma once

#include <cstdint>

#include "core/catalogue/algorithm.hpp"
#include "sim/device_models/device_model.hpp"
#include "sim/machine/state/options.hpp"

namespace lockstep::sim {

// The largest buffer in bytes that a kernel file's arguments may request; larger buffers are refused before
// they are allocated.
inline constexpr std::uint64_t kMaxBufferBytes = kMaxMemoryBytes;

inline DeviceLimits limits_of(const DeviceModel& model) {
  DeviceLimits limits;
  limits.max_group_size = model.max_group_size;
  limits.takes_any_group_size = true;
  limits.local_bytes = model.local_bytes;
  limits.warp_width = model.warp_width;
  limits.local_banks = model.local.banks * model.local.bank_bytes / 4;
  return limits;
}

}  // namespace lockstep::sim
