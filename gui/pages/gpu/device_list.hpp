// The devices to choose from.
#pragma once

#include "gui/background_jobs/benchmark/benchmark_runner.hpp"
#include "gui/pages/panel.hpp"

namespace lockstep::gui {

// One device to choose, or several that share each array. `shows_remarks`: the notes on the chosen device are
// unfolded. Returns the y below.
float draw_device_list(PanelContext& context, const Rect& area, float y, const BenchmarkSnapshot& seen,
                       bool& shows_remarks);

}  // namespace lockstep::gui
