#include "gui/pages/step/layout.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "gui/canvas/recorder.hpp"

namespace lockstep::gui {
namespace {

std::vector<Rect> cards(const WindowArea& window, bool presenting, const StepLayout& layout) {
  std::vector<Rect> cards;
  if (!presenting) cards.push_back(window.top_bar());
  for (const Rect& card :
       {layout.source, layout.figure, layout.lanes, layout.memory, layout.inspector, layout.transport})
    if (card.width > 0 || card.height > 0) cards.push_back(card);
  return cards;
}

void expect_apart(const WindowArea& window, const std::vector<Rect>& all, float wanted) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_GE(all[i].width, 200) << window.width;
    EXPECT_GT(all[i].height, 0) << window.width << " wanted " << wanted;
    EXPECT_GE(all[i].x, 0);
    EXPECT_LE(all[i].right(), window.width + 0.01f);
    EXPECT_LE(all[i].bottom(), window.height + 0.01f);
    for (std::size_t j = 0; j < i; ++j) {
      const Rect shared = intersection(all[i], all[j]);
      EXPECT_FALSE(shared.width > 0.01f && shared.height > 0.01f) << i << " and " << j;
    }
  }
}

TEST(Layout, CardsStayInTheWindowAndNeverOverlap) {
  for (const WindowArea window :
       {WindowArea{1280, 720}, WindowArea{1600, 900}, WindowArea{2560, 1440}, WindowArea{1024, 640}}) {
    for (const float wanted : {60.0f, 150.0f, 400.0f, 5000.0f})
      for (const bool presenting : {false, true})
        expect_apart(window,
                     cards(window, presenting, step_layout(window, presenting, wanted, 400 - wanted / 20)),
                     wanted);
    expect_apart(window, {window.top_bar(), window.below_top_bar()}, 0);
  }
}

TEST(Layout, TheFigureKeepsAThirdOfTheStage) {
  const StepLayout layout = step_layout({1280, 720}, false, 5000, 5000);
  const float stage = layout.memory.bottom() - layout.figure.y;
  EXPECT_GE(layout.figure.height, stage / 3);
  EXPECT_GT(layout.lanes.height, 155) << "a folded warp with its values, the mask stack and the key";
  EXPECT_GT(layout.memory.height, 100);
}

TEST(Layout, UnusedSpaceOfTheLowerCardsGoesToTheFigure) {
  const StepLayout layout = step_layout({1600, 900}, false, 100, 120);
  EXPECT_FLOAT_EQ(layout.lanes.height, 100);
  EXPECT_FLOAT_EQ(layout.memory.height, 120);
}

}  // namespace
}  // namespace lockstep::gui
