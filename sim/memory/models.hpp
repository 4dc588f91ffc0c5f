// The models of device_models(), one function for each family of vendors.
#pragma once

#include <vector>

#include "sim/memory/device_model.hpp"

namespace lockstep::sim {

inline constexpr std::uint64_t kKiB = 1024;

std::vector<DeviceModel> nvidia_models();
std::vector<DeviceModel> other_models();

}  // namespace lockstep::sim
