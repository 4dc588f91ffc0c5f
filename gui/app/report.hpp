// Reports the state of the window to a program that drives it with real keys and clicks: the places of all
// items that can be pressed, the last action, and the scene.
#pragma once

#include <string>

#include "gui/app/interface.hpp"

namespace lockstep::gui {

// One JSON object: "actions" (number of actions), "last_action" (its name), "playing", "typing" (in the
// editor), "field" (typing in a field), "overlay" (name of the open overlay, or ""), "popup" (a list of
// choices is open), "focus", "notice", "scene" (see scene.hpp) and "places" (id, and x, y, width and height
// in pixels of the window, which are `scale` times those of the layout).
std::string report(const Interface& interface, float scale);

// Writes the report to a file whenever it has changed.
class Reporter {
 public:
  // If `path` is empty, nothing is written.
  explicit Reporter(std::string path) : path_(std::move(path)) {}
  void update(const Interface& interface, float scale);

 private:
  std::string path_, last_;
};

}  // namespace lockstep::gui
