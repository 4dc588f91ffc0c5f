#include <gtest/gtest.h>

#include "gui/widgets/ui.hpp"

namespace lockstep::gui {
namespace {

TEST(PopupPlace, IsInsideTheWindowWhereverTheBoxIs) {
  for (const auto& [width, height] : {std::pair{800.0f, 450.0f}, {1280.0f, 720.0f}, {2560.0f, 1440.0f}}) {
    for (float x = 0; x + 90 <= width; x += 37) {
      for (float y = 0; y + 28 <= height; y += 29) {
        const PopupPlace place = place_popup({x, y, 90, 28}, width, height);
        const float left = place.from_right ? place.corner.x - place.max_width : place.corner.x;
        const float top = place.from_below ? place.corner.y - place.max_height : place.corner.y;
        EXPECT_GE(left, 0) << x;
        EXPECT_LE(left + place.max_width, width) << x;
        EXPECT_GE(top, 0) << y;
        EXPECT_LE(top + place.max_height, height) << y;
        EXPECT_GE(place.max_width, 90) << x;
        EXPECT_GE(place.max_height, 180) << y << ": several choices are in sight";
      }
    }
  }
}

TEST(PopupPlace, OpensAboveABoxAtTheBottom) {
  EXPECT_FALSE(place_popup({20, 12, 90, 28}, 1280, 720).from_below);
  const PopupPlace above = place_popup({420, 680, 90, 24}, 1280, 720);
  EXPECT_TRUE(above.from_below);
  EXPECT_LE(above.corner.y, 680);
}

}  // namespace
}  // namespace lockstep::gui
