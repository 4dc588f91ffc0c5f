// Makes foreign text safe to show in the terminal and in questions of the window. Its control characters
// could move the cursor, change colours, answer in the user's name or hide text.
#pragma once

#include <string>
#include <string_view>

namespace lockstep {

// For text on which a user bases a decision: characters that are invisible or change the order of other
// characters are written as their numbers ("\x1b", "\u202e").
std::string visible_text(std::string_view text);

// Filters text for a terminal: line breaks, tabs and everything visible stay; other control characters, and
// characters that change the order of text, are written as their numbers. Characters that JSON may contain
// are written as in JSON ("\u009b"), so JSON remains valid. The text arrives as a stream of pieces; a
// character may be split between two pieces.
class TerminalText {
 public:
  // If `has_colours` is set, this program's own sequences that start and end red text are kept.
  explicit TerminalText(bool has_colours) : has_colours_(has_colours) {}
  std::string take(std::string_view piece);
  // Returns the bytes that take() has held back, because nothing follows that could complete them.
  std::string end();

 private:
  std::string take_rest(bool is_end);

  bool has_colours_;
  std::string rest_;  // the incomplete end of a piece
};

// Filters a complete text.
std::string terminal_text(std::string_view text);
// Whether terminal_text() would change the text.
bool has_control_characters(std::string_view text);

inline constexpr std::string_view kRed = "\033[31m", kNotRed = "\033[0m";

}  // namespace lockstep
