// Measures a row, but first checks a kernel that is not built in: in the simulator, on a small array.
#pragma once

#include "core/benchmark_data/benchmark.hpp"
#include "core/benchmark_data/repetitions.hpp"

namespace lockstep::bench {

// Checks and then runs a request. A kernel that might harm the device does not run unless the request
// forces it.
measure::BenchRow run_prechecked(const measure::Device& device, const measure::BenchRequest& request,
                                 const measure::RunOptions& options, const Prechecker& prechecker);

}  // namespace lockstep::bench
