// A Canvas on Dear ImGui's draw list. Coordinates are pixels at scale 1, multiplied by the scale of the
// window (content scale times UI scale).
#pragma once

#include "gui/canvas/canvas.hpp"
#include "gui/canvas/theme.hpp"
#include "gui/widgets/fonts.hpp"

struct ImDrawList;

namespace lockstep::gui {

class CanvasImgui final : public Canvas {
 public:
  CanvasImgui(ImDrawList& list, ThemeName theme, const FontSet& fonts)
      : list_(&list), theme_(theme), fonts_(&fonts), scale_(fonts.scale) {}

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

 protected:
  void draw_text(Point at, std::string_view text, const TextStyle& style) override;
  float measure_text(std::string_view text, const TextStyle& style) const override;

 private:
  float text_size(const TextStyle& style, const FontFace& face) const;

  ImDrawList* list_;
  ThemeName theme_;
  const FontSet* fonts_;
  float scale_;
};

}  // namespace lockstep::gui
