// Keys and characters become operations on a TextBuffer.
#pragma once

#include <optional>

#include "gui/editor/text_buffer.hpp"
#include "gui/widgets/ui.hpp"

namespace lockstep::gui {

struct EditorOutcome {
  bool leave = false;           // Esc
  bool moved = false;           // the cursor is somewhere else, or the text changed
  std::vector<Action> actions;  // keys that mean something even while typing
};

// What a key does that means something even while typing: function keys, and Ctrl with some letters.
std::optional<Action> action_while_typing(const KeyPress& press);

EditorOutcome edit_text(TextBuffer& buffer, const TypedInput& typed);

}  // namespace lockstep::gui
