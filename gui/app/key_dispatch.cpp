#include "gui/app/key_dispatch.hpp"

namespace lockstep::gui {

void KeyDispatch::press(const KeyPress& press, KeyboardOwner owner, ActionContext& context,
                        const std::vector<NamedPlace>& places) {
  if (takes(owner, press)) return;  // the text field reads the key while it is drawn
  overlays_.touch(context.state);
  follow_overlay(context);
  Overlay* over = overlays_.current();
  const bool covers = overlays_.blocks();
  if (covers && press.key == Key::escape) return over->leave(context);
  if (focus_.take(press, places)) return;
  if (covers && over->press(press, context)) return;
  Actions::Over open;
  if (over != nullptr) open = {over->name(), over->action(), covers};
  run(actions_.find(press, open, context), context);
}

void KeyDispatch::follow_overlay(ActionContext& context) {
  const bool before = overlays_.blocks();
  overlays_.follow(context);
  if (before == overlays_.blocks()) return;
  before ? focus_.end_overlay() : focus_.begin_overlay();
}

void KeyDispatch::run(const ActionRow* row, ActionContext& context) {
  if (row == nullptr) return;
  ++taken_;
  last_ = row->action.name;
  row->run(context);
}

}  // namespace lockstep::gui
