// Searching in the kernel in the whole window.
#include <gtest/gtest.h>

#include "gui/editor/find.hpp"
#include "gui/editor/text_words.hpp"
#include "tests/gui/app/driven_window.hpp"

namespace lockstep::gui {
namespace {

std::vector<TextMatch> places(DrivenWindow& window, std::string_view needle) {
  return find_matches(split_lines(window.interface().session().original().text), needle);
}

TEST(FindBar, EnterGoesToTheNextMatchAndEscCloses) {
  DrivenWindow window;
  const auto found = places(window, "scratch");
  ASSERT_GT(found.size(), 3u);
  window.press({Key::f, true});
  window.frame();
  EXPECT_TRUE(window.interface().item_place("find-field"));
  window.type("scratch");
  window.press({Key::enter});
  window.press({Key::enter});
  window.press({Key::enter, false, true});
  window.press({Key::escape});
  window.frame();
  EXPECT_FALSE(window.interface().item_place("find-field"));
  EXPECT_FALSE(window.interface().activity().is_typing());
  window.press({Key::f2});
  window.type("HERE");
  window.frame();
  const auto lines = split_lines(*window.state().edited_text());
  EXPECT_EQ(lines[found[1].line].substr(found[1].begin, 4), "HERE") << "the last match is selected";
}

TEST(FindBar, EscReturnsToTheTextThatWasEdited) {
  DrivenWindow window;
  window.press({Key::f2});
  window.press({Key::f, true});
  window.frame();
  window.press({Key::escape});
  window.frame();
  EXPECT_FALSE(window.interface().item_place("find-field"));
  EXPECT_TRUE(window.interface().activity().is_typing());
  window.type("/*here*/");
  window.frame();
  EXPECT_NE(window.state().edited_text(), nullptr);
}

TEST(FindBar, F3AndTheButtonsContinueFromTheSelection) {
  DrivenWindow window;
  const auto found = places(window, "get_");
  ASSERT_GT(found.size(), 2u);
  window.press({Key::f, true});
  window.type("get_");
  window.frame();
  window.click("find-next");
  window.press({Key::f2});
  window.frame();
  window.press({Key::f3});
  window.frame();
  window.frame();
  window.press({Key::f3, false, true});
  window.frame();
  window.frame();
  window.type("HERE");
  window.frame();
  const auto lines = split_lines(*window.state().edited_text());
  EXPECT_EQ(lines[found[1].line].substr(found[1].begin, 4), "HERE");
}

TEST(FindBar, TypingInItTriggersNoShortcutAndNoEdit) {
  DrivenWindow window;
  window.press({Key::f, true});
  window.frame();
  const auto before = window.interface().session().moment(window.state()).position;
  window.frame({{{Key::n}, {Key::space}, {Key::right}, {Key::delete_}}, "n "});
  EXPECT_TRUE(window.interface().activity().is_typing());
  EXPECT_EQ(window.interface().session().moment(window.state()).position, before);
  EXPECT_EQ(window.state().edited_text(), nullptr);
  window.press({Key::f1});
  window.frame();
  EXPECT_EQ(window.interface().overlay(), "keys") << "function keys keep their meaning";
}

TEST(FindBar, StartsWithTheSelectedText) {
  DrivenWindow window;
  window.press({Key::f2});
  window.press({Key::a, true});
  window.type("one two one");
  window.press({Key::left, true, true});
  window.press({Key::f, true});
  window.frame();
  window.press({Key::enter});
  window.press({Key::escape});
  window.press({Key::f2});
  window.type("1");
  window.frame();
  EXPECT_EQ(*window.state().edited_text(), "1 two one");
}

TEST(FindBar, ReplacesTheChosenMatchAndGoesToTheNext) {
  DrivenWindow window;
  const auto found = places(window, "scratch");
  window.press({Key::h, true});
  window.frame();
  ASSERT_TRUE(window.interface().item_place("replace-field"));
  window.type("scratch");
  window.press({Key::tab});
  window.type("shared");
  window.press({Key::enter});
  window.press({Key::enter});
  window.frame();
  ASSERT_NE(window.state().edited_text(), nullptr);
  const std::string text = *window.state().edited_text();
  EXPECT_EQ(find_matches(split_lines(text), "shared").size(), 2u);
  EXPECT_EQ(find_matches(split_lines(text), "scratch").size(), found.size() - 2);
}

TEST(FindBar, ReplacesAllAsOneUndoStep) {
  DrivenWindow window;
  const std::string before = window.interface().session().original().text;
  window.press({Key::h, true});
  window.frame();
  window.type("scratch");
  window.frame();
  window.click("replace-field");
  window.type("shared");
  window.frame();
  window.click("replace-all");
  window.frame();
  ASSERT_NE(window.state().edited_text(), nullptr);
  EXPECT_TRUE(find_matches(split_lines(*window.state().edited_text()), "scratch").empty());
  window.press({Key::escape});
  window.press({Key::f2});
  window.press({Key::z, true});
  window.frame();
  window.frame();
  EXPECT_EQ(window.state().edited_text(), nullptr) << "the text is the file's again";
  EXPECT_EQ(window.interface().session().original().text, before);
}

}  // namespace
}  // namespace lockstep::gui
