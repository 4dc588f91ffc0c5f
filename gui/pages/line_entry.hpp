// A text field of one line in a panel: it has the keyboard from a click until Enter, Esc, or a click
// elsewhere.
#pragma once

#include <string>
#include <string_view>

#include "gui/editor/line_field.hpp"
#include "gui/pages/panel.hpp"

namespace lockstep::gui {

class LineEntry {
 public:
  enum class Outcome : std::uint8_t { none, entered, cancelled };

  // `text` is selected, so that typing replaces it.
  void open(std::string_view text);
  // Typing goes on behind `text`.
  void open_behind(std::string_view text);
  bool is_open() const { return open_; }
  // Without an outcome: something else has taken what was typed.
  void drop() { open_ = had_keyboard_ = false; }
  // It was closed by a click elsewhere.
  bool was_left() const { return left_; }
  const std::string& text() const { return field_.text(); }
  // The text while it is open, else `shown`. After Enter and a click elsewhere text() is what was entered.
  Outcome draw(PanelContext& context, std::string_view id, const Rect& rect, std::string_view shown,
               std::string_view hint);

 private:
  Outcome take_keys(PanelContext& context);
  Outcome close(Outcome outcome);

  LineField field_;
  bool open_ = false, had_keyboard_ = false, left_ = false;
};

}  // namespace lockstep::gui
