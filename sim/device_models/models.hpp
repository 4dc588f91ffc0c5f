// The models of device_models(), one function for each family of vendors.
#pragma once

#include <vector>

#include "sim/device_models/device_model.hpp"

namespace lockstep::sim {

inline constexpr std::uint64_t kKiB = 1024;

// The estimated bandwidth of copies inside global memory, relative to the peak, for products without a
// published figure: as on the GeForce 8800 GTX (74 of 86.4 GB/s) and the GTX 280 (120 of 141.7 GB/s; both
// OpenCL Best Practices Guide, offsetCopy).
inline constexpr double kCopyShare = 0.85;

std::vector<DeviceModel> nvidia_models();
std::vector<DeviceModel> other_models();

}  // namespace lockstep::sim
