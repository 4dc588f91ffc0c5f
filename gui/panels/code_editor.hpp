// Keys and characters become operations on a TextBuffer.
#pragma once

#include "gui/text_buffer.hpp"
#include "gui/ui.hpp"

namespace lockstep::gui {

struct EditorOutcome {
  bool leave = false;           // Esc
  bool moved = false;           // the cursor is somewhere else, or the text changed
  std::vector<Action> actions;  // keys that mean something even while typing
};

EditorOutcome edit_text(TextBuffer& buffer, const TypedInput& typed);

}  // namespace lockstep::gui
