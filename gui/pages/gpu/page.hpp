// What can be done about a row whose kernel the simulator found wrong before a device ran it: see it there,
// and run it all the same.
#pragma once

#include <string>

#include "core/measure/benchmark.hpp"
#include "gui/pages/panel.hpp"
#include "gui/state/state.hpp"

namespace lockstep::gui {

struct LookedAt {
  bool can_be_shown = false;  // there is a moment in the Step tab
  bool can_run = false;       // it was held back
};
LookedAt looked_at(const opencl::BenchRow& row);

// The Step tab on the run in which the simulator found it.
void show_in_step(AppState& state, const opencl::BenchRow& row);

// Small buttons for finished row `i`; returns the y below them, `area.y` where there are none.
float draw_looked_at(PanelContext& context, const Rect& area, const BenchmarkSnapshot& seen, std::size_t i);

}  // namespace lockstep::gui
