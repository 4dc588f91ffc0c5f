// Distinguishes clicks from drags on selectable text that also reacts to clicks. A press is a click if the
// button is released before the pointer has moved far enough to start a selection (TextSelection).
#pragma once

#include <optional>

#include "gui/widgets/ui.hpp"

namespace lockstep::gui {

class TextClick {
 public:
  // Call once per frame. Returns true if the button is released after a click inside `area`.
  bool follow(const Ui& ui, const Rect& area);
  // Returns true for a drag while the button is held, and in the frame in which the button is released.
  bool is_drag() const { return drags_; }

 private:
  std::optional<Point> from_;
  bool drags_ = false;
};

}  // namespace lockstep::gui
