// Sizes of work-groups that a launch may have where none is given.
#pragma once

#include <array>
#include <cstdint>

#include "sim/bytecode/program.hpp"
#include "sim/device_models/device_model.hpp"

namespace lockstep::sim {

// That of the kernel's attribute, or one that divides the global size, with up to 256 work-items.
std::array<std::uint64_t, 3> chosen_group_size(const std::array<std::uint64_t, 3>& global_size,
                                               unsigned dimensions, const Kernel& kernel,
                                               const DeviceModel& model);

}  // namespace lockstep::sim
