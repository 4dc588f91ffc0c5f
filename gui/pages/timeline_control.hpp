// The whole run as a timeline that can be dragged: in Step, beside a lesson and in a presentation.
#pragma once

#include "gui/figures/timeline/timeline.hpp"
#include "gui/pages/panel.hpp"

namespace lockstep::gui {

class TimelineControl {
 public:
  TimelineView view;

  // Draws the timeline; a click or a drag goes to its moment and stops playing.
  FigureOutput draw(PanelContext& context, const Rect& area, const Run& run);
  bool is_dragged() const { return drags_; }

 private:
  // A drag follows only the horizontal movement of the pointer, also outside the area, in the row
  // where it began.
  Pointer drag_pointer(const Ui& ui, const Rect& area, const ItemState& held);

  bool drags_ = false;
  float drag_y_ = 0;
};

}  // namespace lockstep::gui
