// Draws the ladders of the Run on GPU page: bars from the naive kernel to the fastest kernel, and the reason
// for each speed-up.
#pragma once

#include "gui/background_jobs/benchmark/benchmark_runner.hpp"
#include "gui/background_jobs/ladder_runner.hpp"
#include "gui/pages/panel.hpp"
#include "gui/widgets/scroll_area.hpp"

namespace lockstep::gui {

class LadderPanel {
 public:
  explicit LadderPanel(LadderRunner& ladder) : ladder_(ladder) {}

  // Scrolls the ladders; see Page::turn_on().
  bool turn_on(int by) { return scroll_.turn(by); }
  void draw(PanelContext& context, const Rect& area, const BenchmarkSnapshot& seen);

 private:
  LadderRunner& ladder_;
  ScrollArea scroll_;
};

}  // namespace lockstep::gui
