// A row of one device: the plan of a request runs, and what its report says becomes the row.
#pragma once

#include "core/measure/benchmark.hpp"
#include "core/measure/repetitions.hpp"

namespace lockstep::opencl {

class PlanRunner;

// A kernel's row on one device, in the context of `runner`, which must be of that device.
BenchRow run_benchmark_row(PlanRunner& runner, const Device& device, const BenchRequest& request,
                           const RunOptions& options);

}  // namespace lockstep::opencl
