// Draws the two runs that are stepped together: their figures side by side at the current step, with a
// sentence about each run.
#pragma once

#include "gui/background_jobs/pair/pair_runner.hpp"
#include "gui/export/exported_drawing.hpp"

namespace lockstep::gui {

// Makes the drawing. `runner` must outlive the drawing. Returns an Error if no figure is ready.
Result<Drawing> pair_drawing(PairRunner& runner, const AppState& state, float width = 1600);

}  // namespace lockstep::gui
