// The devices in the left card of the Run on GPU tab: one to choose or, where there are several, some that
// share each array.
#pragma once

#include "gui/jobs/benchmark_runner.hpp"
#include "gui/pages/panel.hpp"

namespace lockstep::gui {

// Returns the y below.
float draw_device_list(ViewContext& context, const Rect& area, float y, const BenchmarkSnapshot& seen);

}  // namespace lockstep::gui
