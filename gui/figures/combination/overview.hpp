// Draws all cells of a large array as one strip above the rows, because the rows have room for only some of
// the cells. The strip marks the visible cells, the cells that this step wrote, and the cells that are
// touched next.
#pragma once

#include "gui/figures/combination/layout.hpp"

namespace lockstep::gui {

// Draws the strip in `area`, which must have the height kOverviewHeight, above the cells of `layout`. Stores
// the place of the strip in `view`.
void draw_overview(Canvas& canvas, const Rect& area, const sim::Combination& combination,
                   const CombinationFrame& frame, const CombinationLayout& layout,
                   const CombinationFocus& focus, CombinationView& view, const Pointer& pointer,
                   FigureOutput& output);

}  // namespace lockstep::gui
