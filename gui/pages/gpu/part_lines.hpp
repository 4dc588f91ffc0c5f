// Draws the devices of a row whose array several devices share. The line of a device contains its share of
// the array, its kernel time and, on a common axis, the intervals in which the device worked and in which it
// waited for the other devices.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/benchmark_data/benchmark.hpp"
#include "gui/canvas/canvas.hpp"

namespace lockstep::gui {

struct PartLines {
  struct Bar {
    measure::Stretch::What what = measure::Stretch::What::result;
    double begin = 0, end = 0;  // fractions of the axis, 0 to 1
    std::string tooltip;
  };
  struct Line {
    std::string device, share, time;
    std::vector<Bar> bars;
  };
  std::vector<Line> lines;                    // empty if there is only one device, or no time
  std::vector<measure::Stretch::What> kinds;  // kinds of the bars, for the legend
  std::string axis_end;                       // such as "1.88 ms"
  std::string note;                           // speed-up over a single device
};

// Prepares the lines of a row. `rows`: all rows of the run.
PartLines prepare_parts(const measure::BenchRow& row, std::span<const measure::BenchRow> rows);

std::string describe(measure::Stretch::What what);  // such as "waits for earlier totals"

// A function that adds a tooltip to an area.
using PartHint = std::function<void(std::string_view id, const Rect& rect, std::string_view tooltip)>;

// Returns the height of the lines; 0 if there are no lines.
float part_lines_height(const PartLines& parts);
// Draws the lines. `id` distinguishes the tooltips of different rows. Returns the y below the lines.
float draw_part_lines(Canvas& canvas, const Rect& area, const PartLines& parts, std::string_view id,
                      const PartHint& hint = {});

}  // namespace lockstep::gui
