// Draws all results of a benchmark: its table, line charts and bar charts.
#pragma once

#include "core/benchmark_data/benchmark.hpp"
#include "gui/export/exported_drawing.hpp"
#include "gui/state/state.hpp"

namespace lockstep::gui {

// The drawing is like the window for this choice, but wide enough for all columns. An error if
// there are no rows.
Result<Drawing> bench_drawing(const measure::BenchReport& report, const BenchmarkChoice& choice);

}  // namespace lockstep::gui
