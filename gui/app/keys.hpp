// The window's own rows in the table of actions, and the whole table.
#pragma once

#include <memory>
#include <vector>

#include "gui/app/files.hpp"
#include "gui/dialogs/overlays.hpp"
#include "gui/history/choice_history.hpp"
#include "gui/pages/page.hpp"

namespace lockstep::gui {

// All rows: those of the pages, of the window and of the overlays. `files`, `history` and `full_screen`
// have to outlive the table; `full_screen` is set when the window has to change its size.
Actions all_actions(const std::vector<std::unique_ptr<Page>>& pages, const Overlays& overlays, Files& files,
                    ChoiceHistory& history, bool& full_screen);

}  // namespace lockstep::gui
