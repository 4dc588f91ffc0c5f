// Computes the layout of the cards of the Step page. The layout is a pure function, so that tests can verify
// for all relevant sizes that no two cards overlap and that all cards are inside the window. In small
// windows, several cards share a place: they have the same rectangle, and tabs above the rectangle select the
// card that is shown.
#pragma once

#include "gui/pages/shared_place.hpp"

namespace lockstep::gui {

struct StepLayout {
  Rect source;
  Rect figure;  // first of the three cards of the stage
  Rect lanes;
  Rect memory;
  Rect inspector;
  Rect transport;
  // The tabs above source and inspector, and the tabs above cards of the stage. Their size is zero if each
  // card has its own place.
  Rect side_tabs, stage_tabs;
  // The tabs above the memory, which shares its place with the watch table and the history of a cell. Their
  // size is zero if these tabs are in stage_tabs.
  Rect memory_tabs;

  bool shares_side() const { return side_tabs.width > 0; }
  // Whether the lanes share a place with the memory, and in a shorter window also with the figure.
  bool shares_stage() const { return stage_tabs.width > 0; }
  bool shares_figure() const { return shares_stage() && figure.y == lanes.y; }
};

// Preferred heights of the cards, at which their figures are shown completely. Lanes and memory get at most a
// certain fraction of the stage.
struct StepWants {
  float lanes = 0, memory = 0;
  // Whether the figure has priority, because the text of a scene describes it. The figure then gets its
  // preferred height `figure` before the other cards, and more rows in a short window.
  bool figure_first = false;
  float figure = 0;
  float front =
      0;  // preferred height of the front card if the lower cards share a place; 0: that of the taller card
};
StepLayout step_layout(const WindowArea& window, const StepWants& wants);

}  // namespace lockstep::gui
