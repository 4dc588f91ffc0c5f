// The table and the charts of a benchmark as a picture, identical to the export of the window.
#pragma once

#include <string>

#include "core/benchmark_data/benchmark.hpp"

namespace lockstep::cli {

// Checks before the measurement whether the file can be drawn. A build without the window cannot draw files.
Result<void> check_figure(const std::string& path);
Result<void> write_bench_figure(const measure::BenchReport& report, const std::string& path);

}  // namespace lockstep::cli
