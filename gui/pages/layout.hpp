// Where the cards of the window are, for a size in pixels at scale 1. Pure, so that tests can prove that at
// no size of interest two cards overlap or one leaves the window.
#pragma once

#include "gui/canvas/canvas.hpp"

namespace lockstep::gui {

enum class LayoutMode : std::uint8_t { step, compare, gpu, theory, presentation };

struct Layout {
  Rect top_bar;
  Rect source;  // zero size in a mode that has none, as all below
  Rect figure;  // the three cards of the stage
  Rect lanes;
  Rect memory;
  Rect inspector;
  Rect transport;
  // Tabs that use the whole window below the top bar.
  Rect compare;
  Rect gpu;
  Rect theory;
};

// `lanes_wanted` and `memory_wanted`: heights that show those figures whole; they get at most a share of the
// stage.
Layout compute_layout(float width, float height, LayoutMode mode, float lanes_wanted, float memory_wanted);

// The part of a card inside its padding.
Rect inside(const Rect& card);

}  // namespace lockstep::gui
