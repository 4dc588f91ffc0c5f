// The tabs of the top bar keep their names and places, whatever is beside them.
#include "gui/app/top_bar.hpp"

#include <gmock/gmock.h>

#include <vector>

#include "tests/gui/app/driven_window.hpp"
#include "tests/gui/app/seen_text.hpp"

namespace lockstep::gui {
namespace {

using testing::HasSubstr;

constexpr const char* kTitles[] = {"Compare", "Run on GPU", "Theory", "Lab", "Lessons", "Assignment"};

std::vector<float> tab_places(DrivenWindow& window) {
  std::vector<float> places;
  for (const char* const title : kTitles) {
    const auto place = window.interface().item_place(title);
    places.push_back(place ? place->x : -1);
  }
  return places;
}

TEST(TopBar, TabsStayWhenSettingsBecomeLonger) {
  for (const auto& [width, height] :
       {std::pair(1280, 720), std::pair(1366, 768), std::pair(1600, 900), std::pair(1920, 1080)}) {
    AppState state;
    DrivenWindow window(state, width, height);
    const std::vector<float> before = tab_places(window);
    EXPECT_THAT(before, testing::Each(testing::Gt(0))) << width;
    choose_algorithm(state, "patterns/segmented-scan-look-back");
    state.n = 1 << 12;
    state.model = "cc1.3";
    window.interface().show(state);
    window.interface().settle(DrivenWindow::kLong);
    window.frame();
    EXPECT_EQ(tab_places(window), before) << width;
  }
}

TEST(TopBar, TabsStayWhenAnotherPageIsChosen) {
  DrivenWindow window;
  const std::vector<float> before = tab_places(window);
  for (const char* const title : kTitles) {
    window.click(title);
    window.frame();
    EXPECT_EQ(tab_places(window), before) << title;
  }
}

TEST(TopBar, NamesDependOnTheWidthOnly) {
  for (const char* const page : {kStepPage, LessonChoice::kPage, LabChoice::kPage}) {
    AppState state;
    state.tab = page;
    for (const int width : {1400, 1600, 1920}) {
      DrivenWindow window(state, width, 900);
      EXPECT_THAT(seen_text(window), HasSubstr("Run on GPU")) << page << width;
    }
  }
}

}  // namespace
}  // namespace lockstep::gui
