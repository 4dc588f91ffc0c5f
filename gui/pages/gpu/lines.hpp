// The lines over n of the Run on GPU tab, prepared without drawing: a chart for reductions and one for scans,
// a line for each algorithm and way, what was kept of earlier runs beside it, and the roof.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/measure/benchmark.hpp"
#include "gui/charts/plot.hpp"
#include "gui/state/state.hpp"

namespace lockstep::gui {

// Shapes, so that no line is known by its colour alone.
enum class Marker : std::uint8_t { circle, square, diamond, triangle, ring, frame, cross };

struct BenchPoint {
  double n = 0;
  double value = 0, low = 0, high = 0;  // by the median time, and between the extremes
  std::string text;                     // "reduce/tuned, n = 16 Mi: 45.6 µs (45.1 to 47 µs), 1,470 GB/s"
};

struct BenchLine {
  std::string id;     // and whether it was edited
  std::string label;  // the same without the family
  Role role = Role::acts;
  Marker marker = Marker::circle;
  bool on_host = false;             // dashed: another way, not the device
  std::vector<BenchPoint> points;   // by n
  std::vector<BenchPoint> earlier;  // where a result was kept
};

// What the copy inside the device's memory would reach.
struct BenchRoof {
  std::string label;                                          // "copy: 4,270 GB/s"
  double least_n = 0, most_n = 0, at_least = 0, at_most = 0;  // from (least_n, at_least) to (most_n, at_most)
};

// What no kernel gets below: the device time of the shortest launch of this run.
struct BenchFloor {
  std::string label;                              // "shortest launch: 1.9 µs"
  std::vector<std::pair<double, double>> path{};  // n and value, up to where the roof is lower
};

struct BenchLines {
  std::string title;  // "Scans: GB/s over n"
  PlotAxis x, y;
  std::vector<BenchLine> lines;  // in the order of the rows
  std::optional<BenchRoof> roof;
  std::optional<BenchFloor> floor;  // only beside a roof
};

// Of families with rows that passed; none at all where there is only one n.
std::vector<BenchLines> bench_lines(const opencl::BenchReport& report, LineMeasure measure, bool linear);

// "1,470", "30.1", "0.052"
std::string rate_text(double value);

// The lines over n on a Canvas: what is on the screen is what is exported.

// So high that every line's name has room at its end.
float bench_lines_height(const BenchLines& chart);

// Where charts stand below `area.y`: side by side where each has room, all as high as the highest.
std::vector<Rect> place_bench_lines(const Rect& area, const std::vector<BenchLines>& charts);

// `chosen`: the id of a line that stands out; empty: none does.
void draw_bench_lines(Canvas& canvas, const Rect& area, const BenchLines& chart,
                      std::string_view chosen = {});

// What is at a place: a point of a line, of this run or kept, or a line by its name. Nulls: nothing.
struct BenchHit {
  const BenchLine* line = nullptr;
  const BenchPoint* point = nullptr;
};
BenchHit bench_hit(const Canvas& canvas, const Rect& area, const BenchLines& chart, Point at);

void draw_marker(Canvas& canvas, Point at, Marker marker, Role role, float radius = 4);

}  // namespace lockstep::gui
