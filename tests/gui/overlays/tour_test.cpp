// The tour points at existing widgets, stays inside the window, and ends.
#include "gui/overlays/tour.hpp"

#include <gtest/gtest.h>

#include <map>

#include "gui/pages/step/layout.hpp"
#include "tests/gui/app/driven_window.hpp"

namespace lockstep::gui {
namespace {

TEST(Tour, BubblesAreInsideTheWindowAndBesideTheirSubject) {
  for (const auto& [width, height] : {std::pair{1280.0f, 720.0f}, {1600.0f, 900.0f}, {2560.0f, 1440.0f}}) {
    const Rect window{0, 0, width, height};
    const StepLayout layout = step_layout({width, height}, {150, 150});
    const std::map<std::string_view, Rect> cards{
        {"source", layout.source}, {"figure", layout.figure},       {"lanes", layout.lanes},
        {"memory", layout.memory}, {"inspector", layout.inspector}, {"transport", layout.transport}};
    for (const TourStop& stop : tour_stops()) {
      if (stop.card.empty()) continue;
      const Rect& target = cards.at(stop.card);
      const Rect bubble = place_bubble(target, 340, 180, window);
      EXPECT_GE(bubble.x, 0) << stop.title;
      EXPECT_GE(bubble.y, 0) << stop.title;
      EXPECT_LE(bubble.right(), width) << stop.title;
      EXPECT_LE(bubble.bottom(), height) << stop.title;
      const bool apart = bubble.x >= target.right() || bubble.right() <= target.x ||
                         bubble.y >= target.bottom() || bubble.bottom() <= target.y;
      EXPECT_TRUE(apart) << stop.title << " at " << width;
    }
  }
}

TEST(Tour, VisitsEveryStopAndEnds) {
  DrivenWindow window;
  window.press({Key::t});
  const std::uint64_t size = window.interface().session().size();
  ASSERT_GT(size, 0u);
  const auto position = window.state().position;
  for (std::size_t i = 0; i < tour_stops().size(); ++i) {
    EXPECT_EQ(window.interface().overlay(), "tour");
    EXPECT_EQ(window.state().overlay.page, i) << "every stop is visible";
    window.press({Key::right});
  }
  EXPECT_EQ(window.interface().overlay(), "");
  EXPECT_EQ(window.state().position, position) << "its keys have no other effect";
}

TEST(Tour, GoesBackAndEnds) {
  DrivenWindow window;
  window.press({Key::t});
  window.press({Key::space});
  EXPECT_EQ(window.state().overlay.page, 1u);
  window.press({Key::left});
  EXPECT_EQ(window.state().overlay.page, 0u);
  window.press({Key::escape});
  EXPECT_EQ(window.interface().overlay(), "");
}

}  // namespace
}  // namespace lockstep::gui
