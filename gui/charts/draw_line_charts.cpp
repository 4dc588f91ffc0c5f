#include <algorithm>
#include <array>
#include <cmath>

#include "gui/canvas/text.hpp"
#include "gui/canvas/text_styles.hpp"
#include "gui/charts/line_charts.hpp"

namespace lockstep::gui {
namespace {

constexpr TextStyle kTick{Font::text, Role::second_ink, Align::left, 11};
constexpr TextStyle kLinesDrawName{Font::text, Role::ink, Align::left, 12};
constexpr TextStyle kLinesDrawRoof{Font::text_bold, Role::costs, Align::left, 11};
constexpr float kLabelGap = 16, kLinesDrawHead = 30, kLinesDrawFoot = 26, kLeft = 54, kLeader = 30,
                kNear = 12, kLinesDrawLeast = 280, kLinesDrawBetween = 28, kLeastWidth = 560;

// The places of the parts of a chart.
struct Places {
  PlotFrame frame;
  std::vector<Rect> names;  // names of the lines at their ends, followed by the name of the roof, if any
};

float name_width(const Canvas& canvas, const BenchLines& chart) {
  float width = 0;
  for (const BenchLine& line : chart.lines)
    width = std::max(width, canvas.text_width(line.label, kLinesDrawName));
  if (chart.roof) width = std::max(width, canvas.text_width(chart.roof->label, kLinesDrawRoof));
  return width;
}

Point place(const PlotFrame& frame, const BenchPoint& point) { return frame.place(point.n, point.value); }

Point roof_end(const PlotFrame& frame, const BenchRoof& roof) {
  return frame.place(roof.max_n, roof.at_most);
}

Places places_of(const Canvas& canvas, const Rect& area, const BenchLines& chart) {
  const float names = name_width(canvas, chart), right = area.right() - names - kLeader;
  Places places{{{area.x + kLeft, area.y + kLinesDrawHead, std::max(1.0f, right - area.x - kLeft),
                  std::max(1.0f, area.height - kLinesDrawHead - kLinesDrawFoot)},
                 chart.x,
                 chart.y},
                {}};
  const Rect& in = places.frame.inside;
  std::vector<float> wanted;
  for (const BenchLine& line : chart.lines)
    wanted.push_back(std::clamp(place(places.frame, line.points.back()).y, in.y, in.bottom()));
  if (chart.roof) wanted.push_back(roof_end(places.frame, *chart.roof).y);
  for (const float y : spread_apart(wanted, kLabelGap, area.y + kLinesDrawHead - 6, area.bottom() - 10))
    places.names.push_back({right + kLeader, y - kLabelGap / 2, names, kLabelGap});
  return places;
}

void draw_spread(Canvas& canvas, const PlotFrame& frame, const BenchPoint& point, Role role) {
  const Point low = frame.place(point.n, point.low), high = frame.place(point.n, point.high);
  if (std::abs(low.y - high.y) < 2) return;
  canvas.line(low, high, role, 1);
  for (const Point& end : {low, high}) canvas.line({end.x - 3, end.y}, {end.x + 3, end.y}, role, 1);
}

void draw_path(Canvas& canvas, const PlotFrame& frame, const std::vector<BenchPoint>& points, Role role,
               float thickness, bool dashed) {
  for (std::size_t i = 1; i < points.size(); ++i) {
    const Point from = place(frame, points[i - 1]), to = place(frame, points[i]);
    dashed ? canvas.dashed_line(from, to, role, thickness) : canvas.line(from, to, role, thickness);
  }
}

void draw_line(Canvas& canvas, const PlotFrame& frame, const BenchLine& line, bool pale, bool thick) {
  const Role role = pale ? Role::masked : line.role;
  draw_path(canvas, frame, line.points, role, thick ? 3 : pale ? 1 : 1.8f, line.on_host);
  for (const BenchPoint& point : line.points) {
    if (!pale) draw_spread(canvas, frame, point, role);
    draw_marker(canvas, place(frame, point), line.marker, role, pale ? 3.0f : 4.0f);
  }
}

void draw_earlier(Canvas& canvas, const PlotFrame& frame, const BenchLine& line) {
  draw_path(canvas, frame, line.earlier, Role::waiting, 1, true);
  for (const BenchPoint& point : line.earlier)
    draw_marker(canvas, place(frame, point), Marker::ring, Role::waiting, 4);
}

void draw_name(Canvas& canvas, const PlotFrame& frame, const BenchLine& line, const Rect& box, bool pale,
               bool chosen) {
  const Point end = place(frame, line.points.back());
  const float middle = box.centre().y;
  const Role role = pale ? Role::masked : line.role;
  canvas.line({end.x + 6, end.y}, {box.x - 16, middle}, Role::line, 1);
  draw_marker(canvas, {box.x - 9, middle}, line.marker, role, 3.5f);
  TextStyle style = kLinesDrawName;
  style.font = chosen ? Font::text_bold : Font::text;
  style.role = pale ? Role::masked : Role::ink;
  canvas.text({box.x, top_for_centre(middle, style)}, line.label, style);
}

void draw_roof(Canvas& canvas, const PlotFrame& frame, const BenchRoof& roof) {
  canvas.dashed_line(frame.place(roof.least_n, roof.at_least), roof_end(frame, roof), Role::costs, 1.5f);
}

// Draws the floor and its name. In a chart of rates, the points are to the right of the floor; in a chart
// of times, they are above it. The name is drawn on the opposite side. A floor that is too short for its
// name is not drawn.
void draw_floor(Canvas& canvas, const PlotFrame& frame, const BenchFloor& floor) {
  std::vector<Point> path;
  for (const auto& [n, value] : floor.path) path.push_back(frame.place(n, value));
  const float left = frame.inside.x + 8, right = left + canvas.text_width(floor.label, kLinesDrawRoof);
  if (path.back().x < right) return;
  float y = frame.inside.bottom();
  for (const Point& at : path)
    if (at.x <= right + 8) y = std::min(y, at.y);
  for (std::size_t i = 1; i < path.size(); ++i) canvas.dashed_line(path[i - 1], path[i], Role::costs, 1);
  const bool level = std::abs(path.front().y - path.back().y) < 1;
  const float top = level ? y + 4 : std::max(frame.inside.y, y - 20);
  canvas.fill_rect({left - 3, top - 1, right - left + 6, 16}, Role::card, 3);
  canvas.text({left, top}, floor.label, kLinesDrawRoof);
}

void draw_roof_name(Canvas& canvas, const PlotFrame& frame, const BenchRoof& roof, const Rect& box) {
  const Point end = roof_end(frame, roof);
  const float middle = box.centre().y;
  canvas.line({end.x + 6, end.y}, {box.x - 16, middle}, Role::line, 1);
  canvas.dashed_line({box.x - 14, middle}, {box.x - 4, middle}, Role::costs, 1.5f);
  canvas.text({box.x, top_for_centre(middle, kLinesDrawRoof)}, roof.label, kLinesDrawRoof);
}

}  // namespace

float bench_lines_height(const BenchLines& chart) {
  return std::max(kLinesDrawLeast,
                  kLinesDrawHead + 14 + kLabelGap * static_cast<float>(chart.lines.size() + 1));
}

std::vector<Rect> place_bench_lines(const Rect& area, const std::vector<BenchLines>& charts) {
  if (charts.empty()) return {};
  const auto room = static_cast<std::size_t>(
      std::max(1.0f, (area.width + kLinesDrawBetween) / (kLeastWidth + kLinesDrawBetween)));
  const std::size_t columns = std::min(room, charts.size());
  const float width = (area.width + kLinesDrawBetween) / static_cast<float>(columns) - kLinesDrawBetween;
  float height = 0;
  for (const BenchLines& chart : charts) height = std::max(height, bench_lines_height(chart));
  std::vector<Rect> places;
  for (std::size_t i = 0; i < charts.size(); ++i) {
    const std::size_t row = i / columns, column = i % columns;
    places.push_back({area.x + static_cast<float>(column) * (width + kLinesDrawBetween),
                      area.y + static_cast<float>(row) * (height + kLinesDrawBetween), width, height});
  }
  return places;
}

void draw_bench_lines(Canvas& canvas, const Rect& area, const BenchLines& chart, std::string_view chosen) {
  canvas.text({area.x, area.y}, chart.title, kTitle);
  const Places places = places_of(canvas, area, chart);
  const PlotFrame& frame = places.frame;
  const Rect& in = frame.inside;
  draw_x_ticks(canvas, frame, kTick);
  draw_y_ticks(canvas, frame, kTick);
  canvas.push_clip({in.x - 6, in.y - 4, in.width + 12, in.height + 8});
  if (chart.roof) draw_roof(canvas, frame, *chart.roof);
  if (chart.floor) draw_floor(canvas, frame, *chart.floor);
  for (const BenchLine& line : chart.lines)
    if (chosen.empty() || line.id == chosen) draw_earlier(canvas, frame, line);
  for (const BenchLine& line : chart.lines)
    if (line.id != chosen) draw_line(canvas, frame, line, !chosen.empty(), false);
  for (const BenchLine& line : chart.lines)
    if (line.id == chosen) draw_line(canvas, frame, line, false, true);
  canvas.pop_clip();
  if (chart.roof) draw_roof_name(canvas, frame, *chart.roof, places.names.back());
  for (std::size_t i = 0; i < chart.lines.size(); ++i) {
    const bool is_chosen = chart.lines[i].id == chosen;
    draw_name(canvas, frame, chart.lines[i], places.names[i], !chosen.empty() && !is_chosen, is_chosen);
  }
}

BenchHit bench_hit(const Canvas& canvas, const Rect& area, const BenchLines& chart, Point at) {
  const Places places = places_of(canvas, area, chart);
  BenchHit hit;
  float nearest = kNear;
  for (std::size_t i = 0; i < chart.lines.size(); ++i) {
    const BenchLine& line = chart.lines[i];
    const Rect& name = places.names[i];
    if (Rect{name.x - 16, name.y, name.width + 20, name.height}.contains(at)) return {&line, nullptr};
    for (const auto* points : {&line.points, &line.earlier})
      for (const BenchPoint& point : *points) {
        const Point there = place(places.frame, point);
        const float distance = std::hypot(there.x - at.x, there.y - at.y);
        if (distance < nearest) {
          nearest = distance;
          hit = {&line, &point};
        }
      }
  }
  return hit;
}

void draw_marker(Canvas& canvas, Point at, Marker marker, Role role, float radius) {
  const float r = radius, s = radius * 0.87f;
  switch (marker) {
    case Marker::circle:
      return canvas.fill_circle(at, r, role);
    case Marker::square:
      return canvas.fill_rect({at.x - s, at.y - s, 2 * s, 2 * s}, role);
    case Marker::diamond:
      return canvas.fill_polygon(std::array{Point{at.x, at.y - r * 1.2f}, Point{at.x + r * 1.2f, at.y},
                                            Point{at.x, at.y + r * 1.2f}, Point{at.x - r * 1.2f, at.y}},
                                 role);
    case Marker::triangle:
      return canvas.fill_polygon(
          std::array{Point{at.x, at.y - r}, Point{at.x + r, at.y + s}, Point{at.x - r, at.y + s}}, role);
    case Marker::ring:
      canvas.fill_circle(at, r, role);
      return canvas.fill_circle(at, r - 1.6f, Role::card);
    case Marker::frame:
      canvas.fill_rect({at.x - s, at.y - s, 2 * s, 2 * s}, Role::card);
      return canvas.stroke_rect({at.x - s, at.y - s, 2 * s, 2 * s}, role, 1.6f);
    case Marker::cross:
      canvas.line({at.x - s, at.y - s}, {at.x + s, at.y + s}, role, 1.8f);
      return canvas.line({at.x - s, at.y + s}, {at.x + s, at.y - s}, role, 1.8f);
  }
}

}  // namespace lockstep::gui
