// Functions that return the models of device_models(), one function for each family of vendors.
#pragma once

#include <vector>

#include "sim/device_models/device_model.hpp"

namespace lockstep::sim {

inline constexpr std::uint64_t kKiB = 1024;

// The estimated bandwidth of copies inside global memory, relative to the peak bandwidth, for products
// without a published figure. It is the ratio of the GeForce 8800 GTX (74 of 86.4 GB/s) and of the GTX 280
// (120 of 141.7 GB/s), both from the OpenCL Best Practices Guide, offsetCopy.
inline constexpr double kCopyShare = 0.85;

std::vector<DeviceModel> nvidia_models();
std::vector<DeviceModel> other_models();

}  // namespace lockstep::sim
