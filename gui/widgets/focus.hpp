// The keyboard's way to everything that can be pressed: Tab and Shift+Tab go through the items of the last
// frame in the order in which they were drawn, Enter or Space presses the one that was reached.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "gui/canvas/canvas.hpp"
#include "gui/input/keys.hpp"
#include "gui/widgets/ui.hpp"

namespace lockstep::gui {

class Focus {
 public:
  // True when the key was for the focus.
  bool take(const KeyPress& press, const std::vector<NamedPlace>& places);
  // An item that is no longer drawn loses it; so does everything when the mouse is used.
  void keep(const std::vector<NamedPlace>& places, bool mouse_used);
  void draw(Canvas& canvas, const std::vector<NamedPlace>& places) const;

  // Something lies over the panels from now on, and has a focus of its own; or no longer.
  void begin_overlay() { below_ = std::exchange(id_, {}); }
  void end_overlay() { id_ = std::exchange(below_, {}); }

  const std::string& id() const { return id_; }
  bool presses() const { return presses_; }
  bool moved() const { return moved_; }
  void begin_frame() { presses_ = moved_ = false; }

 private:
  std::string id_, below_;
  bool presses_ = false, moved_ = false;  // in this frame
};

}  // namespace lockstep::gui
