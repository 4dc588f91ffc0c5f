// Maps keys and characters to operations on a TextBuffer.
#pragma once

#include <optional>

#include "gui/editor/text_buffer.hpp"
#include "gui/widgets/ui.hpp"

namespace lockstep::gui {

struct EditorOutcome {
  bool leave = false;  // Esc was pressed
  bool moved = false;  // the cursor moved, or the text changed
};

EditorOutcome edit_text(TextBuffer& buffer, const TypedInput& typed);

}  // namespace lockstep::gui
