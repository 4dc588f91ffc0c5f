// The line charts over n of the Run on GPU page: a chart for each family, with a line for each algorithm and
// host implementation, stored results of earlier runs, and the roof. The first part prepares the charts, the
// second part draws them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/benchmark_data/benchmark.hpp"
#include "gui/charts/plot.hpp"
#include "gui/state/state.hpp"

namespace lockstep::gui {

// The shapes of the points. They distinguish the lines for readers who cannot distinguish the colours.
enum class Marker : std::uint8_t { circle, square, diamond, triangle, ring, frame, cross };

struct BenchPoint {
  double n = 0;
  double value = 0, low = 0, high = 0;  // `value` for the median time, `low` and `high` for the extremes
  std::string text;                     // "reduce/tuned, n = 16 Mi: 45.6 µs (45.1 to 47 µs), 1,470 GB/s"
};

struct BenchLine {
  std::string id;     // with a note if it was edited
  std::string label;  // the id without the family
  Role role = Role::acts;
  Marker marker = Marker::circle;
  bool on_host = false;             // a host implementation: dashed
  std::vector<BenchPoint> points;   // in order of n
  std::vector<BenchPoint> earlier;  // stored results
};

// The bandwidth of a copy within the device's memory.
struct BenchRoof {
  std::string label;                                         // such as "copy: 4,270 GB/s"
  double least_n = 0, max_n = 0, at_least = 0, at_most = 0;  // from (least_n, at_least) to (max_n, at_most)
};

// A lower bound for all kernels: the device time of the shortest launch of this run.
struct BenchFloor {
  std::string label;                              // such as "shortest launch: 1.9 µs"
  std::vector<std::pair<double, double>> path{};  // n and value, up to the n at which the roof is lower
};

struct BenchLines {
  std::string title;  // such as "Scans: GB/s over n"
  PlotAxis x, y;
  std::vector<BenchLine> lines;  // in the order of the rows
  std::optional<BenchRoof> roof;
  std::optional<BenchFloor> floor;  // only with a roof
};

// Returns a chart for each family with passed rows; no charts if there is only one n. `linear`: whether the
// axis of rates is linear instead of logarithmic.
std::vector<BenchLines> bench_lines(const measure::BenchReport& report, LineMeasure measure, bool linear);

// Formats a rate, for example as "1,470", "30.1" or "0.052".
std::string rate_text(double value);

// Functions that draw the charts, in the window and for export.

// Returns the height of a chart in which the names at the ends of all lines fit.
float bench_lines_height(const BenchLines& chart);

// Returns the places of the charts below `area.y`. The charts are side by side if they fit, and all have the
// height of the tallest chart.
std::vector<Rect> place_bench_lines(const Rect& area, const std::vector<BenchLines>& charts);

// `chosen`: the id of the highlighted line; empty: no line is highlighted.
void draw_bench_lines(Canvas& canvas, const Rect& area, const BenchLines& chart,
                      std::string_view chosen = {});

// The object at a place in a chart: a point of a line, from this run or an earlier run, or only a line if the
// place is on the name of the line. If there is no object at the place, both pointers are null.
struct BenchHit {
  const BenchLine* line = nullptr;
  const BenchPoint* point = nullptr;
};
BenchHit bench_hit(const Canvas& canvas, const Rect& area, const BenchLines& chart, Point at);

void draw_marker(Canvas& canvas, Point at, Marker marker, Role role, float radius = 4);

}  // namespace lockstep::gui
