// The bar charts of the Run on GPU page: measured and published throughput, for the window and for export.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/benchmark_data/benchmark.hpp"
#include "core/catalogue/published.hpp"
#include "gui/canvas/canvas.hpp"

namespace lockstep::gui {

struct BarChart {
  // All shares are fractions of the chart's width, 0 to 1.
  struct Bar {
    std::string label, value;
    double share = 0;
    double least = 0, most = 0;  // for the slowest and the fastest run; both 0: unknown
    bool on_host = false;        // a host implementation: hatched, in a different colour
    double predicted_share = 0;  // predicted value of a published figure; 0: no prediction
  };
  struct Roof {
    std::string label;
    double share = 0;
  };
  std::string title, note;
  bool published = false;
  std::vector<Bar> bars;
  std::optional<Roof> roof;
};

// Returns one chart for each family, with the throughput in GB/s of every passed row of this n. All charts
// have the same scale. Returns an empty list if no row passed.
std::vector<BarChart> throughput_charts(const measure::BenchReport& report, std::uint64_t n);
// Returns `wanted` if a row with this n passed, otherwise the largest n with a passed row, or 0
// if no row passed.
std::uint64_t shown_n(const measure::BenchReport& report, std::uint64_t wanted);
// Returns a chart for each device in the documents, each with its own scale. If `predicted` is set, the
// charts also show predictions.
std::vector<BarChart> published_charts(const PublishedPredictor& predicted = {});

float bar_chart_height(const BarChart& chart);
void draw_bar_chart(Canvas& canvas, const Rect& area, const BarChart& chart);
// Arranges the charts in as many columns as fit; returns the y below them.
float draw_bar_charts(Canvas& canvas, const Rect& area, const std::vector<BarChart>& charts);

}  // namespace lockstep::gui
