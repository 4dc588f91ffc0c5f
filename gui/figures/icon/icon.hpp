// Draws the program's icon. Active lanes are filled, and finished lanes are pale.
#pragma once

#include "gui/canvas/canvas.hpp"

namespace lockstep::gui {

// Draws the icon so that it fills the square `place`.
void draw_icon(Canvas& canvas, const Rect& place);

}  // namespace lockstep::gui
