// A drawing whose size does not depend on the window, written as SVG, or painted and written as PNG.
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
  std::string title;            // read by screen readers
  std::function<void(Canvas&)> draw;
};

// Paints a drawing; each of its pixels becomes `scale` by `scale` pixels. Must not be called while a frame of
// the window is being drawn.
Image paint(const Drawing& drawing, const AppState& state, float scale);
// Writes a drawing with the state's theme and terms. The file extension selects SVG or PNG; a PNG has twice
// the size of the drawing.
Result<void> write_drawing(const Drawing& drawing, const AppState& state, const std::string& path);

}  // namespace lockstep::gui
