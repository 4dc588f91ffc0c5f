// Where the cards of a presentation lie, and how large they are drawn. Pure: a function of what is shown, the
// area (in pixels at the window's scale, so the UI scale is in it) and what each card needs.
//
// Where a figure beside one other card would have small cells only, the card is below it.
//
//   source                                       a band of whole lines
//   figure            | lanes                    the rest: a column for the figure, a column for the others
//                     | memory
//                     | counters
//   sentence                                     a band
//   timeline                                     a band
#pragma once

#include <functional>
#include <vector>

#include "gui/canvas/canvas.hpp"
#include "gui/state/show.hpp"

namespace lockstep::gui {

// Of a code row of the source at zoom 1: its text has kPresentedCode px, 20 points of a page of 7.5 inches.
inline constexpr float kPresentedCode = 18, kPresentedRow = 24;
// At this zoom the smallest text of a figure has 20 px on a screen of 1920 by 1080.
inline constexpr float kLeastPresentedZoom = 0.82f;
inline constexpr float kPresentedPadding = 10;  // of each card, at zoom 1

struct PresentationNeeds {
  // The height of a card for a width, both with its padding and at zoom 1. Of the figure: the least height
  // that shows all its steps.
  std::function<float(ShowCard, float width)> height;
  // The least width that shows all cells of the figure, and all lanes; 0: any.
  float figure_width = 0, lanes_width = 0;
  float counters_width = 0;  // in which the names of the counters are whole; 0: any
};

struct PresentedCard {
  ShowCard card;
  Rect rect;
  float zoom = 1;  // what is drawn in it
};

struct PresentationLayout {
  Rect text;  // of the page, beside the cards; zero size without text
  std::vector<PresentedCard> cards;
  const PresentedCard* find(ShowCard card) const;  // null: it is not shown
};

// `text_width`: of a column for the page's text; 0: there is none.
PresentationLayout presentation_layout(const Show& show, const Rect& area, float text_width,
                                       const PresentationNeeds& needs);

}  // namespace lockstep::gui
