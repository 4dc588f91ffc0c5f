// A Canvas that records what is drawn, for tests. Text is measured with nominal metrics, so that layouts do
// not depend on installed fonts.
#pragma once

#include <string>
#include <vector>

#include "gui/canvas/canvas.hpp"

namespace lockstep::gui {

struct DrawnItem {
  enum class Kind : std::uint8_t {
    fill_rect,
    stroke_rect,
    hatch_rect,
    line,
    dashed_line,
    curve,
    polygon,
    circle,
    picture,
    text
  };
  Kind kind = Kind::fill_rect;
  Rect bounds;  // before clipping
  Rect clip;    // the clip rectangle in effect
  Role role = Role::ink;
  std::string text;
  TextStyle style;
};

class CanvasRecorder final : public Canvas {
 public:
  void fill_rect(const Rect& rect, Role role, float radius = 0) override;
  void stroke_rect(const Rect& rect, Role role, float thickness = 1, float radius = 0) override;
  void hatch_rect(const Rect& rect, Role role, float spacing = 5) override;
  void line(Point from, Point to, Role role, float thickness = 1) override;
  void dashed_line(Point from, Point to, Role role, float thickness = 1) override;
  void curve(Point from, Point control1, Point control2, Point to, Role role, float thickness = 1) override;
  void fill_polygon(std::span<const Point> points, Role role) override;
  void fill_circle(Point centre, float radius, Role role) override;
  void picture(const Rect& rect, const Picture& picture) override;
  void push_clip(const Rect& rect) override;
  void pop_clip() override;

  const std::vector<DrawnItem>& items() const { return items_; }
  // Returns the first item whose text contains `text`; null if there is no such item.
  const DrawnItem* find_text(std::string_view text) const;
  std::size_t count(DrawnItem::Kind kind, Role role) const;
  bool clips_balanced() const { return clips_.empty(); }

 protected:
  void draw_text(Point at, std::string_view text, const TextStyle& style) override;
  float measure_text(std::string_view text, const TextStyle& style) const override;

 private:
  void add(DrawnItem::Kind kind, const Rect& bounds, Role role);

  std::vector<DrawnItem> items_;
  std::vector<Rect> clips_;
};

// Returns the intersection of two rectangles. If they do not intersect, the width or the height of the result
// is zero.
Rect intersection(const Rect& a, const Rect& b);

}  // namespace lockstep::gui
