// The combo boxes of the top bar: what a run depends on, and how the window looks. Each page says which of
// them it has, from the right to the left; where there is little room labels go first, then the algorithm's
// box is narrower.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gui/pages/panel.hpp"
#include "sim/machine/schedule.hpp"

namespace lockstep::gui {

// The schedules that are offered, and the chosen one.
std::vector<sim::Schedule> offered_schedules(const sim::Schedule& chosen);
// "independent lanes, in an adversarial order"
std::string schedule_label(const sim::Schedule& schedule);
// "lockstep", "independent", "adversarial": short enough for the bar.
std::string_view short_label(const sim::Schedule& schedule);

class Toolbar {
 public:
  // Between `left` and `right` of the bar.
  Toolbar(const Rect& bar, float left, float right) : bar_(bar), left_(left), right_(right) {}

  void appearance(PanelContext& context);
  void model(PanelContext& context);
  void input(PanelContext& context);
  void schedule(PanelContext& context);
  void type_and_operator(PanelContext& context);
  void group_size(PanelContext& context);
  void elements(PanelContext& context);
  void algorithm(PanelContext& context);

  // The next place from the right, for a page's own items.
  Rect take(float width);
  // A label, where there is room for it; tooltips have it too.
  std::string_view label(std::string_view text) const;

 private:
  void scan_operator(PanelContext& context, const Algorithm& algorithm);

  Rect bar_;
  float left_, right_;  // of the room that is left
};

}  // namespace lockstep::gui
