// Parts of rows of every kind.
#pragma once

#include <string>

#include "core/measure/benchmark.hpp"
#include "core/measure/repetitions.hpp"

namespace lockstep::opencl {

BenchRow empty_row(const BenchRequest& request);
BenchRow without_value(BenchRow row, BenchRow::Status status, std::string reason);
// A request that makes no sense on this device is skipped; a failure while it runs is an error.
BenchRow from_error(BenchRow row, Error error);
// "" if all runs took place.
std::string fewer_runs(unsigned runs, unsigned wanted);
// `moved`: the bytes that the problem must move.
void set_rates(BenchRow& row, std::uint64_t moved);
// A reduction reads n elements; a scan also writes n.
std::uint64_t moved_bytes(const BenchRow& row, bool is_scan);

}  // namespace lockstep::opencl
