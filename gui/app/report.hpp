// The state of the window for a program that drives it with real keys and clicks: the places of all items
// that can be pressed, the last action, and the scene.
#pragma once

#include <string>

#include "gui/app/interface.hpp"

namespace lockstep::gui {

// One JSON object: "actions" (how many so far), "last_action" (its name), "playing", "typing"
// (in the editor), "field" (typing in a field), "overlay" (the one that is open, or ""), "popup" (choices are
// open), "focus", "notice", "scene" (see scene.hpp) and "places" (id, and x, y, width and height in pixels of
// the window, which are `scale` times those of the layout).
std::string report(const Interface& interface, float scale);

// Writes the report to a file whenever it has changed.
class Reporter {
 public:
  // `path` empty: never.
  explicit Reporter(std::string path) : path_(std::move(path)) {}
  void update(const Interface& interface, float scale);

 private:
  std::string path_, last_;
};

}  // namespace lockstep::gui
