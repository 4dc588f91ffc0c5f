// Foreign text shown to a person, in the terminal and in questions of the window. Its control characters
// could move the cursor, change colours, answer in the user's name or hide text.
#pragma once

#include <string>
#include <string_view>

namespace lockstep {

// For text on which a person bases a decision: characters that cannot be seen, or that change the order of
// others, are written as their numbers ("\x1b", "\u202e").
std::string visible_text(std::string_view text);

// For a terminal: line breaks, tabs and everything visible stay; other control characters and those that
// change the order of text are written as their numbers. Those that JSON may contain are written as in JSON
// ("\u009b"), so that JSON stays JSON. Takes a stream in pieces: a character may be cut between two of them.
class TerminalText {
 public:
  // `has_colours`: this program's own sequences for red and back pass.
  explicit TerminalText(bool has_colours) : has_colours_(has_colours) {}
  std::string take(std::string_view piece);

 private:
  bool has_colours_;
  std::string rest_;  // the incomplete end of a piece
};

// The whole text.
std::string terminal_text(std::string_view text);
// Whether terminal_text() would change it.
bool has_control_characters(std::string_view text);

inline constexpr std::string_view kRed = "\033[31m", kNotRed = "\033[0m";

}  // namespace lockstep
