// The ladder in the Run on GPU tab: bars from the naive kernel down to the fastest, and why each is faster.
#pragma once

#include "gui/pages/panel.hpp"
#include "gui/widgets/scroll_area.hpp"

namespace lockstep::gui {

class LadderPanel {
 public:
  // Of the rows that are there, the measured times; everything else is counted.
  void draw(PanelContext& context, const Rect& area, const BenchmarkSnapshot& seen);

 private:
  ScrollArea scroll_;
};

}  // namespace lockstep::gui
