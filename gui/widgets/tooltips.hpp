// The time and place of tooltips: a tooltip appears half a second after the pointer has come to rest on an
// item, below or above the item, never over it. While a tooltip is shown, the tooltip of the next item
// appears immediately.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "gui/canvas/canvas.hpp"

namespace lockstep::gui {

class Tooltips {
 public:
  static constexpr double kDelay = 0.5;  // seconds

  // `now` is the time in seconds since the window opened. Pressing the button hides the tooltip, because its
  // content is known. The item under the pointer then has no tooltip until the pointer leaves it: results of
  // the press often appear below it.
  void begin_frame(double now, bool is_pressed, Point pointer = {});
  // Called while the pointer is over an item with this text; returns true if the tooltip must be shown in
  // this frame.
  bool offer(std::string_view text, const Rect& thing = {});
  // Dear ImGui knows the size of a tooltip one or two frames after its text is set.
  static constexpr int kFramesToFit = 3;

  // Seconds until the tooltip must be shown, or shown again; no value if no tooltip is waiting.
  std::optional<double> due() const;
  // The tooltip text of the item under the pointer, whether it is shown or not; may be empty.
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  double now_ = 0, since_ = 0;
  double shown_at_ = -1;             // time of the last frame with a tooltip
  bool offered_ = false;             // in this frame
  std::optional<Point> pressed_at_;  // position of the pointer since a press
  int frames_ = 0;                   // number of frames with this text
};

// The position of a tooltip next to an item, in a window of this size; `from_right` and `from_below` say
// which corner of the tooltip `corner` is.
struct TooltipPlace {
  Point corner;
  bool from_right = false, from_below = false;
};
TooltipPlace place_tooltip(const Rect& thing, float window_width, float window_height);

}  // namespace lockstep::gui
