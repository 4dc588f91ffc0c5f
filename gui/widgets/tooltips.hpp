// When a tooltip is shown, and where: half a second after the pointer came to rest on a thing, below or above
// it, never over it. While one is shown, that of the next thing follows at once.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "gui/canvas/canvas.hpp"

namespace lockstep::gui {

class Tooltips {
 public:
  static constexpr double kDelay = 0.5;  // s

  // `now`: seconds since the window opened. A pressed button hides the tooltip: what it says is known. The
  // thing at the pointer has none until the pointer leaves it: what the press brought is often below it.
  void begin_frame(double now, bool is_pressed, Point pointer = {});
  // The pointer is over a thing with this text; true if it is to be shown in this frame.
  bool offer(std::string_view text, const Rect& thing = {});
  // Dear ImGui knows a tooltip's size one or two frames after its text.
  static constexpr int kFramesToFit = 3;

  // Seconds until it is to be shown, or shown again; none: nothing waits.
  std::optional<double> due() const;
  // What the thing under the pointer says, shown or not; empty: nothing.
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  double now_ = 0, since_ = 0;
  double shown_at_ = -1;             // in the last frame that showed one
  bool offered_ = false;             // in this frame
  std::optional<Point> pressed_at_;  // where the pointer still is on what was pressed
  int frames_ = 0;                   // that showed this text
};

// Where a tooltip begins beside a thing, in a window of this size: `from_right` and `from_below` tell which
// of its corners `corner` is.
struct TooltipPlace {
  Point corner;
  bool from_right = false, from_below = false;
};
TooltipPlace place_tooltip(const Rect& thing, float window_width, float window_height);

}  // namespace lockstep::gui
