// Where the cards of the Step page lie. Pure, so that tests can prove that at no size of interest two cards
// overlap or one leaves the window.
#pragma once

#include "gui/pages/layout.hpp"

namespace lockstep::gui {

struct StepLayout {
  Rect source;  // zero size while presenting, as is the memory
  Rect figure;  // the three cards of the stage
  Rect lanes;
  Rect memory;
  Rect inspector;
  Rect transport;
};

// `lanes_wanted` and `memory_wanted`: heights that show those figures whole; they get at most a share of the
// stage.
StepLayout step_layout(const WindowArea& window, bool presentation, float lanes_wanted, float memory_wanted);

}  // namespace lockstep::gui
