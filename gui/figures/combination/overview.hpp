// All cells of a large array as one strip above its rows, which have room for only some of the cells. The
// strip shows the visible cells, the cells that this step wrote, and the cells that are touched next.
#pragma once

#include "gui/figures/combination/layout.hpp"

namespace lockstep::gui {

// `area` has the height kOverviewHeight; the strip is drawn above the cells of `layout`. Sets the drawn
// positions in `view`.
void draw_overview(Canvas& canvas, const Rect& area, const sim::Combination& combination,
                   const CombinationFrame& frame, const CombinationLayout& layout,
                   const CombinationFocus& focus, CombinationView& view, const Pointer& pointer,
                   FigureOutput& output);

}  // namespace lockstep::gui
