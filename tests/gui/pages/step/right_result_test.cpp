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
