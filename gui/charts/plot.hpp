// Axes of a plot: ticks and ranges, the place of a value, and their drawing.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "gui/canvas/canvas.hpp"

namespace lockstep::gui {

struct PlotTick {
  double value = 0;
  std::string label;
};

// The range from `low` to `high`: values if linear, otherwise base-2 logarithms.
struct PlotAxis {
  double low = 0, high = 1;
  bool linear = false;
  std::vector<PlotTick> ticks{};
  float share(double value) const;  // 0 at `low`, 1 at `high`; `value` > 0 on a logarithmic axis
};

struct PlotFrame {
  Rect inside;
  PlotAxis x, y;
  Point place(double x_value, double y_value) const {
    return {inside.x + inside.width * x.share(x_value), inside.bottom() - inside.height * y.share(y_value)};
  }
};

// n from `least` to `most`, with about `ticks` ticks at powers of two: "1 Ki", "4 Mi".
PlotAxis count_axis(double least, double most, std::size_t ticks);
// Logarithmic, ticks at 1, 2 and 5 times powers of ten, or fewer on a long axis. `label` formats a value.
PlotAxis log_axis(double least, double most, std::size_t ticks, std::string (*label)(double));
// From 0, ticks at multiples of 1, 2 or 5 times a power of ten.
PlotAxis linear_axis(double most, std::size_t ticks, std::string (*label)(double));

// A thin line and a label at each tick.
void draw_x_ticks(Canvas& canvas, const PlotFrame& frame, const TextStyle& style);
void draw_y_ticks(Canvas& canvas, const PlotFrame& frame, const TextStyle& style);

// "1 Ki" from 1024 on; format_count() uses "Ki" only from 8 Ki on.
std::string binary_label(double n);

// Moves overlapping positions apart by as little as possible and keeps their order: no two results are closer
// than `gap`, and all are between `top` and `bottom` if possible. `wanted` need not be sorted.
std::vector<float> spread_apart(const std::vector<float>& wanted, float gap, float top, float bottom);

}  // namespace lockstep::gui
