// One line to type into: a TextBuffer that stays one line, and how it is drawn.
#pragma once

#include <string>
#include <string_view>

#include "gui/editor/text_buffer.hpp"
#include "gui/widgets/ui.hpp"

namespace lockstep::gui {

class LineField {
 public:
  // `selected`: typing replaces it; otherwise the cursor stands behind it.
  void set(std::string_view text, bool selected);
  const std::string& text() const { return buffer_.lines().front(); }

  // Letters, and keys that move or remove; Enter, Esc, Tab, ↑ and ↓ are for whoever has the field. True when
  // the text changed.
  bool type(const TypedInput& typed);
  // `hint` is shown while it is empty. True when it was clicked.
  bool draw(Ui& ui, std::string_view id, const Rect& rect, bool has_keyboard, std::string_view hint);

 private:
  TextBuffer buffer_;
};

}  // namespace lockstep::gui
