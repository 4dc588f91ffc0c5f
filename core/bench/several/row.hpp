// A row of several devices.
#pragma once

#include "core/measure/benchmark.hpp"
#include "core/measure/repetitions.hpp"

namespace lockstep::opencl {

// For a request with a list of devices.
BenchRow run_row_on_several(const BenchRequest& request, const RunOptions& options);

}  // namespace lockstep::opencl
