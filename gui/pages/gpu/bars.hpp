// The bars of the Run on GPU tab on a Canvas: what was measured here, and what has been published. What is on
// the screen is what is exported.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/measure/benchmark.hpp"
#include "gui/canvas/canvas.hpp"

namespace lockstep::gui {

struct BarChart {
  // Shares are of what is as long as the chart is wide, 0 to 1.
  struct Bar {
    std::string label, value;
    double share = 0;
    double least = 0, most = 0;  // of the slowest and the fastest run; both 0: not known
    bool on_host = false;        // another way: hatched, not only of another colour
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

// GB/s of every row of this n that passed, a chart for reductions and one for scans on the same scale; none
// where none did.
std::vector<BarChart> throughput_charts(const opencl::BenchReport& report, std::uint64_t n);
// The n that is wanted where one of its rows passed, else the largest one with such a row; 0 without any.
std::uint64_t shown_n(const opencl::BenchReport& report, std::uint64_t wanted);
// A chart for each device of a document, on the scale of its own.
const std::vector<BarChart>& published_charts();

float bar_chart_height(const BarChart& chart);
void draw_bar_chart(Canvas& canvas, const Rect& area, const BarChart& chart);
// In as many columns as there is room for; returns the y below them.
float draw_bar_charts(Canvas& canvas, const Rect& area, const std::vector<BarChart>& charts);

}  // namespace lockstep::gui
