// The table and the charts of a benchmark as a picture, the same as the window exports.
#pragma once

#include <string>

#include "core/benchmark_data/benchmark.hpp"

namespace lockstep::cli {

// Before anything is measured: whether such a file can be drawn at all. A build without the window cannot.
Result<void> check_figure(const std::string& path);
Result<void> write_bench_figure(const measure::BenchReport& report, const std::string& path);

}  // namespace lockstep::cli
