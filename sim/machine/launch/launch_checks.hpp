// Checks before a launch starts whether it can run; each error message is one sentence.
#pragma once

#include "sim/machine/launch/setup.hpp"

namespace lockstep::sim {

// The largest divisor of `size` that is at most `most`; at least 1.
std::uint64_t largest_divisor(std::uint64_t size, std::uint64_t most);
Result<const Kernel*> find_kernel(const Program& program, const PlanProgram& source, const std::string& name);
// Checks global, local and required sizes against each other and the model.
Result<void> check_range(const NdRange& range, const Kernel& kernel, const DeviceModel& model,
                         bool takes_partial_groups);
// Checks local and private memory, once the arguments are bound.
Result<void> check_memory(const Setup& setup, const BoundLaunch& launch);

}  // namespace lockstep::sim
