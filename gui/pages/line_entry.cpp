#include "gui/pages/line_entry.hpp"

#include <utility>

namespace lockstep::gui {

void LineEntry::open(std::string_view text) {
  field_.set(text, true);
  open_ = true;
  had_keyboard_ = left_ = false;
}

void LineEntry::open_behind(std::string_view text) {
  open(text);
  field_.set(text, false);
}

LineEntry::Outcome LineEntry::close(Outcome outcome) {
  drop();
  return outcome;
}

LineEntry::Outcome LineEntry::draw(PanelContext& context, std::string_view id, const Rect& rect,
                                   std::string_view shown, std::string_view hint) {
  Ui& ui = context.ui;
  if (!open_) field_.set(shown, false);
  const bool clicked = field_.draw(ui, id, rect, open_ && !ui.blocked, hint);
  if (clicked && !open_) open(shown);
  if (!open_ || ui.blocked) return Outcome::none;
  left_ = ui.pressed_outside(rect);
  if (left_) return close(Outcome::entered);
  context.activity.keyboard = KeyboardOwner::field;
  // The key that opened the field is not typed into the field.
  if (!std::exchange(had_keyboard_, true)) return Outcome::none;
  const Outcome outcome = take_keys(context);
  // The field is closed, so keys in the next frame are commands again.
  if (outcome != Outcome::none) context.activity.keyboard = KeyboardOwner::nobody;
  return outcome;
}

LineEntry::Outcome LineEntry::take_keys(PanelContext& context) {
  field_.type(context.ui.typed);
  for (const KeyPress& press : context.ui.typed.keys) {
    if (press.key == Key::enter && !press.ctrl) return close(Outcome::entered);
    if (press.key == Key::escape) return close(Outcome::cancelled);
  }
  return Outcome::none;
}

}  // namespace lockstep::gui
