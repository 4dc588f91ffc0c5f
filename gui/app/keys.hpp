// The rows of the window in the table of actions, and the complete table.
#pragma once

#include <memory>
#include <vector>

#include "gui/app/files.hpp"
#include "gui/overlays/overlays.hpp"
#include "gui/pages/page.hpp"
#include "gui/undo/choice_history.hpp"

namespace lockstep::gui {

// Requests of keys to the window.
struct WindowWishes {
  bool full_screen = false;  // toggle full screen
  bool copy_text = false;    // copy the selected text, or the text under the pointer
  bool quit = false;
};

namespace actions {
inline constexpr Action quit{"quit"};  // not available in a web page, because the browser closes the page
}

// Returns the complete table, with the rows of the pages, the window and the overlays. `files`, `history` and
// `wishes` must outlive the table.
Actions all_actions(const std::vector<std::unique_ptr<Page>>& pages, const Overlays& overlays, Files& files,
                    ChoiceHistory& history, WindowWishes& wishes);

}  // namespace lockstep::gui
