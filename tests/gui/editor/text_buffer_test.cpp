#include "gui/editor/text_buffer.hpp"

#include <gtest/gtest.h>

namespace lockstep::gui {
namespace {

using Move = TextBuffer::Move;

TextBuffer buffer_of(std::string_view text) {
  TextBuffer buffer;
  buffer.reset(text);
  return buffer;
}

TEST(TextBuffer, KeepsTextUnchanged) {
  for (const char* text : {"", "a", "a\n", "\n\nb", "one\ntwo\nthree\n"})
    EXPECT_EQ(buffer_of(text).text(), text);
  EXPECT_EQ(buffer_of("a\r\nb").text(), "a\nb");
}

TEST(TextBuffer, InsertsAndRemovesAcrossLines) {
  TextBuffer buffer = buffer_of("ab\ncd");
  buffer.place({0, 1}, false);
  buffer.insert("X\nY");
  EXPECT_EQ(buffer.text(), "aX\nYb\ncd");
  EXPECT_EQ(buffer.cursor(), (TextPlace{1, 1}));
  buffer.place({0, 1}, false);
  buffer.place({2, 1}, true);
  EXPECT_EQ(buffer.selected(), "X\nYb\nc");
  buffer.backspace();
  EXPECT_EQ(buffer.text(), "ad");
}

TEST(TextBuffer, StepsOverWholeCharacters) {
  TextBuffer buffer = buffer_of("aΣb");
  buffer.move(Move::line_end, false);
  buffer.move(Move::left, false);
  buffer.move(Move::left, false);
  EXPECT_EQ(buffer.cursor().column, 1u);
  buffer.erase();
  EXPECT_EQ(buffer.text(), "ab");
}

TEST(TextBuffer, BackspaceAtTheStartOfALineJoinsIt) {
  TextBuffer buffer = buffer_of("a\nb");
  buffer.place({1, 0}, false);
  buffer.backspace();
  EXPECT_EQ(buffer.text(), "ab");
  buffer.place({0, 0}, false);
  buffer.backspace();
  EXPECT_EQ(buffer.text(), "ab");
}

TEST(TextBuffer, NewLinesKeepTheIndentation) {
  TextBuffer buffer = buffer_of("    if (x)");
  buffer.move(Move::line_end, false);
  buffer.new_line();
  buffer.insert("y;");
  EXPECT_EQ(buffer.text(), "    if (x)\n    y;");
}

TEST(TextBuffer, UndoRemovesARunOfTypingAndRedoRestoresIt) {
  TextBuffer buffer = buffer_of("x");
  buffer.move(Move::line_end, false);
  for (const char* letter : {"a", "b", "c"}) buffer.insert(letter);
  buffer.new_line();
  EXPECT_EQ(buffer.text(), "xabc\n");
  EXPECT_TRUE(buffer.undo());
  EXPECT_EQ(buffer.text(), "xabc");
  EXPECT_TRUE(buffer.undo());
  EXPECT_EQ(buffer.text(), "x");
  EXPECT_FALSE(buffer.undo());
  EXPECT_TRUE(buffer.redo());
  EXPECT_TRUE(buffer.redo());
  EXPECT_EQ(buffer.text(), "xabc\n");
  EXPECT_FALSE(buffer.redo());
}

TEST(TextBuffer, LeavingASelectionGoesToItsEnd) {
  TextBuffer buffer = buffer_of("abcd");
  buffer.place({0, 1}, false);
  buffer.place({0, 3}, true);
  buffer.move(Move::left, false);
  EXPECT_EQ(buffer.cursor().column, 1u);
  EXPECT_FALSE(buffer.has_selection());
}

TEST(TextBuffer, HomeGoesToTheFirstCharacterFirst) {
  TextBuffer buffer = buffer_of("    abc");
  buffer.move(Move::line_end, false);
  buffer.move(Move::line_start, false);
  EXPECT_EQ(buffer.cursor().column, 4u);
  buffer.move(Move::line_start, false);
  EXPECT_EQ(buffer.cursor().column, 0u);
}

}  // namespace
}  // namespace lockstep::gui
