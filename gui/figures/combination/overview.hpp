// All cells of a large array as one strip above its rows, which have room for only some of them: where the
// visible cells are, what this step wrote, and what is touched next.
#pragma once

#include "gui/figures/combination/layout.hpp"

namespace lockstep::gui {

// `area`: of kOverviewHeight, the strip is above the cells of `layout`. Sets the places in `view`.
void draw_overview(Canvas& canvas, const Rect& area, const sim::Combination& combination,
                   const CombinationFrame& frame, const CombinationLayout& layout,
                   const CombinationFocus& focus, CombinationView& view, const Pointer& pointer,
                   FigureOutput& output);

}  // namespace lockstep::gui
