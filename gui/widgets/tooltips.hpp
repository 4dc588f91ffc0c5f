// Determines when and where tooltips appear. A tooltip appears half a second after the pointer has come to
// rest on an item. It is placed below or above the item and never covers the item. While a tooltip is shown,
// the tooltip of the next item appears immediately.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "gui/canvas/canvas.hpp"

namespace lockstep::gui {

class Tooltips {
 public:
  static constexpr double kDelay = 0.5;  // seconds

  // `now` is the time in seconds since the window opened. A press of the button hides the tooltip of the
  // item under the pointer until the pointer leaves the item, because results of the press often appear
  // below the item.
  void begin_frame(double now, bool is_pressed, Point pointer = {});
  // Call in each frame in which the pointer is over an item with this tooltip text. Returns true if the
  // tooltip must be shown in this frame.
  bool offer(std::string_view text, const Rect& thing = {});
  // A tooltip is drawn again for this number of frames, because Dear ImGui knows its size only one or two
  // frames after the text is set.
  static constexpr int kFramesToFit = 3;

  // Returns the number of seconds until the tooltip must be shown or shown again; no value if no tooltip
  // is waiting.
  std::optional<double> due() const;
  // Returns the tooltip text of the item under the pointer, even if the tooltip is not shown; may be empty.
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  double now_ = 0, since_ = 0;
  double shown_at_ = -1;             // time of the last frame with a tooltip
  bool offered_ = false;             // an item offered a tooltip in this frame
  std::optional<Point> pressed_at_;  // position of the pointer since a press
  int frames_ = 0;                   // number of frames with this text
};

// The position of a tooltip next to an item. `corner` is the top left corner of the tooltip; it is a right
// corner if `from_right` is set and a bottom corner if `from_below` is set.
struct TooltipPlace {
  Point corner;
  bool from_right = false, from_below = false;
};
TooltipPlace place_tooltip(const Rect& thing, float window_width, float window_height);

}  // namespace lockstep::gui
