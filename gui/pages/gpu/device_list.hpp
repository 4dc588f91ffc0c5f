// The list of devices to choose from.
#pragma once

#include "gui/background_jobs/benchmark/benchmark_runner.hpp"
#include "gui/pages/panel.hpp"

namespace lockstep::gui {

// The user selects one device, or several devices that share each array. `shows_remarks`: the notes on the
// selected device are unfolded. Returns the y below.
float draw_device_list(PanelContext& context, const Rect& area, float y, const BenchmarkSnapshot& seen,
                       bool& shows_remarks);

}  // namespace lockstep::gui
