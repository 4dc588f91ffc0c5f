// Draws all results of a benchmark: its table, line charts and bar charts.
#pragma once

#include "core/benchmark_data/benchmark.hpp"
#include "gui/export/exported_drawing.hpp"
#include "gui/state/state.hpp"

namespace lockstep::gui {

// Makes the drawing. It has the same contents as the window for this choice, but is wide enough for all
// columns. Returns an Error if there are no rows.
Result<Drawing> bench_drawing(const measure::BenchReport& report, const BenchmarkChoice& choice);

}  // namespace lockstep::gui
