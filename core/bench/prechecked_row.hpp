// Checks a kernel that is not built in before a device runs it: in the simulator, on a small array.
#pragma once

#include "core/benchmark_data/benchmark.hpp"
#include "core/benchmark_data/repetitions.hpp"

namespace lockstep::bench {

// First checks a kernel that is not built in; a kernel that might harm the device does not run unless forced.
measure::BenchRow run_prechecked(const measure::Device& device, const measure::BenchRequest& request,
                                 const measure::RunOptions& options, const Prechecker& prechecker);

}  // namespace lockstep::bench
