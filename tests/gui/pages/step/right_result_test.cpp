// What the findings card reports about a result: that it is correct, with the numbers, or why the work-group
// size is wrong.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/pages/step/model/inspector_model.hpp"
#include "tests/gui/app/driven_window.hpp"

namespace lockstep::gui {
namespace {

using testing::HasSubstr;

AppState state_of(const std::string& algorithm, std::uint64_t n, std::uint64_t group_size) {
  AppState state;
  choose_algorithm(state, algorithm);
  state.n = n;
  state.group_size = group_size;
  return state;
}

TEST(DrivenRightResult, StandsInTheFindings) {
  AppState state = state_of("reduce/divergent", 4, 4);
  state.pattern = Content::Pattern::bytes;
  state.typed_input = "300,40,1,0";
  DrivenWindow window(state);
  ASSERT_NE(window.interface().session().run(), nullptr);
  EXPECT_EQ(right_result_title(*window.interface().session().run()), "Right: 341 as expected");
  EXPECT_TRUE(window.interface().item_place("right-result"));
  window.click("right-result");
  EXPECT_EQ(window.position(), window.interface().session().run()->trace->size());
}

TEST(DrivenRightResult, OfAnArrayCountsItsElements) {
  DrivenWindow window(state_of("scan/kogge-stone", 64, 8));
  EXPECT_EQ(right_result_title(*window.interface().session().run()), "Right: all 64 elements as expected");
}

// With a race, the result may be right by chance, and the buttons of the finding are directly below it.
TEST(DrivenRightResult, WithARaceIsThatOfThisRun) {
  AppState state;
  choose_algorithm(state, "hazards/flag-overwritten");
  DrivenWindow window(state, 1920, 1080);
  const auto* run = window.interface().session().run();
  ASSERT_NE(run, nullptr);
  ASSERT_FALSE(run->trace->findings().empty());
  EXPECT_THAT(right_result_title(*run),
              testing::ContainsRegex("^Right in this run: [0-9]+ as expected; the race "
                                     "may give another result on a device$"));
  window.click("finding0");
  window.interface().settle(DrivenWindow::kLong);
  window.frame();
  const auto right = window.interface().item_place("right-result");
  ASSERT_TRUE(right);
  for (const char* const button : {"apply-cure", "fail-schedule"})
    if (const auto place = window.interface().item_place(button)) {
      EXPECT_LT(place->y, right->y) << button;
    }
}

// Three warps: the tree loses elements, and the findings say why.
TEST(DrivenRightResult, AnUnsuitedWorkGroupSizeRunsWithItsCause) {
  DrivenWindow window(state_of("reduce/sequential-local", 192, 96), 1280, 720);
  const auto* run = window.interface().session().run();
  ASSERT_NE(run, nullptr);
  EXPECT_EQ(run->trace->plan().group_size, 96u);
  EXPECT_TRUE(run->verdict.is_wrong());
  EXPECT_THAT(run->verdict.message, HasSubstr("96 is not a power of two (64 and 128 are)"));
  EXPECT_THAT(wrong_result_title(*run), HasSubstr("work-group of 96"));
  EXPECT_TRUE(window.interface().item_place("wrong-result"));
  EXPECT_FALSE(window.interface().item_place("right-result"));
}

}  // namespace
}  // namespace lockstep::gui
