// A single-line text field, which edits and draws a TextBuffer.
#pragma once

#include <string>
#include <string_view>

#include "gui/editor/text_buffer.hpp"
#include "gui/widgets/ui.hpp"

namespace lockstep::gui {

class LineField {
 public:
  // Sets the text. If `selected` is true, the text is selected, so that typing replaces it; otherwise the
  // cursor is placed at the end.
  void set(std::string_view text, bool selected);
  const std::string& text() const { return buffer_.lines().front(); }

  // Handles letters, and keys that move the cursor or delete text. The owner must handle Enter, Esc, Tab, ↑
  // and ↓. Returns true if the text changed.
  bool type(const TypedInput& typed);
  // Draws the field. `hint` is shown while the text is empty. Returns true if the field was clicked.
  bool draw(Ui& ui, std::string_view id, const Rect& rect, bool has_keyboard, std::string_view hint);

 private:
  TextBuffer buffer_;
};

}  // namespace lockstep::gui
