// The axes of a plot: computes their ranges and ticks and the place of a value, and draws the ticks.
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

// An axis from `low` to `high`. The limits are values if the axis is linear, otherwise base-2
// logarithms of values.
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

// Makes an axis for n from `least` to `most`, with about `ticks` ticks at powers of two, such as "1
// Ki" and "4 Mi".
PlotAxis count_axis(double least, double most, std::size_t ticks);
// Makes a logarithmic axis with ticks at 1, 2 and 5 times powers of ten, or fewer ticks on a long axis.
// `label` formats a value.
PlotAxis log_axis(double least, double most, std::size_t ticks, std::string (*label)(double));
// Makes a linear axis from 0 to `most`, with ticks at multiples of 1, 2 or 5 times a power of ten.
PlotAxis linear_axis(double most, std::size_t ticks, std::string (*label)(double));

// Draws a thin line and a label at each tick.
void draw_x_ticks(Canvas& canvas, const PlotFrame& frame, const TextStyle& style);
void draw_y_ticks(Canvas& canvas, const PlotFrame& frame, const TextStyle& style);

// Formats n with "Ki" from 1024 on, as in "1 Ki"; format_count() uses "Ki" only from 8 Ki on.
std::string binary_label(double n);

// Moves overlapping positions apart by as little as possible and keeps their order. No two of the
// returned positions are closer than `gap`, and all are between `top` and `bottom` if possible. `wanted`
// need not be sorted.
std::vector<float> spread_apart(const std::vector<float>& wanted, float gap, float top, float bottom);

}  // namespace lockstep::gui
