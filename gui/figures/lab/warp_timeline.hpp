// Draws the warps of a multiprocessor as rows over time. Each row shows when the warp issues an instruction,
// when it is ready, and when it waits for memory.
#pragma once

#include "gui/canvas/canvas.hpp"
#include "sim/lab/scene.hpp"

namespace lockstep::gui {

float warp_timeline_height(const lab::WarpTimeline& shown);
void draw_warp_timeline(Canvas& canvas, const Rect& area, const lab::WarpTimeline& shown);

}  // namespace lockstep::gui
