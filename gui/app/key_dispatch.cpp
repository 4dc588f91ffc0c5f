#include "gui/app/key_dispatch.hpp"

namespace lockstep::gui {

void KeyDispatch::press(const KeyPress& press, ActionContext& context, Overlays& overlays,
                        const std::vector<NamedPlace>& places) {
  Overlay* over = overlays.current();
  const bool blocks = overlays.blocks();
  if (blocks && press.key == Key::escape) return over->leave(context);
  if (focus_.take(press, places) || (blocks && over->press(press, context))) return;
  run(press, {over != nullptr ? over->name() : std::string_view{}, blocks}, context);
}

void KeyDispatch::run(Action action, ActionContext& context) { run(actions_.find(action, context), context); }

void KeyDispatch::run(const KeyPress& press, const Actions::Over& over, ActionContext& context) {
  run(actions_.find(press, over, context), context);
}

void KeyDispatch::run(const ActionRow* row, ActionContext& context) {
  if (row == nullptr) return;
  ++taken_;
  last_ = row->action.name;
  row->run(context);
}

}  // namespace lockstep::gui
