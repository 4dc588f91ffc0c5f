// Below a row of several devices: a line for each, with its share of the array, its kernels' time and, on an
// axis that all share, when it was at work and when it waited for the others.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/measure/benchmark.hpp"
#include "gui/canvas/canvas.hpp"

namespace lockstep::gui {

struct PartLines {
  struct Bar {
    opencl::Stretch::What what = opencl::Stretch::What::result;
    double begin = 0, end = 0;  // 0 to 1 of the axis
    std::string tooltip;
  };
  struct Line {
    std::string device, share, time;
    std::vector<Bar> bars;
  };
  std::vector<Line> lines;                   // none: not several devices, or no time
  std::vector<opencl::Stretch::What> kinds;  // of bars that there are, for the legend
  std::string axis_end;                      // "1.88 ms"
  std::string note;                          // how much faster than one of them alone
};

// `rows` are all of the run.
PartLines prepare_parts(const opencl::BenchRow& row, std::span<const opencl::BenchRow> rows);

std::string describe(opencl::Stretch::What what);  // "waits for totals before it"

// Explains an area.
using PartHint = std::function<void(std::string_view id, const Rect& rect, std::string_view tooltip)>;

// 0 where there are no lines.
float part_lines_height(const PartLines& parts);
// `id` tells hints of one row from those of another. Returns the y below.
float draw_part_lines(Canvas& canvas, const Rect& area, const PartLines& parts, std::string_view id,
                      const PartHint& hint = {});

}  // namespace lockstep::gui
