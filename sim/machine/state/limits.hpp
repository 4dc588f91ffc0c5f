// The limits of a device model, in the form in which a driver reports the limits of a device.
#pragma once

#include <cstdint>

#include "core/catalogue/algorithm.hpp"
#include "sim/device_models/device_model.hpp"
#include "sim/machine/state/options.hpp"

namespace lockstep::sim {

// The size in bytes of the largest buffer that the arguments of a kernel file may request. A larger buffer is
// refused before it is allocated.
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
