// Measures the row of a request whose array is shared by several devices.
#pragma once

#include "core/benchmark_data/benchmark.hpp"
#include "core/benchmark_data/repetitions.hpp"

namespace lockstep::bench {

// Runs a request with a list of devices and returns its row.
measure::BenchRow run_row_on_several(const measure::BenchRequest& request,
                                     const measure::RunOptions& options);

}  // namespace lockstep::bench
