// The schedules that the window offers, in words. Prepared without drawing.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gui/pages/panel.hpp"
#include "sim/machine/schedule.hpp"

namespace lockstep::gui {

// Those worth trying, and the one that is chosen.
std::vector<sim::Schedule> offered_schedules(const sim::Schedule& chosen);
// "each lane by itself, in an adversarial order"
std::string schedule_label(const sim::Schedule& schedule);
// "lockstep", "independent", "adversarial": what fits a chip.
std::string_view short_label(const sim::Schedule& schedule);

// The chips of the top bar: what a run depends on, and how the window looks. Laid out from the right; where
// there is little room labels go first, then the algorithm's chip gives way.

class RunChoices {
 public:
  // Between `left` and `right` of the bar.
  void draw(PanelContext& context, const Rect& bar, float left, float right);

 private:
  void draw_appearance(PanelContext& context, const Rect& bar);
  void draw_run(PanelContext& context, const Rect& bar);
  void draw_input(PanelContext& context, const Rect& bar);
  void draw_model(PanelContext& context, const Rect& bar);
  void draw_schedule(PanelContext& context, const Rect& bar);
  void draw_operator(PanelContext& context, const Rect& bar, const Algorithm& algorithm);
  void draw_numbers(PanelContext& context, const Rect& bar);
  void draw_algorithm(PanelContext& context, const Rect& bar);
  Rect take(float width, const Rect& bar);  // the next place from the right

  float left_ = 0, right_ = 0;  // of the room that is left
};

}  // namespace lockstep::gui
