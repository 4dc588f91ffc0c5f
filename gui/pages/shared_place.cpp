#include "gui/pages/shared_place.hpp"

#include <utility>

#include "gui/canvas/text.hpp"

namespace lockstep::gui {

void CardTabs::draw(const Rect& strip, PanelContext& context) {
  constexpr float gap = 4;
  Canvas& canvas = context.ui.canvas;
  const auto count = static_cast<float>(tabs_.size());
  const float width = (strip.width + gap) / count - gap;
  float x = strip.x;
  for (const CardTab& tab : tabs_) {
    const Rect rect{std::exchange(x, x + width + gap), strip.y, width, strip.height};
    const bool on = tab.card == front_;
    const ItemState state = context.ui.item("card-" + std::string(tab.card), rect, tab.tooltip);
    canvas.fill_rect(rect, on || state.hovered ? Role::acts_pale : Role::card, 5);
    canvas.stroke_rect(rect, on ? Role::acts : Role::line, 1, 5);
    const Role role = tab.alarms ? Role::costs : on ? Role::acts : Role::ink;
    const TextStyle style{on || tab.alarms ? Font::text_bold : Font::text, role, Align::centre, 12};
    canvas.text({rect.centre().x, top_for_centre(rect.centre().y, style)},
                fit_text(canvas, tab.title, style, rect.width - 8), style);
    if (state.clicked)
      context.commands.edit([card = std::string(tab.card)](AppState& app) { bring_to_front(app, card); });
  }
}

}  // namespace lockstep::gui
