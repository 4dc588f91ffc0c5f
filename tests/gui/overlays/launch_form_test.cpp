// The launch form in the whole window: changes survive Esc, and what is wrong is said even if its field is
// not visible.
#include "gui/overlays/launch_form.hpp"

#include <gmock/gmock.h>

#include <fstream>
#include <optional>
#include <string>

#include "tests/gui/app/driven_window.hpp"
#include "tests/gui/app/seen_text.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::gui {
namespace {

using testing::HasSubstr;

constexpr const char* kTwice =
    "kernel void twice(global int* a) { a[get_global_id(0)] *= 2; }\n"
    "kernel void thrice(global int* a) { a[get_global_id(0)] *= 3; }\n";

struct LaunchFormTest : testing::Test {
  TemporaryFolder folder;
  std::optional<DrivenWindow> window;

  void SetUp() override {
    std::ofstream(folder.file("twice.cl")) << kTwice;
    window.emplace();
    window->interface().open_file(folder.file("twice.cl"));
    window->pause();
    open();
  }
  void open() {
    AppState state = window->state();
    state.overlay = {"launch", 0};
    window->interface().show(state);
    window->frame();
    window->frame();
    ASSERT_EQ(window->interface().overlay(), "launch");
  }
  // Types into a field of the form, in place of its text.
  void fill(const std::string& field, const std::string& text) {
    window->click("launch-" + field);
    window->press({Key::a, true});
    window->type(text);
    window->frame();
  }
  std::uint64_t global_size() {
    return window->state().launch->description.launches.at(0).range.global_size[0];
  }
  std::string text() { return seen_text(*window); }
};

TEST_F(LaunchFormTest, EscKeepsChangesUntilTheyAreRunOrDiscarded) {
  const std::uint64_t before = global_size();
  fill("launches[0].global", "32");
  window->press({Key::escape});  // leaves the field
  window->frame();
  window->press({Key::escape});
  window->frame();
  window->frame();
  EXPECT_EQ(window->interface().overlay(), "");
  EXPECT_EQ(global_size(), before);
  EXPECT_THAT(window->interface().activity().notice, HasSubstr("are kept, but not applied"));
  open();
  EXPECT_TRUE(window->interface().item_place("launch-discard"));
  window->click("launch-run");
  window->pause();
  EXPECT_EQ(global_size(), 32u);
  open();
  EXPECT_FALSE(window->interface().item_place("launch-discard")) << "nothing is left to discard";
  fill("launches[0].global", "64");
  window->click("launch-discard");
  window->click("launch-close");
  window->frame();
  open();
  window->click("launch-run");
  window->pause();
  EXPECT_EQ(global_size(), 32u);
}

TEST_F(LaunchFormTest, AMistakeInALaunchThatIsNotShownIsSaid) {
  fill("launches[0].global", "nothing");
  window->press({Key::escape});
  EXPECT_THAT(text(), HasSubstr("Enter one to three whole numbers"));
  window->click("launch-add");
  window->frame();
  EXPECT_THAT(text(), HasSubstr("Launch 1: Enter one to three whole numbers"));
}

}  // namespace
}  // namespace lockstep::gui
