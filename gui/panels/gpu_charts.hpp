// The bars of the Run on GPU tab on a Canvas: what was measured here, and what has been published. What is on
// the screen is what is exported.
#pragma once

#include <string>
#include <vector>

#include "gui/benchmark_runner.hpp"
#include "gui/exported_drawing.hpp"

namespace lockstep::gui {

struct BarChart {
  struct Bar {
    std::string label, value;
    double share = 0;  // of the longest one, 0 to 1
  };
  std::string title, note;
  bool published = false;
  std::vector<Bar> bars;
};

// GB/s of every row that passed; no bars where none did.
BarChart throughput_chart(const BenchmarkSnapshot& snapshot);
// A chart for each device of a document, on the scale of its own.
const std::vector<BarChart>& published_charts();

float bar_chart_height(const BarChart& chart);
void draw_bar_chart(Canvas& canvas, const Rect& area, const BarChart& chart);
// Those of the documents, in as many columns as there is room for; returns the y below them.
float draw_published(Canvas& canvas, const Rect& area);

// All of them, for a file. An Error when nothing was measured yet.
Result<Drawing> benchmark_drawing(const BenchmarkSnapshot& snapshot, float width = 1100);

}  // namespace lockstep::gui
