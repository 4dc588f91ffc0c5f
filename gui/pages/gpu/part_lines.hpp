// The devices of a shared row: for each device a line with its share of the array, its kernel time and, on a
// common axis, the intervals in which it worked and in which it waited for the others.
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
  std::vector<Line> lines;                    // empty: only one device, or no time
  std::vector<measure::Stretch::What> kinds;  // of the bars, for the legend
  std::string axis_end;                       // such as "1.88 ms"
  std::string note;                           // speed-up over one of the devices alone
};

// `rows`: all rows of the run.
PartLines prepare_parts(const measure::BenchRow& row, std::span<const measure::BenchRow> rows);

std::string describe(measure::Stretch::What what);  // such as "waits for earlier totals"

// A tooltip for an area.
using PartHint = std::function<void(std::string_view id, const Rect& rect, std::string_view tooltip)>;

// 0 without lines.
float part_lines_height(const PartLines& parts);
// `id`: distinguishes the tooltips of different rows. Returns the y below.
float draw_part_lines(Canvas& canvas, const Rect& area, const PartLines& parts, std::string_view id,
                      const PartHint& hint = {});

}  // namespace lockstep::gui
