// A row of several devices.
#pragma once

#include "core/benchmark_data/benchmark.hpp"
#include "core/benchmark_data/repetitions.hpp"

namespace lockstep::bench {

// Runs a request that has a list of devices.
measure::BenchRow run_row_on_several(const measure::BenchRequest& request,
                                     const measure::RunOptions& options);

}  // namespace lockstep::bench
