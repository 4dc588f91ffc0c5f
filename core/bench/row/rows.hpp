// Functions that all kinds of rows use.
#pragma once

#include <string>

#include "core/benchmark_data/benchmark.hpp"
#include "core/benchmark_data/repetitions.hpp"

namespace lockstep::bench {

measure::BenchRow empty_row(const measure::BenchRequest& request);
measure::BenchRow without_value(measure::BenchRow row, measure::BenchRow::Status status, std::string reason);
// Ends a row with an error: a request that is invalid on this device is skipped; a failure during the run is
// an error.
measure::BenchRow from_error(measure::BenchRow row, Error error);
// Says that fewer runs than wanted were executed; "" if all were executed.
std::string fewer_runs(unsigned runs, unsigned wanted);
// Computes the rates of a row. `moved`: the bytes that the problem must move.
void set_rates(measure::BenchRow& row, std::uint64_t moved);
// Returns the bytes that a reduction or scan must move. A reduction reads n elements; a scan also writes n.
std::uint64_t moved_bytes(const measure::BenchRow& row, bool is_scan);

}  // namespace lockstep::bench
