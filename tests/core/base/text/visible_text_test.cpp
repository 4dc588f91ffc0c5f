#include "core/base/text/visible_text.hpp"

#include <gtest/gtest.h>

namespace lockstep {
namespace {

TEST(VisibleText, HasNoHiddenCharacters) {
  EXPECT_EQ(visible_text("./größe → ok"), "./größe → ok");
  EXPECT_EQ(visible_text("a\x1b[2Kb\nc"), "a\\x1b[2Kb\\x0ac");
  EXPECT_EQ(visible_text("a\u202eb\u200bc\u2066"), "a\\u202eb\\u200bc\\u2066");
  EXPECT_EQ(visible_text("a\u00a0b\xff"), "a\\u00a0b\\xff");
}

TEST(TerminalText, ShowsControlCharacters) {
  EXPECT_EQ(terminal_text("größe → ok\tand\nmore\r\n"), "größe → ok\tand\nmore\r\n");
  EXPECT_EQ(terminal_text("a\x1b[2Jb\x1b]0;title\x07"), "a\\x1b[2Jb\\x1b]0;title\\x07");
  EXPECT_EQ(terminal_text("a\rb\bc\x7f"), "a\\x0db\\x08c\\u007f");
  EXPECT_EQ(terminal_text("8-bit: \xc2\x9b"
                          "2J, alone: \x9b"
                          "2J"),
            "8-bit: \\u009b2J, alone: \\x9b2J");
  EXPECT_EQ(terminal_text("a\u202eb\u2066c"), "a\\u202eb\\u2066c");
}

// Its bytes are then written like other bytes that are not UTF-8.
TEST(TerminalText, ATextMayEndWithinACharacter) {
  EXPECT_EQ(terminal_text("\xe2"), "\xe2");
  EXPECT_EQ(terminal_text("ab\xe2\x86"), "ab\xe2\\x86");
  EXPECT_EQ(terminal_text("ab\xf0\x9f\x98"), "ab\xf0\\x9f\\x98");
  EXPECT_EQ(terminal_text("a\r"), "a\\x0d");
  EXPECT_EQ(terminal_text(""), "");
}

TEST(TerminalText, OwnColoursPassWhereThereAreAny) {
  const std::string red = "\033[31mwrong\033[0m \033[32m";
  EXPECT_EQ(TerminalText(true).take(red), "\033[31mwrong\033[0m \\x1b[32m");
  EXPECT_EQ(TerminalText(false).take(red), "\\x1b[31mwrong\\x1b[0m \\x1b[32m");
}

TEST(TerminalText, ACharacterMayBeCutBetweenPieces) {
  const std::string text = "→ \xc2\x9b \033[31mx\033[0m ä \r\n \x1b[2J end";
  std::string once = TerminalText(true).take(text), cut;
  TerminalText filter(true);
  for (const char c : text) cut += filter.take({&c, 1});
  EXPECT_EQ(cut, once);
}

}  // namespace
}  // namespace lockstep
