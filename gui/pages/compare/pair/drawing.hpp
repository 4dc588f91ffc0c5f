// The two runs that are stepped together as a drawing: their figures side by side at the step that is shown,
// with what happens in each.
#pragma once

#include "gui/export/exported_drawing.hpp"
#include "gui/jobs/pair_runner.hpp"

namespace lockstep::gui {

// `runner` has to outlive the drawing. An Error when there is no figure yet.
Result<Drawing> pair_drawing(PairRunner& runner, const AppState& state, float width = 1600);

}  // namespace lockstep::gui
