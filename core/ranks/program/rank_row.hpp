// One row of a benchmark on all ranks: each has its parts of the array on its own device.
#pragma once

#include "core/benchmark_data/benchmark.hpp"
#include "core/benchmark_data/repetitions.hpp"
#include "core/ranks/program/world.hpp"

namespace lockstep::ranks {

// All ranks call it with the same request; rank 0 gets the row. Only the first `ranks` of them share the
// array. A rank that fails ends the row on all of them, and the row says which one and where.
//
// The time of a run is from a barrier until the slowest rank is done, by each rank's own clock. A rank checks
// its part of every run (core/check/part_check.hpp).
measure::BenchRow run_row_on_ranks(const World& world, const measure::Device& device,
                                   const measure::BenchRequest& request, unsigned ranks,
                                   const measure::RunOptions& options);

}  // namespace lockstep::ranks
