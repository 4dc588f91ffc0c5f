// Editing in the source panel of the whole window: keys pressed, text typed, lines clicked.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <random>
#include <sstream>

#include "gui/editor/text_words.hpp"
#include "tests/gui/app/driven_window.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::gui {
namespace {

// The text of the window, edited or not.
std::string text_of(DrivenWindow& window) {
  const std::string* edited = window.state().edited_text();
  return edited ? *edited : window.interface().session().original().text;
}

TEST(Editor, IsEnteredAndLeftByKey) {
  DrivenWindow window;
  window.press({Key::digit4, true});
  window.press({Key::f2});
  window.frame();
  EXPECT_EQ(window.state().tab, "step");
  EXPECT_TRUE(window.interface().activity().is_typing());
  window.type("/*here*/");
  window.frame();
  const std::uint32_t next = window.interface().session().moment(window.state()).line;
  std::istringstream lines(text_of(window));
  std::string line;
  for (std::uint32_t i = 0; i < next; ++i) std::getline(lines, line);
  EXPECT_NE(line.find("/*here*/"), std::string::npos) << "the cursor is on the next line";
  window.press({Key::escape});
  window.frame();
  EXPECT_FALSE(window.interface().activity().is_typing());
}

TEST(Editor, AnOverlayTakesTheKeysUntilItIsClosed) {
  DrivenWindow window;
  window.press({Key::f2});
  window.press({Key::f1});
  window.frame();
  window.type("x");
  EXPECT_EQ(window.state().edited_text(), nullptr);
  window.press({Key::escape});
  window.frame();
  EXPECT_EQ(window.interface().overlay(), "");
  window.type("x");
  window.frame();
  EXPECT_NE(window.state().edited_text(), nullptr) << "the editor receives keys again";
}

TEST(Editor, ChangingTheTabReturnsTheKeys) {
  DrivenWindow window;
  window.press({Key::f2});
  window.frame();
  window.press({Key::enter, true});
  window.frame();
  window.frame();
  ASSERT_EQ(window.state().tab, "gpu");
  EXPECT_FALSE(window.interface().activity().is_typing());
  window.interface().benchmark().cancel();
}

TEST(Editor, BreakpointsAreSetWhileEditingAndMoveWithTheirLines) {
  DrivenWindow window;
  window.press({Key::f2});
  window.press({Key::home, true});
  window.press({Key::down});
  window.press({Key::f9});
  window.frame();
  ASSERT_EQ(window.state().breakpoints, (sim::BreakpointLines{{2, ""}}));
  window.press({Key::home, true});
  window.press({Key::enter});
  window.press({Key::enter});
  window.frame();
  EXPECT_EQ(window.state().breakpoints, (sim::BreakpointLines{{4, ""}}));
  window.press({Key::z, true});
  window.frame();
  EXPECT_EQ(window.state().breakpoints, (sim::BreakpointLines{{3, ""}}));
}

TEST(Editor, UndoSurvivesARunAndAChangeOfAlgorithm) {
  DrivenWindow window;
  const std::string before = text_of(window);
  window.press({Key::f2});
  window.press({Key::home, true});
  window.type("// one ");
  window.press({Key::enter});
  window.pause();
  window.press({Key::escape});
  window.press({Key::a});
  window.pause();
  window.press({Key::a, false, true});
  window.pause();
  ASSERT_NE(text_of(window), before);
  window.press({Key::f2});
  window.press({Key::z, true});
  window.press({Key::z, true});
  window.frame();
  EXPECT_EQ(text_of(window), before);
  EXPECT_EQ(window.state().edited_text(), nullptr);
}

TEST(Editor, CtrlYIsRedo) {
  DrivenWindow window;
  window.press({Key::f2});
  window.type("/*here*/");
  window.press({Key::z, true});
  window.frame();
  ASSERT_EQ(window.state().edited_text(), nullptr);
  window.press({Key::y, true});
  window.frame();
  EXPECT_NE(window.state().edited_text(), nullptr);
}

TEST(Editor, ADoubleClickSelectsAWordAndATripleClickALine) {
  DrivenWindow window;
  window.press({Key::f2});
  window.press({Key::a, true});
  window.type("one two\nthree");
  window.frame();
  window.press({Key::escape});
  window.frame();
  const Rect text = *window.interface().item_place("source-text");
  const Point word{text.x + 42 + 5 * 7.2f, text.y + 9};
  window.click(word);
  window.click(word);
  window.type("2");
  window.frame();
  EXPECT_EQ(text_of(window), "one 2\nthree");
  window.frame({}, 2);
  window.click(word);
  window.click(word);
  window.click(word);
  window.press({Key::delete_});
  window.frame();
  EXPECT_EQ(text_of(window), "three");
}

TEST(Editor, AClickDoesNotBeginEditing) {
  DrivenWindow window;
  const Rect text = *window.interface().item_place("source-text");
  window.click({text.x + 60, text.y + 9});
  window.frame();
  EXPECT_FALSE(window.interface().activity().is_typing());
  window.press({Key::f2});
  window.frame();
  window.type("/*here*/");
  window.frame();
  const std::vector<std::string> lines = split_lines(text_of(window));
  const std::uint32_t next = window.interface().session().moment(window.state()).line;
  ASSERT_GT(lines.size(), next);
  EXPECT_EQ(lines[next - 1].find("/*here*/"), std::string::npos) << "the cursor is where the click was";
  EXPECT_NE(text_of(window).find("/*here*/"), std::string::npos);
}

TEST(Editor, PressingAControlTakesTheKeyboardAway) {
  for (const char* control : {"n", "faster", "source-form", "timeline"}) {
    DrivenWindow window;
    window.press({Key::f2});
    window.frame();
    ASSERT_TRUE(window.interface().activity().is_typing());
    ASSERT_TRUE(window.interface().item_place(control)) << control;
    window.click(control);
    window.frame();
    EXPECT_FALSE(window.interface().activity().is_typing()) << control;
    window.type("64");
    window.press({Key::enter});
    window.frame();
    EXPECT_EQ(window.state().edited_text(), nullptr) << control;
  }
}

TEST(Editor, DraggingBelowThePanelExtendsTheSelection) {
  DrivenWindow window;
  window.press({Key::f2});
  window.press({Key::home, true});
  window.frame();
  const Rect text = *window.interface().item_place("source-text");
  window.point_at({text.x + 60, text.y + 9});
  window.frame();
  window.hold_button(true);
  window.frame();
  window.point_at({text.x + 60, text.bottom() + 40});
  for (int i = 0; i < 60; ++i) window.frame();
  window.hold_button(false);
  window.frame();
  const auto lines = std::ranges::count(text_of(window), '\n');
  window.press({Key::delete_});
  window.frame();
  const auto left = std::ranges::count(text_of(window), '\n');
  EXPECT_GT(lines - left, static_cast<std::ptrdiff_t>(text.height / 19)) << "more than was visible";
}

TEST(Editor, LinesAreIndentedAndCommentedByKey) {
  DrivenWindow window;
  window.press({Key::f2});
  window.press({Key::a, true});
  window.type("a\nb");
  window.press({Key::a, true});
  window.press({Key::tab});
  window.press({Key::slash, true});
  window.frame();
  EXPECT_EQ(text_of(window), "    // a\n    // b");
  window.press({Key::slash, true});
  window.press({Key::tab, false, true});
  window.press({Key::end, true});
  window.press({Key::left, true, true});
  window.type("word");
  window.frame();
  EXPECT_EQ(text_of(window), "a\nword");
}

// Three files with the same text; in each, only a letter specific to this file is typed. Whatever is opened,
// undone and redone, no file contains letters of another file.
class ThreeFiles : public testing::Test {
 protected:
  static constexpr std::string_view kText =
      "kernel void copy(global int *out, global const int *in)\n{\n  out[get_global_id(0)] = "
      "in[get_global_id(0)];\n}\n";

  void SetUp() override {
    for (const std::string& file : files_) std::ofstream(file) << kText;
    close_overlays();
  }
  void close_overlays() {
    for (int i = 0; i < 3 && !window_.state().overlay.name.empty(); ++i) press({Key::escape});
  }
  void press(KeyPress key) {
    window_.press(key);
    window_.frame();
  }
  void open(std::size_t which) {
    window_.interface().open_file(files_[which]);
    window_.frame();
    close_overlays();
  }
  // For the file that is shown; no value if another kernel is shown.
  std::optional<std::size_t> shown() {
    const auto found = std::ranges::find(files_, window_.state().kernel_file);
    return found == files_.end() ? std::nullopt : std::optional<std::size_t>(found - files_.begin());
  }
  static char letter_of(std::size_t which) { return "XYZ"[which]; }
  void type() {
    if (const auto which = shown()) window_.type(std::string(1, letter_of(*which)));
    window_.frame();
  }
  // Without its typed letters, the text equals that of the file.
  void expect_own_texts(const std::string& done) {
    for (std::size_t i = 0; i < files_.size(); ++i) {
      const auto edited = window_.state().edited_texts.find(files_[i]);
      if (edited == window_.state().edited_texts.end()) continue;
      std::string text = edited->second;
      std::erase(text, letter_of(i));
      ASSERT_EQ(text, kText) << "file " << i << " after " << done;
    }
    for (const auto& [key, text] : window_.state().edited_texts)
      ASSERT_NE(std::ranges::find(files_, key), files_.end()) << key << " after " << done << "\n" << text;
  }

  TemporaryFolder folder_;
  std::vector<std::string> files_{folder_.file("p.cl"), folder_.file("q.cl"), folder_.file("r.cl")};
  DrivenWindow window_{{}, 1000, 640};
};

TEST_F(ThreeFiles, AnUndoneOpeningGivesNoFileTheTextOfAnother) {
  std::ofstream(files_[1]) << "// This is another file.\n" << kText;
  open(0);
  open(1);
  press({Key::z, true});
  ASSERT_EQ(shown(), 0u);
  press({Key::f2});
  press({Key::z, true});
  EXPECT_TRUE(window_.state().edited_texts.empty());
}

TEST_F(ThreeFiles, KeepTheirTextsInAnyOrderOfOpeningUndoingAndTyping) {
  std::mt19937 random(7);
  std::string done;
  bool editing = false;
  for (int i = 0; i < 160; ++i) {
    const auto what = random() % 8;
    done += std::to_string(what);
    // While the kernel is edited, the keys of the window belong to the editor.
    if (what < 3) {
      open(what);
      editing = false;
    } else if (what < 5) {
      if (!editing) press({Key::f2});
      editing = true;
      type();
    } else if (what == 5) {
      press({Key::escape});
      editing = false;
    } else {
      press({what == 6 ? Key::z : Key::y, true});
    }
    editing = editing && window_.interface().activity().is_typing();
    expect_own_texts(done);
    if (HasFatalFailure()) return;
  }
}

TEST_F(ThreeFiles, ASavedCopyGoesOnWithItsHistory) {
  open(0);
  press({Key::f2});
  type();
  press({Key::escape});
  press({Key::s, true});
  ASSERT_TRUE(window_.state().edited_texts.empty()) << "saved";
  press({Key::f2});
  press({Key::z, true});
  ASSERT_EQ(window_.state().edited_texts.size(), 1u);
  EXPECT_EQ(window_.state().edited_texts.begin()->second, kText)
      << "what was typed before saving is taken back";
}

}  // namespace
}  // namespace lockstep::gui
