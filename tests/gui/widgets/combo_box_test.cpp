// Popups in the whole window: typing a number, and searching for a name.
#include <gmock/gmock.h>

#include "gui/app/report.hpp"
#include "tests/gui/app/driven_window.hpp"

namespace lockstep::gui {
namespace {

using testing::AllOf;
using testing::HasSubstr;

// Opens an item, types into its field and presses Enter.
void enter(DrivenWindow& window, std::string_view item, const std::string& text) {
  window.click(item);
  window.frame();
  window.frame();
  window.type(text);
  window.frame();
  window.press({Key::enter});
  window.frame();
}

std::string complaint(const std::string& text) {
  DrivenWindow window;
  enter(window, "n", text);
  EXPECT_EQ(window.state().n, 64u) << text;
  EXPECT_THAT(report(window.interface(), 1), HasSubstr("\"popup\": true")) << "the field is still open";
  return window.interface().activity().notice;
}

TEST(NumberBox, SaysWhatIsWrongAndKeepsTheValue) {
  EXPECT_THAT(complaint("abc"), AllOf(HasSubstr("\"abc\" is not a number."), HasSubstr("whole number")));
  EXPECT_THAT(complaint("-5"), HasSubstr("\"-5\" is negative."));
  EXPECT_THAT(complaint("12.5"), HasSubstr("\"12.5\" is not a whole number."));
  EXPECT_THAT(complaint("12,5"), HasSubstr("\"12,5\" is not a whole number."));
  EXPECT_THAT(complaint("0"), HasSubstr("\"0\" is too small."));
  EXPECT_THAT(complaint("99999999999999999999"), HasSubstr("is too large."));
}

TEST(NumberBox, TakesANumberAndCloses) {
  DrivenWindow window;
  enter(window, "n", "1Ki");
  EXPECT_EQ(window.state().n, 1024u);
  EXPECT_EQ(window.interface().activity().notice, "");
}

// In the frame after Enter, Dear ImGui still reports that it wants text.
TEST(NumberBox, TheKeyAfterEnterIsForThePage) {
  DrivenWindow window;
  window.click("n");
  window.frame();
  window.frame();
  window.type("32");
  window.frame();
  window.press({Key::enter});
  ASSERT_EQ(window.state().n, 32u);
  window.press({Key::f2});
  window.frame();
  EXPECT_TRUE(window.interface().activity().is_typing()) << "the kernel is edited";
}

TEST(NumberBox, ARangeIsSaidInTheSentence) {
  AppState state;
  state.tab = "gpu";
  DrivenWindow window(state);
  window.interface().benchmark().wait(DrivenWindow::kLong);
  enter(window, "repetitions", "20000");
  EXPECT_EQ(window.state().benchmark.repetitions, 20u);
  EXPECT_THAT(window.interface().activity().notice, HasSubstr("from 1 to 10,000"));
}

TEST(SearchField, FindsAKernelByPartsOfItsName) {
  DrivenWindow window;
  enter(window, "algorithm", "look back");
  EXPECT_EQ(window.state().algorithm, "scan/look-back");
}

TEST(SearchField, ArrowsMoveAmongWhatIsFound) {
  DrivenWindow window;
  window.click("algorithm");
  window.frame();
  window.frame();
  window.type("blelloch");
  window.frame();
  window.press({Key::down});
  window.press({Key::enter});
  window.frame();
  EXPECT_EQ(window.state().algorithm, "scan/blelloch-padded");
}

TEST(SearchField, NothingFoundChangesNothing) {
  DrivenWindow window;
  enter(window, "algorithm", "no such kernel");
  EXPECT_EQ(window.state().algorithm, "reduce/divergent");
}

TEST(Counts, CommasStandBetweenGroupsOfThreeDigits) {
  EXPECT_EQ(parse_count("1,000,003"), 1000003u);
  EXPECT_EQ(parse_count(" 16 Mi "), 16u << 20);
  for (const char* text : {"12,5", "1,0000", ",5", "5,", "1  000", "1,00 0"})
    EXPECT_FALSE(parse_count(text)) << text;
}

}  // namespace
}  // namespace lockstep::gui
