// The Compare page: the table of all algorithms on the same input, and two algorithms that are
// stepped together.
#pragma once

#include <memory>
#include <vector>

#include "gui/background_jobs/count_runner.hpp"
#include "gui/background_jobs/pair/pair_runner.hpp"
#include "gui/pages/page.hpp"

namespace lockstep::gui {

struct CompareServices {
  CountRunner& counting;  // the table's counters
  PairRunner& pair;       // the two runs that are stepped together
};

// Draws the table or the two runs.
class ComparePanel : public Panel {
 public:
  virtual float presented_zoom(PanelContext& context, const Rect& area) const = 0;
  // Returns the zoom in this area, reduced by the fraction of the contents that is hidden. The value is used
  // to compare layouts.
  virtual float presented_worth(PanelContext& context, const Rect& area) const = 0;
  // Scrolls the table; see Page::turn_on().
  virtual bool turn_on(int by) = 0;
};
std::unique_ptr<ComparePanel> make_compare_panel(CompareServices services);

// Returns the keys of the page (keys.cpp).
std::vector<ActionGroup> compare_actions(CompareServices services);
// Makes one step of both runs while they play; returns false at the end.
bool play_pair_on(AppState& state, const PairRunner& pair);

}  // namespace lockstep::gui
