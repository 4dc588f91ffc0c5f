// A Canvas that forwards all calls to another Canvas. It also records each text with its bounds in the real
// fonts, so that tests can check that all text is legible.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "gui/canvas/canvas.hpp"

namespace lockstep::gui {

struct WrittenText {
  std::string text;
  TextStyle style;
  Rect bounds;                 // of the line of text
  Rect clip;                   // the clip rectangle in effect
  Role behind = Role::ground;  // role of the last fill below the centre of the text
  std::size_t card = 0;        // index in WrittenFrame::cards of the last card below the centre of the text
};

// The text of one frame. cards[0] is the window.
struct WrittenFrame {
  std::vector<Rect> cards;
  std::vector<WrittenText> texts;
};

class TextRecordingCanvas final : public Canvas {
 public:
  TextRecordingCanvas(Canvas& on, WrittenFrame& frame) : on_(&on), frame_(&frame) {}

  void fill_rect(const Rect& rect, Role role, float radius = 0) override;
  void stroke_rect(const Rect& rect, Role role, float thickness = 1, float radius = 0) override {
    on_->stroke_rect(rect, role, thickness, radius);
  }
  void hatch_rect(const Rect& rect, Role role, float spacing = 5) override {
    on_->hatch_rect(rect, role, spacing);
  }
  void line(Point from, Point to, Role role, float thickness = 1) override {
    on_->line(from, to, role, thickness);
  }
  void dashed_line(Point from, Point to, Role role, float thickness = 1) override {
    on_->dashed_line(from, to, role, thickness);
  }
  void curve(Point from, Point control1, Point control2, Point to, Role role, float thickness = 1) override {
    on_->curve(from, control1, control2, to, role, thickness);
  }
  void fill_polygon(std::span<const Point> points, Role role) override { on_->fill_polygon(points, role); }
  void fill_circle(Point centre, float radius, Role role) override;
  void picture(const Rect& rect, const Picture& picture) override { on_->picture(rect, picture); }
  void push_clip(const Rect& rect) override;
  void pop_clip() override;

 protected:
  void draw_text(Point at, std::string_view text, const TextStyle& style) override;
  float measure_text(std::string_view text, const TextStyle& style) const override {
    return on_->text_width(text, style);
  }

 private:
  Canvas* on_;
  WrittenFrame* frame_;
  void note_fill(const Rect& rect, Role role);
  Role role_behind(Point at) const;

  std::vector<std::pair<Rect, Role>> fills_;  // the fills of this frame
  std::vector<Rect> clips_;
};

}  // namespace lockstep::gui
