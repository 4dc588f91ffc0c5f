// The text of a prepared scene: above the page that it refers to, with the values of its run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/scene_files/scenes.hpp"
#include "tests/gui/app/seen_text.hpp"

namespace lockstep::gui {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(SceneWords, StayWithThePageThatTheSceneCameWith) {
  auto scene = load_scene("document:003/task-1-sequential");
  ASSERT_TRUE(scene);
  DrivenWindow window(std::move(scene->state));
  EXPECT_THAT(seen_text(window), HasSubstr("Write the body"));
  AppState elsewhere = window.state();
  for (const char* tab : {"compare", "theory", "lab", "assignment"}) {
    elsewhere.tab = tab;
    window.interface().show(elsewhere);
    EXPECT_THAT(seen_text(window), Not(HasSubstr("Write the body"))) << tab;
  }
  // Also after the scene was stored and read.
  const auto again = parse_scene(to_scene(elsewhere));
  ASSERT_TRUE(again);
  EXPECT_FALSE(has_words_here(again->state));
}

TEST(SceneWords, OfAnotherPageHaveTheValuesOfTheRun) {
  auto scene = load_scene("document:001/figure-5");
  ASSERT_TRUE(scene);
  ASSERT_THAT(scene->state.story, HasSubstr("{a[0]}"));
  scene->state.tab = scene->state.words_tab = "theory";
  DrivenWindow window(std::move(scene->state));
  window.pause();
  const std::string seen = seen_text(window);
  EXPECT_THAT(seen, HasSubstr("92"));
  EXPECT_THAT(seen, Not(HasSubstr("{a[0]}")));
}

}  // namespace
}  // namespace lockstep::gui
