// All results of a benchmark as a drawing: its table, line charts and bar charts.
#pragma once

#include "core/benchmark_data/benchmark.hpp"
#include "gui/export/exported_drawing.hpp"
#include "gui/state/state.hpp"

namespace lockstep::gui {

// As the window shows it for this choice, but wide enough for all columns. An error if there are no rows.
Result<Drawing> bench_drawing(const measure::BenchReport& report, const BenchmarkChoice& choice);

}  // namespace lockstep::gui
