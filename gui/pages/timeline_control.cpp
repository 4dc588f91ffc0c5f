#include "gui/pages/timeline_control.hpp"

namespace lockstep::gui {

Pointer TimelineControl::drag_pointer(const Ui& ui, const Rect& area, const ItemState& held) {
  Pointer pointer = ui.pointer(area, held);
  if (!held.held || pointer.clicked) drag_y_ = pointer.at.y;
  pointer.at.y = drag_y_;
  return pointer;
}

FigureOutput TimelineControl::draw(PanelContext& context, const Rect& area, const Run& run) {
  context.ui.stops = false;
  const ItemState held = context.ui.item("timeline", area);
  context.ui.stops = true;
  const FigureInput input{context.link, drag_pointer(context.ui, area, held)};
  const FigureOutput output =
      draw_timeline(context.ui.canvas, area, run.figures->timeline(), context.moment.position, view, input);
  drags_ = held.held && (drags_ || output.go_to);
  // If the pointer is dragged over the labels on the left, which have no position, the first
  // position is used.
  const auto wanted = drags_ ? std::optional(output.hovered.position.value_or(view.begin)) : output.go_to;
  if (wanted && *wanted != context.moment.position) {
    context.activity.playing = false;
    context.commands.go_to(*wanted);
  }
  return output;
}

}  // namespace lockstep::gui
