// Measures the row of one device: runs the plan of a request and turns its report into the row.
#pragma once

#include "core/benchmark_data/benchmark.hpp"
#include "core/benchmark_data/repetitions.hpp"

namespace lockstep::opencl {
class PlanRunner;
}  // namespace lockstep::opencl

namespace lockstep::bench {

// Measures a kernel on one device, in the context of `runner`, which must belong to that device.
measure::BenchRow run_benchmark_row(opencl::PlanRunner& runner, const measure::Device& device,
                                    const measure::BenchRequest& request, const measure::RunOptions& options);

}  // namespace lockstep::bench
