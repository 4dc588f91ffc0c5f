// The charts of the results: lines over n, bars for one n, and published figures.
#pragma once

#include "core/benchmark_data/benchmark.hpp"
#include "gui/background_jobs/ladder_runner.hpp"
#include "gui/pages/panel.hpp"

namespace lockstep::gui {

// Draws the charts with their choices below area.y. Ignores the pointer outside the visible area `sight`.
// Returns the y below the charts.
float draw_result_charts(PanelContext& context, const Rect& area, const Rect& sight,
                         const measure::BenchReport& report);

// Draws published figures beside predictions, below area.y. Returns the y below the figures.
float draw_published_figures(PanelContext& context, LadderRunner& ladder, const Rect& area);

}  // namespace lockstep::gui
