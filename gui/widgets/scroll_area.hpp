// A part of a card with content that may be taller: the wheel scrolls, and a bar shows the position. Lines of
// text are visible as a whole or hidden.
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
  // Scrolls down by so many pixels, up to the end.
  void move(float pixels) { offset_ += pixels; }
  // By most of its height, down (1) or up (-1); false: it is at that end, as the last frame drew it.
  bool turn(int by);

  // Before begin: scrolls an area of `height` by the least that makes this part of the content visible. In
  // pixels below the content's top.
  void reveal(float height, float top, float bottom);

 private:
  Rect area_;
  float offset_ = 0;   // px that the content is scrolled
  float content_ = 0;  // its height in the last frame
};

}  // namespace lockstep::gui
