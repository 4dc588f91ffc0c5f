// The keys of a presentation, which are the keys that clickers send. They take precedence over all other keys
// during a presentation, and most other keys have no effect.
#pragma once

#include "gui/pages/action_table.hpp"

namespace lockstep::gui {

std::vector<ActionGroup> talk_actions();

// Returns the playhead in the shown run, with its next and previous positions. There are no such positions if
// the page shows no run, or if the run is not ready.
PageSteps page_steps(ActionContext& context);

}  // namespace lockstep::gui
