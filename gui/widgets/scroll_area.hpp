// A scrollable part of a card: the wheel scrolls, and a scroll bar shows the position. Each line of
// text is either fully visible or hidden.
#pragma once

#include "gui/widgets/ui.hpp"

namespace lockstep::gui {

class ScrollArea {
 public:
  // Clips drawing and pressing to `area`, and returns the y of the content's top.
  float begin(Ui& ui, const Rect& area);
  void end(Ui& ui, float content_bottom);

  // Pixels in the last frame; 0 before the first.
  float content_height() const { return content_; }
  bool is_cut() const { return content_ > area_.height; }
  // Scrolls down by `pixels`, at most to the end.
  void move(float pixels) { offset_ += pixels; }
  // Scrolls by most of the height, down (1) or up (-1). False if the last frame was already at that
  // end.
  bool turn(int by);

  // Call before begin(). Scrolls an area of `height` by the minimum that makes this part of the
  // content visible. In pixels below the content's top.
  void reveal(float height, float top, float bottom);

 private:
  Rect area_;
  float offset_ = 0;   // scroll position, px
  float content_ = 0;  // its height in the last frame
};

}  // namespace lockstep::gui
