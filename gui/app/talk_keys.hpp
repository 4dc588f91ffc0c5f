// The keys of a presentation, which are the keys that clickers send. They take precedence over all other keys
// during a presentation, and most other keys have no effect.
#pragma once

#include "gui/pages/action_table.hpp"

namespace lockstep::gui {

std::vector<ActionGroup> talk_actions();

// The playhead and its neighbours in the shown run; none if a page other than Step is shown, or if the run is
// not ready.
PageSteps page_steps(ActionContext& context);

}  // namespace lockstep::gui
