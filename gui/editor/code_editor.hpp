// Keys and characters become operations on a TextBuffer.
#pragma once

#include <optional>

#include "gui/editor/text_buffer.hpp"
#include "gui/widgets/ui.hpp"

namespace lockstep::gui {

struct EditorOutcome {
  bool leave = false;           // Esc
  bool moved = false;           // the cursor moved, or the text changed
  std::vector<Action> actions;  // of keys that keep their actions while typing
};

// The action of a key that keeps it while typing: function keys, and Ctrl with some letters.
std::optional<Action> action_while_typing(const KeyPress& press);

EditorOutcome edit_text(TextBuffer& buffer, const TypedInput& typed);

}  // namespace lockstep::gui
