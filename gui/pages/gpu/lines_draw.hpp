// The lines over n on a Canvas: what is on the screen is what is exported.
#pragma once

#include <string_view>

#include "gui/pages/gpu/lines.hpp"

namespace lockstep::gui {

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
