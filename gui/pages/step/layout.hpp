// Where the cards of the Step page lie. Pure, so that tests can prove that at no size of interest two cards
// overlap or one leaves the window. In small windows cards share a place: they have the same rectangle, and
// tabs above it choose one.
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
  // Tabs above source and inspector, and above cards of the stage; zero size where each has its own place.
  Rect side_tabs, stage_tabs;
  Rect memory_tabs;  // above the memory, which shares its place with the watch table and the history of a
                     // cell; zero size where stage_tabs has them

  bool shares_side() const { return side_tabs.width > 0; }
  // The lanes share a place with the memory, and in a lower window with the figure, too.
  bool shares_stage() const { return stage_tabs.width > 0; }
  bool shares_figure() const { return shares_stage() && figure.y == lanes.y; }
};

// Heights that show the figures whole. Lanes and memory get at most a share of the stage.
struct StepWants {
  float lanes = 0, memory = 0;
  // A scene's words speak of the figure, which gets more rows in a low window, and first of all `figure`.
  bool figure_first = false;
  float figure = 0;
  float front = 0;  // of the front one of the lower cards, where they share a place; 0: of the higher one
};
StepLayout step_layout(const WindowArea& window, const StepWants& wants);

}  // namespace lockstep::gui
