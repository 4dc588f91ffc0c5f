// The layout of the cards of the Step page. A pure function, so that tests can verify that no two cards
// overlap and that no card leaves the window at any relevant size. In small windows cards share a place: they
// have the same rectangle, and tabs above it select one.
#pragma once

#include "gui/pages/shared_place.hpp"

namespace lockstep::gui {

struct StepLayout {
  Rect source;
  Rect figure;  // the three cards of the stage
  Rect lanes;
  Rect memory;
  Rect inspector;
  Rect transport;
  // Tabs above source and inspector, and above cards of the stage; zero size if each has its own place.
  Rect side_tabs, stage_tabs;
  // Tabs above the memory, which shares its place with the watch table and the history of a cell; zero size
  // if they are in stage_tabs.
  Rect memory_tabs;

  bool shares_side() const { return side_tabs.width > 0; }
  // Whether the lanes share a place with the memory, and in a shorter window also with the figure.
  bool shares_stage() const { return stage_tabs.width > 0; }
  bool shares_figure() const { return shares_stage() && figure.y == lanes.y; }
};

// Preferred heights, at which the figures are shown completely. Lanes and memory get at most a
// share of the stage.
struct StepWants {
  float lanes = 0, memory = 0;
  // A scene's text describes the figure, which then gets more rows in a short window, and
  // `figure` before the others.
  bool figure_first = false;
  float figure = 0;
  float front = 0;  // of the front card if the lower cards share a place; 0: of the taller card
};
StepLayout step_layout(const WindowArea& window, const StepWants& wants);

}  // namespace lockstep::gui
