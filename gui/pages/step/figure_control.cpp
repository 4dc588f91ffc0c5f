#include "gui/pages/step/figure_control.hpp"

#include <cmath>
#include <utility>

namespace lockstep::gui {

void FigureControl::follow(std::uint64_t position) {
  if (std::exchange(position_, position) != position) view.first_row = -1;
}

void FigureControl::answer(Ui& ui, std::string_view id, const Rect& content) {
  zoom(ui, content);
  drag(ui, id, content);
}

void FigureControl::act(Action action) {
  if (action == actions::zoom_in) zoom_acting(view, 1.4f);
  if (action == actions::zoom_out) zoom_acting(view, 1 / 1.4f);
  if (action == actions::zoom_fit) view = {};
  if (action == actions::rows_up) pan_cells(view, 0, view.drawn_row_pitch);
  if (action == actions::rows_down) pan_cells(view, 0, -view.drawn_row_pitch);
}

// Handles the wheel. The wheel zooms; with Shift it scrolls along the cells, and with Ctrl along the steps.
void FigureControl::zoom(const Ui& ui, const Rect& content) {
  const float wheel = ui.wheel(content);
  if (wheel == 0) return;
  if (ui.shift_held()) {
    pan_cells(view, 2 * view.drawn_pitch * wheel, 0);
  } else if (ui.ctrl_held()) {
    pan_cells(view, 0, view.drawn_row_pitch * wheel);
  } else {
    zoom_cells(view, wheel > 0 ? 1.15f : 1 / 1.15f, ui.mouse().x);
  }
}

void FigureControl::drag(Ui& ui, std::string_view id, const Rect& content) {
  const Rect cells{content.x, content.y + 30, content.width, content.height - 54};
  const ItemState held = ui.item(id, cells);
  const Point at = ui.mouse();
  if (held.held && !dragged_from_) moves_overview_ = view.drawn_overview.contains(at);
  if (held.held && moves_overview_) {
    show_overview_place(view, at.x);
  } else if (held.held && dragged_from_) {
    const float dx = at.x - dragged_from_->x, dy = at.y - dragged_from_->y;
    if (!dragging_ && std::abs(dx) + std::abs(dy) < 6) return;  // the press may still become a click
    dragging_ = true;
    pan_cells(view, dx, dy);
  }
  if (!held.held) dragging_ = false;
  dragged_from_ = held.held ? std::optional(at) : std::nullopt;
}

}  // namespace lockstep::gui
