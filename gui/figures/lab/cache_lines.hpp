// Draws the loads of a work-group over the lines of a cache: a row for each load, a cell for each line.
#pragma once

#include "gui/canvas/canvas.hpp"
#include "sim/lab/scene.hpp"

namespace lockstep::gui {

float cache_lines_height(const lab::CacheLines& shown);
// Draws as many rows as fit in the area.
void draw_cache_lines(Canvas& canvas, const Rect& area, const lab::CacheLines& shown);

}  // namespace lockstep::gui
