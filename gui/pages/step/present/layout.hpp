// Computes the layout and the zoom of the cards in a presentation. The layout is a pure function of the
// shown cards, the area (in pixels at the window's scale, which includes the UI scale) and the space that
// each card needs.
//
// If a figure beside a single other card would have only small cells, the other card is placed
// below the figure.
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

// Size of the text and height of a row of the source, in px at zoom 1. This text size corresponds to 20
// points on a page with a height of 7.5 inches.
inline constexpr float kPresentedCode = 18, kPresentedRow = 24;
// The minimum zoom. At this zoom, the smallest text of a figure has a height of 20 px on a screen of 1920
// by 1080 pixels.
inline constexpr float kLeastPresentedZoom = 0.82f;
inline constexpr float kPresentedPadding = 10;  // px, inside each card at zoom 1

struct PresentationNeeds {
  // Returns the height that a card of this width needs, both including padding and at zoom 1. For the figure,
  // this is the minimum height that shows all its steps.
  std::function<float(ShowCard, float width)> height;
  // The minimum widths that show all cells of the figure, and all lanes; 0: any width is sufficient.
  float figure_width = 0, lanes_width = 0;
  float counters_width =
      0;  // width in which the names of the counters are complete; 0: any width is sufficient
};

struct PresentedCard {
  ShowCard card;
  Rect rect;
  float zoom = 1;  // zoom of the contents
};

struct PresentationLayout {
  Rect text;  // place of the page's text, beside the cards; zero size without text
  std::vector<PresentedCard> cards;
  const PresentedCard* find(ShowCard card) const;  // null: the card is not shown
};

// Returns the width, together with the gap beside the text, in which all cells of the figure are visible at
// the minimum zoom; 0: any width is sufficient.
float least_width_beside_text(const Show& show, const PresentationNeeds& needs);

// Returns the layout. `text_width`: the width of a column for the page's text; 0: no column.
PresentationLayout presentation_layout(const Show& show, const Rect& area, float text_width,
                                       const PresentationNeeds& needs);

}  // namespace lockstep::gui
