// The Compare page: the table of all algorithms on the same input, and two of them stepped together.
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

// The table, or the two runs.
class ComparePanel : public Panel {
 public:
  virtual float presented_zoom(PanelContext& context, const Rect& area) const = 0;
  // Less what is hidden at that zoom.
  virtual float presented_worth(PanelContext& context, const Rect& area) const = 0;
  // As Page::turn_on(), of the table.
  virtual bool turn_on(int by) = 0;
};
std::unique_ptr<ComparePanel> make_compare_panel(CompareServices services);

// Its keys (keys.cpp).
std::vector<ActionGroup> compare_actions(CompareServices services);
// One step of both runs while they play; false at the end.
bool play_pair_on(AppState& state, const PairRunner& pair);

}  // namespace lockstep::gui
