// When and where tooltips are shown.
#include "gui/widgets/tooltips.hpp"

#include <gtest/gtest.h>

#include "gui/canvas/recorder.hpp"

namespace lockstep::gui {
namespace {

TEST(Tooltips, WaitUntilThePointerRests) {
  Tooltips tips;
  tips.begin_frame(10, false);
  EXPECT_FALSE(tips.offer("Step"));
  EXPECT_DOUBLE_EQ(*tips.due(), Tooltips::kDelay);
  tips.begin_frame(10.4, false);
  EXPECT_FALSE(tips.offer("Step"));
  tips.begin_frame(10.51, false);
  EXPECT_TRUE(tips.offer("Step"));
  for (const double next : {10.52, 10.53}) {
    EXPECT_EQ(tips.due(), 0.0) << "until its size is known";
    tips.begin_frame(next, false);
    EXPECT_TRUE(tips.offer("Step"));
  }
  EXPECT_FALSE(tips.due());
  tips.begin_frame(10.6, false);
  EXPECT_TRUE(tips.offer("Back")) << "the next thing's follows at once";
}

TEST(Tooltips, BeginAnewAfterAPauseAndAfterAPress) {
  Tooltips tips;
  tips.begin_frame(0, false);
  tips.offer("Step");
  tips.begin_frame(1, false);
  ASSERT_TRUE(tips.offer("Step"));
  tips.begin_frame(2, false);
  tips.begin_frame(3, false);
  EXPECT_EQ(tips.text(), "");
  EXPECT_FALSE(tips.offer("Step"));
  tips.begin_frame(4, false);
  ASSERT_TRUE(tips.offer("Step"));
  tips.begin_frame(4.1, true);
  EXPECT_FALSE(tips.offer("Step"));
}

// Results of a press, such as the verdict on an answer, are often below the button on which the
// pointer rests.
TEST(Tooltips, AreNotShownAgainOnWhatWasPressed) {
  const Rect check{100, 100, 76, 30}, other{200, 100, 76, 30};
  Tooltips tips;
  tips.begin_frame(1, false, {110, 110});
  tips.offer("Compares", check);
  tips.begin_frame(2, true, {110, 110});
  EXPECT_FALSE(tips.offer("Compares", check));
  for (const double later : {3, 4, 5}) {
    tips.begin_frame(later, false, {120, 112});
    EXPECT_FALSE(tips.offer(later < 4 ? "Compares" : "The next question", check)) << "whatever it says now";
    EXPECT_FALSE(tips.due());
  }
  tips.begin_frame(6, false, {210, 110});
  EXPECT_FALSE(tips.offer("Skip", other));
  tips.begin_frame(6.6, false, {210, 110});
  EXPECT_TRUE(tips.offer("Skip", other)) << "another thing";
  tips.begin_frame(7, false, {150, 400});
  tips.begin_frame(8, false, {110, 110});
  EXPECT_FALSE(tips.offer("Compares", check));
  tips.begin_frame(8.6, false, {110, 110});
  EXPECT_TRUE(tips.offer("Compares", check)) << "the pointer has left it and come back";
}

// For each corner of items anywhere in the window: the tooltip appears next to the item.
TEST(Tooltips, NeverCoverTheirThing) {
  constexpr float width = 1280, height = 720;
  for (float x = 0; x < width; x += 80)
    for (float y = 0; y < height; y += 40) {
      const Rect thing{x, y, 60, 24};
      const TooltipPlace place = place_tooltip(thing, width, height);
      const Rect tip{place.corner.x - (place.from_right ? 360.0f : 0.0f),
                     place.corner.y - (place.from_below ? 120.0f : 0.0f), 360, 120};
      const Rect covered = intersection(tip, thing);
      EXPECT_EQ(covered.width * covered.height, 0) << x << ", " << y;
      EXPECT_GE(tip.y, 0) << x << ", " << y;
      EXPECT_LE(tip.bottom(), height) << x << ", " << y;
      EXPECT_LE(tip.right(), width) << x << ", " << y;
    }
}

}  // namespace
}  // namespace lockstep::gui
