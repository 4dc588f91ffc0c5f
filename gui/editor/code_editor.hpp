// Keys and characters become operations on a TextBuffer.
#pragma once

#include <optional>

#include "gui/editor/text_buffer.hpp"
#include "gui/widgets/ui.hpp"

namespace lockstep::gui {

struct EditorOutcome {
  bool leave = false;          // Esc
  bool moved = false;          // the cursor moved, or the text changed
  std::vector<KeyPress> keys;  // that keep their actions while typing
};

// A key that keeps its action while typing: function keys, and Ctrl with digits and some letters.
bool has_action_while_typing(const KeyPress& press);

EditorOutcome edit_text(TextBuffer& buffer, const TypedInput& typed);

}  // namespace lockstep::gui
