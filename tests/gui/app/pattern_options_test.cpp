// Options of patterns in the top bar: those that the algorithm reads, in the run, the comparison and the
// benchmark; also values that no plan accepts.
#include "core/catalogue/pattern_options.hpp"

#include <gmock/gmock.h>

#include "gui/background_jobs/pair/compared_kernels.hpp"
#include "gui/scene_files/scenes.hpp"
#include "tests/gui/app/driven_window.hpp"

namespace lockstep::gui {
namespace {

AppState state_of(const std::string& id) {
  AppState state;
  choose_algorithm(state, id);
  state.group_size = 16;
  return state;
}

TEST(PatternSettings, AreThoseThatTheAlgorithmReads) {
  for (const auto* list : all_lists()) {
    for (const Algorithm& algorithm : *list) {
      if (list != &patterns() && algorithm.id != "scan/blelloch") continue;
      DrivenWindow window(state_of(algorithm.id), 1920, 1080);
      const std::vector<const PatternOption*> read = pattern_options_of(algorithm);
      for (const PatternOption& option : pattern_options())
        EXPECT_EQ(window.interface().item_place(option.key).has_value(),
                  std::ranges::find(read, &option) != read.end())
            << algorithm.id << " " << option.key;
    }
  }
}

TEST(PatternSettings, ATypedValueIsInTheRunAndInTheScene) {
  DrivenWindow window(state_of("patterns/convolve-1d"));
  window.click("mask_width");
  window.frame();
  window.frame();
  window.type("7");
  window.frame();
  window.press({Key::enter});
  window.pause();
  const std::uint64_t chosen = window.state().pattern_options.mask_width;
  EXPECT_EQ(chosen, 7u);
  const auto* run = window.interface().session().run();
  ASSERT_NE(run, nullptr);
  EXPECT_EQ(run->trace->plan().buffers[1].elements, chosen);
  EXPECT_EQ(parse_scene(to_scene(window.state()))->state.pattern_options, window.state().pattern_options);
}

// The previous run stays, and the message says what to choose.
TEST(PatternSettings, AValueThatNoPlanTakesIsRefusedInWords) {
  AppState state = state_of("patterns/transpose-padded");
  state.n = 60;
  state.pattern_options.columns = 7;
  DrivenWindow window(state);
  window.interface().session().wait(DrivenWindow::kLong);
  window.frame();
  ASSERT_TRUE(window.interface().session().failure());
  EXPECT_THAT(window.interface().session().failure()->message,
              testing::HasSubstr("choose a number of columns that divides n"));
}

TEST(PatternSettings, GoIntoTheComparison) {
  AppState state = state_of("patterns/compact");
  state.pattern_options.keep_above = 7;
  const auto kernels = compared_kernels(state, "");
  EXPECT_TRUE(std::ranges::any_of(kernels, [](const ComparedKernel& kernel) {
    return kernel.key == "patterns/compact" && kernel.request.run.pattern_options.keep_above == 7;
  }));
}

TEST(PatternSettings, AnAlgorithmIsChosenWithWhatItTakes) {
  AppState state = state_of("scan/blelloch");
  state.op = Operator::max;
  state.type = ElementType::float32;
  state.exclusive = true;
  choose_algorithm(state, "patterns/split");
  EXPECT_EQ(state.op, Operator::sum);
  EXPECT_EQ(state.type, ElementType::int32);
  DrivenWindow window(state);
  EXPECT_FALSE(window.interface().session().failure());
}

}  // namespace
}  // namespace lockstep::gui
