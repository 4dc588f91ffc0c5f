// Arranges the two figures of a presented pair: side by side, or one above the other if more of their
// cells are then visible. The arrangement is a pure function of the page's size and of the size that
// both figures need.
#pragma once

#include "gui/figures/combination/figure.hpp"

namespace lockstep::gui {

struct PairArrangement {
  bool stacked = false;
  bool has_counters =
      true;  // whether the counters are below the figures; otherwise they are in a separate tab
  bool operator==(const PairArrangement&) const = default;
};

// Heights in a presented pair, at zoom 1.
inline constexpr float kPresentedCounters = 98, kPresentedProgress = 38, kPresentedTabs = 31;
inline constexpr float kPairTitle = 24, kWordsBelow = 68, kWordsInRow = 40;
inline constexpr float kPairGap = 6, kPairPadding = 10;  // between cards; inside a card

// Returns the space for each figure.
FigureSize figure_room(const FigureSize& page, const PairArrangement& arrangement);

// Returns the best arrangement. `figure`: the size that both figures need to show all their cells and steps.
// The counters are shown below the figures if this hides no cells and steps.
PairArrangement arrange_pair(const FigureSize& page, const FigureSize& figure);

// Returns the largest zoom at which nothing is hidden. The minimum is the zoom at which text is legible from
// the last row of a lecture room.
float presented_pair_zoom(const FigureSize& page, const FigureSize& figure);

// Returns presented_pair_zoom(), reduced by the fraction of cells and steps that is hidden. The value is used
// to compare layouts.
float presented_pair_worth(const FigureSize& page, const FigureSize& figure);

}  // namespace lockstep::gui
