#include "gui/pages/step/layout.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "gui/canvas/recorder.hpp"

namespace lockstep::gui {
namespace {

std::vector<Rect> cards(const WindowArea& window, const StepLayout& layout) {
  std::vector<Rect> cards{window.top_bar()};
  cards.insert(cards.end(), {layout.source, layout.figure, layout.transport});
  if (!layout.shares_side()) cards.push_back(layout.inspector);
  if (!layout.shares_figure()) cards.push_back(layout.lanes);
  if (!layout.shares_stage()) cards.push_back(layout.memory);
  cards.insert(cards.end(), {layout.side_tabs, layout.stage_tabs});
  std::erase_if(cards, [](const Rect& card) { return card.width <= 0 && card.height <= 0; });
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
       {WindowArea{1280, 720}, WindowArea{1600, 900}, WindowArea{2560, 1440}, WindowArea{1024, 640},
        WindowArea{1067, 600}, WindowArea{1024, 576}, WindowArea{960, 540}, WindowArea{853, 480},
        WindowArea{800, 600}, WindowArea{kLeastWindowWidth, kLeastWindowHeight}}) {
    for (const float wanted : {60.0f, 150.0f, 400.0f, 5000.0f})
      expect_apart(window, cards(window, step_layout(window, {wanted, 400 - wanted / 20})), wanted);
    expect_apart(window, {window.top_bar(), window.below_top_bar()}, 0);
  }
}

TEST(Layout, CardsShareAPlaceWhereTheyHaveNoRoom) {
  const StepLayout large = step_layout({1280, 720}, {200, 200});
  EXPECT_FALSE(large.shares_side() || large.shares_stage());
  const StepLayout low = step_layout({1067, 600}, {200, 200});
  EXPECT_FALSE(low.shares_side());
  EXPECT_TRUE(low.shares_stage() && !low.shares_figure());
  EXPECT_GT(low.figure.height, 150);
  const StepLayout least = step_layout({kLeastWindowWidth, kLeastWindowHeight}, {200, 200});
  EXPECT_TRUE(least.shares_side() && least.shares_figure());
  EXPECT_GT(least.figure.height, 220);
}

TEST(Layout, ContentsAreNeverDrawnLargerThanTheyHaveRoomFor) {
  EXPECT_FLOAT_EQ(fitting_scale(1, 1600, 900), 1);
  EXPECT_FLOAT_EQ(fitting_scale(2, 1600, 900), 2);
  EXPECT_FLOAT_EQ(fitting_scale(1.5f, 1280, 720), 1.5f);
  EXPECT_FLOAT_EQ(fitting_scale(2.5f, 1280, 720), 1.6f);
  EXPECT_FLOAT_EQ(fitting_scale(1, 640, 480), 0.8f);
  EXPECT_FLOAT_EQ(fitting_scale(1, 200, 100), kLeastScale);
  for (float width = 640; width < 4000; width += 173)
    for (float height = 360; height < 2200; height += 97)
      EXPECT_GE(std::min(width / fitting_scale(4, width, height) / kLeastWindowWidth,
                         height / fitting_scale(4, width, height) / kLeastWindowHeight),
                0.999f)
          << width << " by " << height;
}

TEST(Layout, TheFigureKeepsAThirdOfTheStage) {
  const StepLayout layout = step_layout({1280, 720}, {5000, 5000});
  const float stage = layout.memory.bottom() - layout.figure.y;
  EXPECT_GE(layout.figure.height, stage / 3);
  EXPECT_GT(layout.lanes.height, 155) << "a folded warp with its values, the mask stack and the key";
  EXPECT_GT(layout.memory.height, 100);
}

// Next to the text of a scene, which refers to it.
TEST(Layout, TheFigureHasTheHeightThatItWantsBeforeTheLowerCards) {
  for (const WindowArea window : {WindowArea{1280, 720}, WindowArea{1920, 1080}}) {
    const StepLayout plain = step_layout(window, {300, 165, true});
    const float wanted = plain.figure.height + 30;
    const StepLayout layout = step_layout(window, {300, 165, true, wanted, 300});
    EXPECT_GE(layout.figure.height, wanted - 0.01f);
    EXPECT_TRUE(layout.shares_stage());
    const StepLayout all = step_layout(window, {300, 165, true, 5000, 300});
    EXPECT_GE(all.lanes.height, 129) << "the front one of the lower cards stays legible";
    EXPECT_GT(all.figure.height, layout.figure.height);
    const StepLayout ended = step_layout(window, {60, 165, true, 5000, 60});
    EXPECT_NEAR(ended.lanes.height, 60, 0.01f) << "it does not want more";
    for (const StepLayout& one : {layout, all, ended}) expect_apart(window, cards(window, one), wanted);
  }
}

TEST(Layout, UnusedSpaceOfTheLowerCardsGoesToTheFigure) {
  const StepLayout layout = step_layout({1600, 900}, {100, 120});
  EXPECT_FLOAT_EQ(layout.lanes.height, 100);
  EXPECT_FLOAT_EQ(layout.memory.height, 120);
}

}  // namespace
}  // namespace lockstep::gui
