// The edited kernel compared with its original, in the whole window.
#include <gtest/gtest.h>

#include "tests/gui/app/driven_window.hpp"

namespace lockstep::gui {
namespace {

DrivenWindow& with_two_edits(DrivenWindow& window) {
  window.press({Key::f2});
  window.press({Key::home, true});
  window.type("// first\n");
  window.press({Key::down});
  window.press({Key::down});
  window.type("// second ");
  window.frame();
  return window;
}

TEST(Original, ShowsEachChangeAndRevertsOneByClick) {
  DrivenWindow window;
  with_two_edits(window);
  EXPECT_FALSE(window.interface().item_place("revert-change-1"));
  window.click("show-original");
  window.frame();
  ASSERT_TRUE(window.interface().item_place("revert-change-2"));
  EXPECT_FALSE(window.interface().item_place("revert-change-3"));
  window.click("revert-change-1");
  window.frame();
  const std::string text = *window.state().edited_text();
  EXPECT_EQ(text.find("// first"), std::string::npos);
  EXPECT_NE(text.find("// second"), std::string::npos);
  EXPECT_FALSE(window.interface().item_place("revert-change-2"));
  window.click("revert-change-1");
  window.frame();
  EXPECT_EQ(window.state().edited_text(), nullptr);
}

TEST(Original, AKeyShowsItWhileReadingAndWhileEditing) {
  DrivenWindow window;
  window.press({Key::d, true});
  window.frame();
  EXPECT_FALSE(window.state().show_original) << "nothing is edited";
  EXPECT_FALSE(window.interface().activity().notice.empty());
  with_two_edits(window);
  window.press({Key::d, true});
  window.frame();
  window.frame();
  EXPECT_TRUE(window.state().show_original);
  window.press({Key::escape});
  window.frame();
  window.press({Key::d, true});
  EXPECT_FALSE(window.state().show_original);
}

TEST(Original, UndoRestoresARevertedChange) {
  DrivenWindow window;
  with_two_edits(window);
  const std::string edited = *window.state().edited_text();
  window.press({Key::d, true});
  window.frame();
  window.frame();
  window.click("revert-change-2");
  window.press({Key::f2});
  window.frame();
  window.press({Key::z, true});
  window.frame();
  EXPECT_EQ(*window.state().edited_text(), edited);
}

}  // namespace
}  // namespace lockstep::gui
