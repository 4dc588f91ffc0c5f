// Chooses the size of the work-groups for launches without a given size.
#pragma once

#include <array>
#include <cstdint>

#include "sim/bytecode/program.hpp"
#include "sim/device_models/device_model.hpp"

namespace lockstep::sim {

// Returns the size in the kernel's attribute; without an attribute, a size of up to 256 work-items that
// divides the global size.
std::array<std::uint64_t, 3> chosen_group_size(const std::array<std::uint64_t, 3>& global_size,
                                               unsigned dimensions, const Kernel& kernel,
                                               const DeviceModel& model);

}  // namespace lockstep::sim
