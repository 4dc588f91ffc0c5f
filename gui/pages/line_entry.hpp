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

  void open(std::string_view text);
  bool is_open() const { return open_; }
  const std::string& text() const { return field_.text(); }
  // The text while it is open, else `shown`. After Enter and a click elsewhere text() is what was entered.
  Outcome draw(PanelContext& context, std::string_view id, const Rect& rect, std::string_view shown,
               std::string_view hint);

 private:
  Outcome take_keys(PanelContext& context);
  Outcome close(Outcome outcome);

  LineField field_;
  bool open_ = false, had_keyboard_ = false;
};

}  // namespace lockstep::gui
