// A part of a card whose content may be taller than it: the wheel moves the content, and a bar shows where it
// is. Lines of text are seen whole or not at all.
#pragma once

#include "gui/widgets/ui.hpp"

namespace lockstep::gui {

class ScrollArea {
 public:
  // Clips drawing and pressing to `area` and returns the y at which the content begins.
  float begin(Ui& ui, const Rect& area);
  void end(Ui& ui, float content_bottom);

  // Pixels, when it was last drawn; 0 before.
  float content_height() const { return content_; }
  bool is_cut() const { return content_ > area_.height; }
  // Down by so many pixels, as far as there is more.
  void move(float pixels) { offset_ += pixels; }

  // Before begin: moves the content of an area of `height` as little as brings this part of it into sight. In
  // pixels below the content's top.
  void reveal(float height, float top, float bottom);

 private:
  Rect area_;
  float offset_ = 0;   // px that the content is moved up
  float content_ = 0;  // its height when it was last drawn
};

}  // namespace lockstep::gui
