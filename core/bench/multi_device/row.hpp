// A row of several devices.
#pragma once

#include "core/measure/benchmark.hpp"
#include "core/measure/repetitions.hpp"

namespace lockstep::bench {

// Runs a request that has a list of devices.
measure::BenchRow run_row_on_several(const measure::BenchRequest& request,
                                     const measure::RunOptions& options);

}  // namespace lockstep::bench
