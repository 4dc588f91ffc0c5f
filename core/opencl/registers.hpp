// The registers that a kernel's work-items need. Some drivers report them only as text, and only after a
// launch was refused.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/benchmark_data/device.hpp"
#include "core/plan/plan.hpp"

namespace lockstep::opencl {

class OpenDevice;

struct RegisterNeed {
  std::uint64_t per_item = 0, per_group = 0;  // 32 bits each
  std::uint64_t available = 0;                // for one work-group
};

// Returns 80 for "ptxas info : Used 80 registers, used 1 barriers" after "Compiling entry function 'k'"; 0 if
// the log does not mention this kernel.
std::uint64_t registers_in_log(std::string_view log, std::string_view kernel);

// Returns the registers of a work-group: they are allocated to whole warps, in units of eight for each lane.
std::uint64_t registers_of_group(std::uint64_t per_item, std::uint64_t group_items, std::uint64_t warp_width);

// Builds the program again to read the build log. Returns none if the driver does not report registers.
std::optional<RegisterNeed> registers_needed(const measure::Device& device, OpenDevice& open,
                                             const PlanProgram& program, const PlanLaunch& launch);

// The message for a launch that the device refused for lack of resources.
std::string does_not_fit_text(const measure::Device& device, const PlanLaunch& launch,
                              const std::optional<RegisterNeed>& need);

}  // namespace lockstep::opencl
