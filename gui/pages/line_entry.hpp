// A text field of one line in a panel. The field has the keyboard from a click on it until Enter, Esc, or
// a click outside.
#pragma once

#include <string>
#include <string_view>

#include "gui/editor/line_field.hpp"
#include "gui/pages/panel.hpp"

namespace lockstep::gui {

class LineEntry {
 public:
  enum class Outcome : std::uint8_t { none, entered, cancelled };

  // Opens the field and selects `text`, so that typing replaces it.
  void open(std::string_view text);
  // Opens the field with the cursor after `text`.
  void open_behind(std::string_view text);
  bool is_open() const { return open_; }
  // Closes the field without an outcome. Call this if the caller has used the typed text.
  void drop() { open_ = had_keyboard_ = false; }
  // Whether a click outside closed the field.
  bool was_left() const { return left_; }
  const std::string& text() const { return field_.text(); }
  // Draws the field. Shows the typed text while the field is open, otherwise `shown`. After Enter or a click
  // outside, text() returns the entered text.
  Outcome draw(PanelContext& context, std::string_view id, const Rect& rect, std::string_view shown,
               std::string_view hint);

 private:
  Outcome take_keys(PanelContext& context);
  Outcome close(Outcome outcome);

  LineField field_;
  bool open_ = false, had_keyboard_ = false, left_ = false;
};

}  // namespace lockstep::gui
