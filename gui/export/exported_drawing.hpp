// A drawing of its own size, apart from the window: written as SVG or, painted, as PNG.
#pragma once

#include <functional>
#include <string>

#include "core/base/result.hpp"
#include "gui/canvas/canvas.hpp"
#include "gui/export/software_renderer.hpp"
#include "gui/state/state.hpp"

namespace lockstep::gui {

struct Drawing {
  float width = 0, height = 0;  // px at scale 1
  std::string title;            // what a screen reader says
  std::function<void(Canvas&)> draw;
};

// With `scale` pixels for each of the drawing's. Not while a frame of the window is drawn.
Image paint(const Drawing& drawing, const AppState& state, float scale);
// Theme and words are the state's; by the name's ending a ".svg", or a ".png" of twice the size.
Result<void> write_drawing(const Drawing& drawing, const AppState& state, const std::string& path);

}  // namespace lockstep::gui
