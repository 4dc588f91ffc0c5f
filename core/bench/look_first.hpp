// Checks a kernel that is not built in, in the simulator and on a small array, before a device runs it.
#pragma once

#include "core/measure/benchmark.hpp"
#include "core/measure/repetitions.hpp"

namespace lockstep::opencl {

// Checks a kernel that is not built in first; one that might harm the device does not run unless forced.
BenchRow run_after_look(const Device& device, const BenchRequest& request, const RunOptions& options,
                        const LookFirst& look_first);

}  // namespace lockstep::opencl
