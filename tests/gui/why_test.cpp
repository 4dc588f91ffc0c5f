// "What is wrong with this kernel?": what the sheet says, and how one gets there and back.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

#include "gui/panels/why_view.hpp"
#include "tests/gui/driven_window.hpp"

namespace lockstep::gui {
namespace {

using testing::HasSubstr;

struct WhyWindow : DrivenWindow {
  explicit WhyWindow(const std::string& algorithm) : DrivenWindow(of(algorithm)) {
    for (int i = 0; i < 200 && interface().session().explanation() == nullptr; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      frame();
    }
  }
  static AppState of(const std::string& algorithm) {
    AppState state;
    choose_algorithm(state, algorithm);
    return state;
  }
  std::vector<WhySection> sections() {
    return prepare_why(*interface().session().run()->trace, interface().session().explanation());
  }
};

TEST(Why, NamesTheRaceItsCureAndTheValues) {
  WhyWindow window("hazards/missing-barrier");
  const std::vector<WhySection> sections = window.sections();
  ASSERT_GE(sections.size(), 2u);
  const auto wrong = std::ranges::find(sections, "What is wrong", &WhySection::title);
  ASSERT_NE(wrong, sections.end());
  const WhyItem& race = wrong->items.front();
  EXPECT_THAT(race.title, HasSubstr("Data race · line 33"));
  EXPECT_THAT(race.code, HasSubstr("scratch[t] = OP("));
  ASSERT_GE(race.sentences.size(), 2u);
  EXPECT_THAT(race.sentences[0], testing::StartsWith("Work-item "));
  EXPECT_THAT(race.sentences[1], HasSubstr("Put barrier(CLK_LOCAL_MEM_FENCE) after line 33"));
}

TEST(Why, SaysThatNothingIsWrongByLeavingItOut) {
  WhyWindow window("reduce/sequential-local");
  const std::vector<WhySection> sections = window.sections();
  ASSERT_EQ(sections.size(), 1u);
  EXPECT_THAT(sections.front().title, HasSubstr("What costs most"));
  EXPECT_EQ(sections.front().items.size(), 3u);
}

TEST(Why, OneKeyOpensItAndEnterGoesThere) {
  WhyWindow window("hazards/last-warp");
  window.press({Key::end});
  window.press({Key::w});
  window.frame();
  EXPECT_TRUE(window.interface().activity().show_why);
  EXPECT_TRUE(window.interface().item_place("why0"));
  const std::vector<WhySection> sections = window.sections();
  const auto wrong = std::ranges::find(sections, "What is wrong", &WhySection::title);
  ASSERT_NE(wrong, sections.end());
  for (std::size_t i = 0; i < (wrong == sections.begin() ? 0u : sections.front().items.size()) + 1; ++i)
    window.press({Key::down});
  window.press({Key::enter});
  window.frame();
  EXPECT_FALSE(window.interface().activity().show_why);
  EXPECT_EQ(window.position(), wrong->items[1].position);
}

TEST(Why, EscapeClosesItAndAClickOpensIt) {
  WhyWindow window("hazards/missing-barrier");
  window.click("why");
  EXPECT_TRUE(window.interface().activity().show_why);
  window.press({Key::escape});
  EXPECT_FALSE(window.interface().activity().show_why);
}

}  // namespace
}  // namespace lockstep::gui
