#include "gui/pages/layout.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "gui/canvas/recorder.hpp"

namespace lockstep::gui {
namespace {

struct Size {
  float width, height;
};

std::vector<Rect> cards(const Layout& layout) {
  std::vector<Rect> cards;
  for (const Rect& card : {layout.top_bar, layout.source, layout.figure, layout.lanes, layout.memory,
                           layout.inspector, layout.transport, layout.compare, layout.gpu, layout.theory}) {
    if (card.width > 0 || card.height > 0) cards.push_back(card);
  }
  return cards;
}

TEST(Layout, CardsStayInTheWindowAndNeverOverlap) {
  for (const Size& size : {Size{1280, 720}, Size{1600, 900}, Size{2560, 1440}, Size{1024, 640}}) {
    for (const LayoutMode mode : {LayoutMode::step, LayoutMode::compare, LayoutMode::gpu, LayoutMode::theory,
                                  LayoutMode::presentation}) {
      for (const float wanted : {60.0f, 150.0f, 400.0f, 5000.0f}) {
        const std::vector<Rect> all =
            cards(compute_layout(size.width, size.height, mode, wanted, 400 - wanted / 20));
        for (std::size_t i = 0; i < all.size(); ++i) {
          EXPECT_GE(all[i].width, 200) << size.width;
          EXPECT_GT(all[i].height, 0) << size.width << " wanted " << wanted;
          EXPECT_GE(all[i].x, 0);
          EXPECT_LE(all[i].right(), size.width + 0.01f);
          EXPECT_LE(all[i].bottom(), size.height + 0.01f);
          for (std::size_t j = 0; j < i; ++j) {
            const Rect shared = intersection(all[i], all[j]);
            EXPECT_FALSE(shared.width > 0.01f && shared.height > 0.01f) << i << " and " << j;
          }
        }
      }
    }
  }
}

TEST(Layout, TheFigureKeepsAThirdOfTheStage) {
  const Layout layout = compute_layout(1280, 720, LayoutMode::step, 5000, 5000);
  const float stage = layout.memory.bottom() - layout.figure.y;
  EXPECT_GE(layout.figure.height, stage / 3);
  EXPECT_GT(layout.lanes.height, 155) << "a folded warp with its values, the mask stack and the key";
  EXPECT_GT(layout.memory.height, 100);
}

TEST(Layout, UnusedSpaceOfTheLowerCardsGoesToTheFigure) {
  const Layout layout = compute_layout(1600, 900, LayoutMode::step, 100, 120);
  EXPECT_FLOAT_EQ(layout.lanes.height, 100);
  EXPECT_FLOAT_EQ(layout.memory.height, 120);
}

}  // namespace
}  // namespace lockstep::gui
