// A press on text that can be selected, and that answers to a click: when the button is released it was a
// click, unless the pointer has moved as far as a selection begins (TextSelection).
#pragma once

#include <optional>

#include "gui/widgets/ui.hpp"

namespace lockstep::gui {

class TextClick {
 public:
  // Call once per frame. True where the button is released after a click inside `area`.
  bool follow(const Ui& ui, const Rect& area);
  // The button has been released in this frame, or is held, after a drag.
  bool is_drag() const { return drags_; }

 private:
  std::optional<Point> from_;
  bool drags_ = false;
};

}  // namespace lockstep::gui
