// Actions on a row whose kernel failed in the simulator before it ran on a device: show the error in Step, or
// run the kernel in spite of it.
#pragma once

#include <string>

#include "core/benchmark_data/benchmark.hpp"
#include "gui/background_jobs/benchmark/benchmark_runner.hpp"
#include "gui/pages/panel.hpp"
#include "gui/state/state.hpp"

namespace lockstep::gui {

struct LookedAt {
  bool can_be_shown = false;  // in the Step page
  bool can_run = false;       // it has not run on the device
};
LookedAt looked_at(const measure::BenchRow& row);

// Opens the Step page with the simulated run.
void show_in_step(AppState& state, const measure::BenchRow& row);

// Draws buttons for the finished row `i`; returns the y below them, or `area.y` if there are none.
float draw_looked_at(PanelContext& context, const Rect& area, const BenchmarkSnapshot& seen, std::size_t i,
                     BenchmarkRunner& benchmark);

}  // namespace lockstep::gui
