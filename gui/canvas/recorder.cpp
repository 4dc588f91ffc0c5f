#include "gui/canvas/recorder.hpp"

#include <algorithm>
#include <array>

#include "gui/canvas/text.hpp"

namespace lockstep::gui {
namespace {

constexpr Rect kEverything{-1e9f, -1e9f, 2e9f, 2e9f};

Rect bounds_of(std::span<const Point> points) {
  if (points.empty()) return {};
  float left = points[0].x, right = left, top = points[0].y, bottom = top;
  for (const Point& p : points) {
    left = std::min(left, p.x);
    right = std::max(right, p.x);
    top = std::min(top, p.y);
    bottom = std::max(bottom, p.y);
  }
  return {left, top, right - left, bottom - top};
}

}  // namespace

Rect intersection(const Rect& a, const Rect& b) {
  const float x = std::max(a.x, b.x), y = std::max(a.y, b.y);
  return {x, y, std::max(0.0f, std::min(a.right(), b.right()) - x),
          std::max(0.0f, std::min(a.bottom(), b.bottom()) - y)};
}

void CanvasRecorder::add(DrawnItem::Kind kind, const Rect& bounds, Role role) {
  items_.push_back({kind, bounds, clips_.empty() ? kEverything : clips_.back(), role, {}, {}});
}

void CanvasRecorder::fill_rect(const Rect& rect, Role role, float) {
  add(DrawnItem::Kind::fill_rect, rect, role);
}
void CanvasRecorder::stroke_rect(const Rect& rect, Role role, float, float) {
  add(DrawnItem::Kind::stroke_rect, rect, role);
}
void CanvasRecorder::hatch_rect(const Rect& rect, Role role, float) {
  add(DrawnItem::Kind::hatch_rect, rect, role);
}
void CanvasRecorder::line(Point from, Point to, Role role, float) {
  add(DrawnItem::Kind::line, bounds_of(std::array{from, to}), role);
}
void CanvasRecorder::dashed_line(Point from, Point to, Role role, float) {
  add(DrawnItem::Kind::dashed_line, bounds_of(std::array{from, to}), role);
}
void CanvasRecorder::curve(Point from, Point control1, Point control2, Point to, Role role, float) {
  add(DrawnItem::Kind::curve, bounds_of(std::array{from, control1, control2, to}), role);
}
void CanvasRecorder::fill_polygon(std::span<const Point> points, Role role) {
  add(DrawnItem::Kind::polygon, bounds_of(points), role);
}
void CanvasRecorder::fill_circle(Point centre, float radius, Role role) {
  add(DrawnItem::Kind::circle, {centre.x - radius, centre.y - radius, 2 * radius, 2 * radius}, role);
}

void CanvasRecorder::draw_text(Point at, std::string_view text, const TextStyle& style) {
  const float width = measure_text(text, style);
  const float shift = style.align == Align::left ? 0 : style.align == Align::centre ? width / 2 : width;
  add(DrawnItem::Kind::text, {at.x - shift, at.y, width, style.size * line_height(style.font)}, style.role);
  items_.back().text = std::string(text);
  items_.back().style = style;
}

float CanvasRecorder::measure_text(std::string_view text, const TextStyle& style) const {
  return nominal_text_width(text, style);
}

void CanvasRecorder::picture(const Rect& rect, const Picture&) {
  add(DrawnItem::Kind::picture, rect, Role::ink);
}

void CanvasRecorder::push_clip(const Rect& rect) {
  clips_.push_back(clips_.empty() ? rect : intersection(clips_.back(), rect));
}
void CanvasRecorder::pop_clip() { clips_.pop_back(); }

const DrawnItem* CanvasRecorder::find_text(std::string_view text) const {
  for (const DrawnItem& item : items_) {
    if (item.kind == DrawnItem::Kind::text && item.text.find(text) != std::string::npos) return &item;
  }
  return nullptr;
}

std::size_t CanvasRecorder::count(DrawnItem::Kind kind, Role role) const {
  return static_cast<std::size_t>(std::ranges::count_if(
      items_, [&](const DrawnItem& item) { return item.kind == kind && item.role == role; }));
}

}  // namespace lockstep::gui
