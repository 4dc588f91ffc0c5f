// The keyboard focus. Tab and Shift+Tab move the focus through the items of the last frame in drawing order.
// Enter or Space presses the focused item.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "gui/canvas/canvas.hpp"
#include "gui/input/key_press.hpp"
#include "gui/widgets/ui.hpp"

namespace lockstep::gui {

class Focus {
 public:
  // Handles a key; returns true if the key moved the focus or pressed an item.
  bool take(const KeyPress& press, const std::vector<NamedPlace>& places);
  // Keeps or removes the focus. An item loses the focus if it is no longer drawn, if it is covered, or if the
  // mouse is used.
  void keep(const std::vector<NamedPlace>& places, bool mouse_used);
  void draw(Canvas& canvas, const std::vector<NamedPlace>& places) const;

  // An overlay has a separate focus. The focus of the page below is restored when the overlay closes.
  void begin_overlay() { below_ = std::exchange(id_, {}); }
  void end_overlay() { id_ = std::exchange(below_, {}); }

  const std::string& id() const { return id_; }
  bool presses() const { return presses_; }
  bool moved() const { return moved_; }
  void begin_frame() { presses_ = moved_ = false; }

 private:
  std::string id_, below_;
  bool presses_ = false, moved_ = false;  // set during this frame
};

}  // namespace lockstep::gui
