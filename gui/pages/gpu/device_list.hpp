// Draws the list of devices, from which the user selects.
#pragma once

#include "gui/background_jobs/benchmark/benchmark_runner.hpp"
#include "gui/pages/panel.hpp"

namespace lockstep::gui {

// Draws the list. The user selects one device, or several devices that share each array. `shows_remarks`:
// whether the notes on the selected device are unfolded. Returns the y below the list.
float draw_device_list(PanelContext& context, const Rect& area, float y, const BenchmarkSnapshot& seen,
                       bool& shows_remarks);

}  // namespace lockstep::gui
