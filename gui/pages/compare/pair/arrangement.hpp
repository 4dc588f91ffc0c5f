// How the two figures of a presented pair lie: beside each other, or one above the other where that shows
// more of their cells. Pure: a function of the page's size and of what both figures need.
#pragma once

#include "gui/figures/combination/figure.hpp"

namespace lockstep::gui {

struct PairArrangement {
  bool stacked = false;
  bool has_counters = true;  // below the figures; otherwise a tab shows them
  bool operator==(const PairArrangement&) const = default;
};

// Heights of a presented pair, at zoom 1.
inline constexpr float kPresentedCounters = 98, kPresentedProgress = 38, kPresentedTabs = 31;
inline constexpr float kPairTitle = 24, kWordsBelow = 68, kWordsInRow = 40;
inline constexpr float kPairGap = 6, kPairPadding = 10;  // between cards; inside a card

// Of each figure.
FigureSize figure_room(const FigureSize& page, const PairArrangement& arrangement);

// `figure`: what both figures need to show all their cells and steps. With counters wherever that hides
// nothing.
PairArrangement arrange_pair(const FigureSize& page, const FigureSize& figure);

// The largest zoom at which nothing is hidden, and at least the one at which text is legible from the last
// row.
float presented_pair_zoom(const FigureSize& page, const FigureSize& figure);

// How large the figures are at that zoom, less what of their cells and steps is hidden: to compare pages.
float presented_pair_worth(const FigureSize& page, const FigureSize& figure);

}  // namespace lockstep::gui
