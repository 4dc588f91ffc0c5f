#include "gui/widgets/text_click.hpp"

#include "gui/widgets/text_selection.hpp"

namespace lockstep::gui {

bool TextClick::follow(const Ui& ui, const Rect& area) {
  if (ui.mouse_pressed(area)) {
    from_ = ui.mouse();
    drags_ = false;
    return false;
  }
  if (!from_) {
    drags_ = false;
    return false;
  }
  drags_ |= TextSelection::is_drag(*from_, ui.mouse());
  if (ui.mouse_down()) return false;
  from_.reset();
  return !drags_;
}

}  // namespace lockstep::gui
