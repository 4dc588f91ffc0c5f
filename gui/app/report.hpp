// Reports the state of the window to a program that operates the window with real keys and clicks. The report
// contains the places of all items that can be pressed, the last action, and the scene.
#pragma once

#include <string>

#include "gui/app/interface.hpp"

namespace lockstep::gui {

// Returns the report as a JSON object with these fields: "actions" (number of actions), "last_action" (name
// of the last action), "playing", "typing" (whether the user types in the editor), "field" (whether the user
// types in a field), "overlay" (name of the open overlay, or ""), "popup" (whether a list of choices is
// open), "focus", "notice", "scene" (see scene.hpp) and "places" (for each item its id, and x, y, width and
// height in pixels of the window). `scale`: the number of pixels per unit of the layout.
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
