// The charts of the Run on GPU tab with what can be chosen about them: lines over n, bars of one n, and the
// published figures.
#pragma once

#include "gui/pages/gpu/lines.hpp"
#include "gui/pages/panel.hpp"

namespace lockstep::gui {

// Below area.y; what is outside of `sight` is not pointed at. Returns the y below.
float draw_result_charts(PanelContext& context, const Rect& area, const Rect& sight,
                         const opencl::BenchReport& report);
float draw_published_figures(PanelContext& context, const Rect& area);

}  // namespace lockstep::gui
