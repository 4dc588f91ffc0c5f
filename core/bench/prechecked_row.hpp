// Checks a kernel that is not built in, in the simulator and on a small array, before a device runs it.
#pragma once

#include "core/benchmark_data/benchmark.hpp"
#include "core/benchmark_data/repetitions.hpp"

namespace lockstep::bench {

// Checks a kernel that is not built in first; one that might harm the device does not run unless forced.
measure::BenchRow run_prechecked(const measure::Device& device, const measure::BenchRequest& request,
                                 const measure::RunOptions& options, const Prechecker& prechecker);

}  // namespace lockstep::bench
