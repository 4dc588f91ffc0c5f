// The window's own rows in the table of actions, and the whole table.
#pragma once

#include <memory>
#include <vector>

#include "gui/app/files.hpp"
#include "gui/overlays/overlays.hpp"
#include "gui/pages/page.hpp"
#include "gui/undo/choice_history.hpp"

namespace lockstep::gui {

// What keys ask of the window itself.
struct WindowWishes {
  bool full_screen = false;  // or back
  bool copy_text = false;    // what is selected, or under the pointer
  bool quit = false;
};

namespace actions {
inline constexpr Action quit{"quit"};  // not in a page, which the browser closes
}

// All rows: those of the pages, of the window and of the overlays. `files`, `history` and `wishes` have to
// outlive the table.
Actions all_actions(const std::vector<std::unique_ptr<Page>>& pages, const Overlays& overlays, Files& files,
                    ChoiceHistory& history, WindowWishes& wishes);

}  // namespace lockstep::gui
