// The effect of a code editor's keys on a text.
#include <gtest/gtest.h>

#include "gui/editor/code_editor.hpp"
#include "gui/editor/text_buffer.hpp"

namespace lockstep::gui {
namespace {

using Move = TextBuffer::Move;

TextBuffer code_of(std::string_view text, TextPlace cursor = {}) {
  TextBuffer buffer;
  buffer.reset(text);
  buffer.place(cursor, false);
  return buffer;
}

TEST(TextCode, ABraceIndentsTheNextLine) {
  TextBuffer buffer = code_of("  if (x) {", {0, 10});
  buffer.new_line();
  buffer.insert("y");
  EXPECT_EQ(buffer.text(), "  if (x) {\n      y");
}

TEST(TextCode, ALevelIsAsWideAsTheTextHasIt) {
  TextBuffer buffer = code_of("void f() {\n  if (a) {\n    b();\n  }\n  if (c) {", {4, 10});
  buffer.new_line();
  buffer.insert("d();");
  EXPECT_EQ(buffer.lines().back(), "    d();");
  buffer.select_line(5);
  buffer.indent();
  EXPECT_EQ(buffer.lines().back(), "      d();");
  buffer.outdent();
  buffer.outdent();
  EXPECT_EQ(buffer.lines().back(), "  d();");
}

TEST(TextCode, AClosingBraceAlignsWithItsOpeningBrace) {
  TextBuffer buffer = code_of("  for {\n      {}\n      ", {2, 6});
  buffer.close_brace();
  EXPECT_EQ(buffer.text(), "  for {\n      {}\n  }");
  EXPECT_EQ(buffer.cursor(), (TextPlace{2, 3}));
  buffer.close_brace();
  EXPECT_EQ(buffer.text(), "  for {\n      {}\n  }}") << "after other text it is a character";
  TextBuffer lonely = code_of("        ", {0, 8});
  lonely.close_brace();
  EXPECT_EQ(lonely.text(), "    }");
}

TEST(TextCode, TabGoesToTheNextStopAndIndentsASelection) {
  TextBuffer buffer = code_of("ab", {0, 1});
  buffer.indent();
  EXPECT_EQ(buffer.text(), "a   b");
  buffer = code_of("a\n\n  b\nc");
  buffer.select({0, 0}, {3, 0});
  buffer.indent();
  EXPECT_EQ(buffer.text(), "    a\n\n      b\nc")
      << "an empty line stays empty, the last one is not selected";
  buffer.outdent();
  buffer.outdent();
  EXPECT_EQ(buffer.text(), "a\n\nb\nc");
  EXPECT_TRUE(buffer.undo());
  EXPECT_EQ(buffer.text(), "a\n\n    b\nc") << "to the previous tab stop, not by four";
}

TEST(TextCode, TheSelectionKeepsItsTextWhileLinesMove) {
  TextBuffer buffer = code_of("one\ntwo");
  buffer.select({0, 1}, {1, 2});
  buffer.indent();
  EXPECT_EQ(buffer.selected(), "ne\n    tw");
  buffer.outdent();
  EXPECT_EQ(buffer.selected(), "ne\ntw");
}

TEST(TextCode, CommentsAreAddedAndRemoved) {
  TextBuffer buffer = code_of("    a\n\n  b\n//c");
  buffer.select_all();
  buffer.toggle_comment();
  EXPECT_EQ(buffer.text(), "//     a\n\n//   b\n// //c");
  buffer.toggle_comment();
  EXPECT_EQ(buffer.text(), "    a\n\n  b\n//c");
  TextBuffer one = code_of("    x = 1;", {0, 6});
  one.toggle_comment();
  EXPECT_EQ(one.text(), "    // x = 1;");
  EXPECT_EQ(one.cursor().column, 9u);
}

TEST(TextCode, WordsAreSteppedOverSelectedAndRemoved) {
  TextBuffer buffer = code_of("one two\nthree", {0, 7});
  buffer.erase_word(-1);
  EXPECT_EQ(buffer.text(), "one \nthree");
  buffer.move(Move::word_right, false);
  EXPECT_EQ(buffer.cursor(), (TextPlace{1, 0}));
  buffer.erase_word(1);
  EXPECT_EQ(buffer.text(), "one \n");
  buffer.move(Move::word_left, false);
  buffer.move(Move::word_left, true);
  EXPECT_EQ(buffer.selected(), "one ");
  buffer.select_word({0, 1});
  EXPECT_EQ(buffer.selected(), "one");
  buffer.select_line(0);
  buffer.backspace();
  EXPECT_EQ(buffer.text(), "");
}

TEST(TextCode, MovingDownReturnsToTheColumn) {
  TextBuffer buffer = code_of("0123456\n01\n0123456", {0, 5});
  buffer.move(Move::down, false);
  EXPECT_EQ(buffer.cursor(), (TextPlace{1, 2}));
  buffer.move(Move::down, false);
  EXPECT_EQ(buffer.cursor(), (TextPlace{2, 5}));
  buffer.move(Move::up, false);
  buffer.insert("x");
  buffer.move(Move::up, false);
  EXPECT_EQ(buffer.cursor(), (TextPlace{0, 3})) << "an edit starts a new column";
}

void type(TextBuffer& buffer, std::string_view letters) {
  for (const char letter : letters) buffer.insert(std::string(1, letter));
}

TEST(TextCode, OneUndoRemovesAWordOrTheTextSinceAPause) {
  TextBuffer buffer = code_of("");
  type(buffer, "one two");
  buffer.pause();
  type(buffer, "2");
  EXPECT_TRUE(buffer.undo());
  EXPECT_EQ(buffer.text(), "one two");
  EXPECT_TRUE(buffer.undo());
  EXPECT_EQ(buffer.text(), "one ");
  EXPECT_TRUE(buffer.undo());
  EXPECT_EQ(buffer.text(), "");
  while (buffer.redo()) continue;
  EXPECT_EQ(buffer.text(), "one two2");
}

TEST(TextCode, ARunOfBackspacesIsOneUndoStep) {
  TextBuffer buffer = code_of("");
  type(buffer, "abc");
  buffer.backspace();
  buffer.backspace();
  EXPECT_TRUE(buffer.undo());
  EXPECT_EQ(buffer.text(), "abc");
  EXPECT_TRUE(buffer.undo());
  EXPECT_EQ(buffer.text(), "");
}

TEST(TextCode, LettersAndKeysOfOneFrameKeepTheirOrder) {
  TextBuffer buffer = code_of("");
  TypedInput typed;
  typed.characters = "{ab}c";
  typed.keys = {{Key::enter}, {Key::left}, {Key::enter}, {Key::escape}};
  typed.order = {1, 2, 3, 4};
  EXPECT_TRUE(edit_text(buffer, typed).leave);
  EXPECT_EQ(buffer.text(), "{\n    b\n}a") << "keys after Esc do not reach the text";
}

TEST(TextCode, UndoForgetsTheOldestStepsOfALargeText) {
  TextBuffer buffer = code_of(std::string(1 << 20, 'x'));
  for (int i = 0; i < 20; ++i) buffer.insert("\n");
  int steps = 0;
  while (buffer.undo()) ++steps;
  EXPECT_GT(steps, 0);
  EXPECT_LT(steps, 6) << "four megabytes, and not more";
}

TEST(TextCode, LinesAndWholeTextsAreReplacedInOneStep) {
  TextBuffer buffer = code_of("a\nb\nc", {2, 1});
  buffer.replace_lines(1, 1, {"x", "y"});
  EXPECT_EQ(buffer.text(), "a\nx\ny\nc");
  buffer.replace_lines(4, 0, {"end"});
  EXPECT_EQ(buffer.text(), "a\nx\ny\nc\nend");
  buffer.replace_lines(0, 5, {});
  EXPECT_EQ(buffer.text(), "");
  EXPECT_TRUE(buffer.undo());
  buffer.replace_all("new");
  EXPECT_EQ(buffer.text(), "new");
  EXPECT_TRUE(buffer.undo());
  EXPECT_EQ(buffer.text(), "a\nx\ny\nc\nend");
}

}  // namespace
}  // namespace lockstep::gui
