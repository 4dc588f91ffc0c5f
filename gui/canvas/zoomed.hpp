// A Canvas that draws on another Canvas at a different scale by multiplying all coordinates and text sizes.
// With it, a card of a presentation is drawn by the same code as on the Step page.
#pragma once

#include <vector>

#include "gui/canvas/canvas.hpp"

namespace lockstep::gui {

class ZoomedCanvas final : public Canvas {
 public:
  ZoomedCanvas(Canvas& on, float zoom) : on_(&on), zoom_(zoom) {
    // Only this Canvas translates terms; otherwise they would be translated twice.
    speak(on.words());
    on.speak(Words::opencl);
  }
  ~ZoomedCanvas() override { on_->speak(words()); }
  ZoomedCanvas(const ZoomedCanvas&) = delete;
  ZoomedCanvas& operator=(const ZoomedCanvas&) = delete;

  void fill_rect(const Rect& rect, Role role, float radius = 0) override {
    on_->fill_rect(at(rect), role, radius * zoom_);
  }
  void stroke_rect(const Rect& rect, Role role, float thickness = 1, float radius = 0) override {
    on_->stroke_rect(at(rect), role, thickness * zoom_, radius * zoom_);
  }
  void hatch_rect(const Rect& rect, Role role, float spacing = 5) override {
    on_->hatch_rect(at(rect), role, spacing * zoom_);
  }
  void line(Point from, Point to, Role role, float thickness = 1) override {
    on_->line(at(from), at(to), role, thickness * zoom_);
  }
  void dashed_line(Point from, Point to, Role role, float thickness = 1) override {
    on_->dashed_line(at(from), at(to), role, thickness * zoom_);
  }
  void curve(Point from, Point control1, Point control2, Point to, Role role, float thickness = 1) override {
    on_->curve(at(from), at(control1), at(control2), at(to), role, thickness * zoom_);
  }
  void fill_polygon(std::span<const Point> points, Role role) override {
    std::vector<Point> moved;
    for (const Point& point : points) moved.push_back(at(point));
    on_->fill_polygon(moved, role);
  }
  void fill_circle(Point centre, float radius, Role role) override {
    on_->fill_circle(at(centre), radius * zoom_, role);
  }
  void picture(const Rect& rect, const Picture& picture) override { on_->picture(at(rect), picture); }
  void push_clip(const Rect& rect) override { on_->push_clip(at(rect)); }
  void pop_clip() override { on_->pop_clip(); }

 protected:
  void draw_text(Point place, std::string_view text, const TextStyle& style) override {
    on_->text(at(place), text, at(style));
  }
  float measure_text(std::string_view text, const TextStyle& style) const override {
    return on_->text_width(text, at(style)) / zoom_;
  }

 private:
  Point at(Point point) const { return {point.x * zoom_, point.y * zoom_}; }
  Rect at(const Rect& rect) const {
    return {rect.x * zoom_, rect.y * zoom_, rect.width * zoom_, rect.height * zoom_};
  }
  TextStyle at(TextStyle style) const {
    style.size *= zoom_;
    return style;
  }

  Canvas* on_;
  float zoom_;
};

}  // namespace lockstep::gui
