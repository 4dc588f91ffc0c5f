// Writes the table and the charts of a benchmark as a picture, which is identical to the picture that the
// window exports.
#pragma once

#include <string>

#include "core/benchmark_data/benchmark.hpp"

namespace lockstep::cli {

// Checks whether the picture can be drawn; call before the measurement. A build without the window cannot
// draw pictures.
Result<void> check_figure(const std::string& path);
Result<void> write_bench_figure(const measure::BenchReport& report, const std::string& path);

}  // namespace lockstep::cli
