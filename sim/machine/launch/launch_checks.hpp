// Checks, before a launch starts, whether it can run. Each error message is one sentence.
#pragma once

#include "sim/machine/launch/setup.hpp"

namespace lockstep::sim {

// Returns the largest divisor of `size` that is at most `most`; the result is at least 1.
std::uint64_t largest_divisor(std::uint64_t size, std::uint64_t most);
Result<const Kernel*> find_kernel(const Program& program, const PlanProgram& source, const std::string& name);
// Checks the global, local and required sizes against each other and against the model.
// `takes_partial_groups`: whether the local size need not divide the global size.
Result<void> check_range(const NdRange& range, const Kernel& kernel, const DeviceModel& model,
                         bool takes_partial_groups);
// Checks local and private memory. The arguments must have been bound.
Result<void> check_memory(const Setup& setup, const BoundLaunch& launch);

}  // namespace lockstep::sim
