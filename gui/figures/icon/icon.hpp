// The program's icon: active lanes are filled, finished lanes are pale.
#pragma once

#include "gui/canvas/canvas.hpp"

namespace lockstep::gui {

// Fills the square `place`.
void draw_icon(Canvas& canvas, const Rect& place);

}  // namespace lockstep::gui
