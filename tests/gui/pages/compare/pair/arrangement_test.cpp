// Two figures of a presentation, side by side or stacked. Pure functions.
#include "gui/pages/compare/pair/arrangement.hpp"

#include <gtest/gtest.h>

#include "gui/pages/step/present/layout.hpp"

namespace lockstep::gui {
namespace {

// A presented page, and the same page at the minimum zoom.
constexpr FigureSize kPresentedPage{841, 452};
constexpr FigureSize kLargestPage{841 / kLeastPresentedZoom, 452 / kLeastPresentedZoom};

TEST(PairArrangement, SmallFiguresAreLargeBesideEachOther) {
  const FigureSize figure{250, 100};
  const float zoom = presented_pair_zoom(kPresentedPage, figure);
  EXPECT_GT(zoom, 1);
  const PairArrangement arrangement = arrange_pair({841 / zoom, 452 / zoom}, figure);
  EXPECT_EQ(arrangement, (PairArrangement{false, true}));
}

TEST(PairArrangement, WideFiguresAreStacked) {
  const FigureSize figure{700, 110};
  EXPECT_TRUE(arrange_pair(kLargestPage, figure).stacked);
}

TEST(PairArrangement, CountersGiveWayToCellsAndSteps) {
  const FigureSize figure{480, 330};
  EXPECT_EQ(arrange_pair(kLargestPage, figure), (PairArrangement{false, false}));
}

TEST(PairArrangement, WhatFitsNowhereIsNotSmallerThanLegible) {
  EXPECT_FLOAT_EQ(presented_pair_zoom(kPresentedPage, {3000, 900}), kLeastPresentedZoom);
  EXPECT_FALSE(arrange_pair(kLargestPage, {3000, 900}).has_counters);
}

// Next to a text, a page is narrow; below it, low.
TEST(PairArrangement, APageIsWorthWhatItShows) {
  const FigureSize figure{480, 190};
  EXPECT_GT(presented_pair_worth({841, 360}, figure), presented_pair_worth({580, 452}, figure));
  EXPECT_GE(presented_pair_worth({841, 452}, figure), presented_pair_worth({841, 360}, figure));
}

}  // namespace
}  // namespace lockstep::gui
