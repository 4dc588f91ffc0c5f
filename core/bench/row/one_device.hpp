// A row of one device: the plan of a request runs, and what its report says becomes the row.
#pragma once

#include "core/benchmark_data/benchmark.hpp"
#include "core/benchmark_data/repetitions.hpp"

namespace lockstep::opencl {
class PlanRunner;
}  // namespace lockstep::opencl

namespace lockstep::bench {

// A kernel's row on one device, in the context of `runner`, which must be of that device.
measure::BenchRow run_benchmark_row(opencl::PlanRunner& runner, const measure::Device& device,
                                    const measure::BenchRequest& request, const measure::RunOptions& options);

}  // namespace lockstep::bench
