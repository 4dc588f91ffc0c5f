// Draws how often each element of a tile and its neighbourhood is used, as bars above a row or as squares in
// a matrix.
#pragma once

#include "gui/canvas/canvas.hpp"
#include "sim/lab/scene.hpp"

namespace lockstep::gui {

float element_uses_height(const lab::ElementUses& uses, float width);
void draw_element_uses(Canvas& canvas, const Rect& area, const lab::ElementUses& uses);

}  // namespace lockstep::gui
