// A scrollable part of a card. The wheel scrolls, and a scroll bar shows the position. Each line of text is
// either fully visible or hidden.
#pragma once

#include "gui/widgets/ui.hpp"

namespace lockstep::gui {

class ScrollArea {
 public:
  // Restricts drawing and pressing to `area`, and returns the y of the content's top.
  float begin(Ui& ui, const Rect& area);
  void end(Ui& ui, float content_bottom);

  // The height of the content in the last frame, in pixels; 0 before the first frame.
  float content_height() const { return content_; }
  bool is_cut() const { return content_ > area_.height; }
  // Scrolls down by `pixels`, at most to the end.
  void move(float pixels) { offset_ += pixels; }
  // Scrolls down (`by` = 1) or up (−1) by most of the height. Returns false if the area is already at
  // that end.
  bool turn(int by);

  // Scrolls an area of `height` as little as possible so that the content from `top` to `bottom` becomes
  // visible. Both are measured in pixels from the top of the content. Call before begin().
  void reveal(float height, float top, float bottom);

 private:
  Rect area_;
  float offset_ = 0;   // scroll position, px
  float content_ = 0;  // height of the content in the last frame
};

}  // namespace lockstep::gui
