// Measures one row of a benchmark on all ranks: each rank has its parts of the array on its own device.
#pragma once

#include "core/benchmark_data/benchmark.hpp"
#include "core/benchmark_data/repetitions.hpp"
#include "core/ranks/program/world.hpp"

namespace lockstep::ranks {

// All ranks call this function with the same request; rank 0 gets the row. Only the first `ranks` ranks share
// the array. If a rank fails, the row ends on all ranks, and the row states which rank failed on which host.
//
// The time of a run is measured from a barrier until the slowest rank is done, with each rank's own clock. A
// rank checks its part of every run (core/check/part_check.hpp).
measure::BenchRow run_row_on_ranks(const World& world, const measure::Device& device,
                                   const measure::BenchRequest& request, unsigned ranks,
                                   const measure::RunOptions& options);

}  // namespace lockstep::ranks
