// How many of a processor's registers a kernel's work-items need, which some drivers report only as text, and
// only after a launch has been refused.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/measure/device.hpp"
#include "core/plan/plan.hpp"

namespace lockstep::opencl {

class OpenDevice;

struct RegisterNeed {
  std::uint64_t of_item = 0, of_group = 0;  // 32 bits each
  std::uint64_t of_device = 0;              // that a work-group can have
};

// "ptxas info : Used 80 registers, used 1 barriers" after "Compiling entry function 'k'": 80; 0 if the log
// says nothing of this kernel.
std::uint64_t registers_in_log(std::string_view log, std::string_view kernel);

// By whole warps, whose registers are given out in pieces of eight for each lane.
std::uint64_t registers_of_group(std::uint64_t of_item, std::uint64_t group_items, std::uint64_t warp_width);

// Builds the program once more to find out. None if the driver does not say.
std::optional<RegisterNeed> registers_needed(const measure::Device& device, OpenDevice& open,
                                             const PlanProgram& program, const PlanLaunch& launch);

// For a launch that the device refused for lack of room.
std::string does_not_fit_text(const measure::Device& device, const PlanLaunch& launch,
                              const std::optional<RegisterNeed>& need);

}  // namespace lockstep::opencl
