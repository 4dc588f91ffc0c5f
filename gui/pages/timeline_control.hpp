// Shows the whole run as a timeline that can be dragged. The timeline is used in Step, beside a lesson and in
// a presentation.
#pragma once

#include "gui/figures/timeline/timeline.hpp"
#include "gui/pages/panel.hpp"

namespace lockstep::gui {

class TimelineControl {
 public:
  TimelineView view;

  // Draws the timeline. A click or a drag moves the playhead to the moment under the pointer,
  // and stops playing.
  FigureOutput draw(PanelContext& context, const Rect& area, const Run& run);
  bool is_dragged() const { return drags_; }

 private:
  // Returns the pointer for a drag. A drag follows only the horizontal movement of the pointer, even outside
  // the area, and stays in the row where it began.
  Pointer drag_pointer(const Ui& ui, const Rect& area, const ItemState& held);

  bool drags_ = false;
  float drag_y_ = 0;
};

}  // namespace lockstep::gui
