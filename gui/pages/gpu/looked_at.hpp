// Actions on a row whose kernel failed in the simulator, which runs each kernel before the device does. The
// user can show the error in Step, or run the kernel on the device in spite of the error.
#pragma once

#include <string>

#include "core/benchmark_data/benchmark.hpp"
#include "gui/background_jobs/benchmark/benchmark_runner.hpp"
#include "gui/pages/panel.hpp"
#include "gui/state/state.hpp"

namespace lockstep::gui {

struct LookedAt {
  bool can_be_shown = false;  // whether the Step page can show the run
  bool can_run = false;       // whether the kernel has not run on the device yet
};
LookedAt looked_at(const measure::BenchRow& row);

// Opens the Step page with the simulated run.
void show_in_step(AppState& state, const measure::BenchRow& row);

// Draws buttons for the finished row `i`. Returns the y below the buttons, or `area.y` if there
// are no buttons.
float draw_looked_at(PanelContext& context, const Rect& area, const BenchmarkSnapshot& seen, std::size_t i,
                     BenchmarkRunner& benchmark);

}  // namespace lockstep::gui
