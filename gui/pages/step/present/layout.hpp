// The layout and the zoom of the cards in a presentation. A pure function of the shown cards, the area (in
// pixels at the window's scale, which includes the UI scale) and the space that each card needs.
//
// If a figure beside a single other card would have only small cells, that card is placed below it.
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

// Size of a code row of the source at zoom 1: the text has kPresentedCode px, 20 points on a page
// of 7.5 inches.
inline constexpr float kPresentedCode = 18, kPresentedRow = 24;
// At this zoom the smallest text of a figure has a height of 20 px on a screen of 1920 by 1080 pixels.
inline constexpr float kLeastPresentedZoom = 0.82f;
inline constexpr float kPresentedPadding = 10;  // in each card, at zoom 1

struct PresentationNeeds {
  // The height of a card for a width, both with padding and at zoom 1. For the figure, the minimum height
  // that shows all its steps.
  std::function<float(ShowCard, float width)> height;
  // The minimum width that shows all cells of the figure, and all lanes; 0: any.
  float figure_width = 0, lanes_width = 0;
  float counters_width = 0;  // width in which the names of the counters are complete; 0: any
};

struct PresentedCard {
  ShowCard card;
  Rect rect;
  float zoom = 1;  // zoom of the contents
};

struct PresentationLayout {
  Rect text;  // text of the page, beside the cards; zero size without text
  std::vector<PresentedCard> cards;
  const PresentedCard* find(ShowCard card) const;  // null: it is not shown
};

// `text_width`: width of a column for the page's text; 0: none.
PresentationLayout presentation_layout(const Show& show, const Rect& area, float text_width,
                                       const PresentationNeeds& needs);

}  // namespace lockstep::gui
