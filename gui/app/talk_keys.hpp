// The keys of a presentation, which are those that clickers send: they go before all others while the window
// presents, and most others mean nothing then.
#pragma once

#include "gui/pages/action_table.hpp"

namespace lockstep::gui {

std::vector<ActionGroup> talk_actions();

// The playhead and its neighbours in the run that is shown; none where another page than Step is shown, or
// while the run is not ready.
PageSteps page_steps(ActionContext& context);

}  // namespace lockstep::gui
