// Text of others where a person sees it: in the terminal and in questions of the window. Control characters
// would move the cursor, change colours, answer in the user's name or hide text.
#pragma once

#include <string>
#include <string_view>

namespace lockstep {

// As it has to be shown to somebody who decides by it: characters that cannot be seen, or that change the
// order of others, are written as their numbers ("\x1b", "\u202e").
std::string visible_text(std::string_view text);

// Of a terminal: line breaks and tabs stay, and so does everything that can be seen; other control characters
// and those that change the order of text are written as their numbers. What JSON may contain is written as
// JSON does ("\u009b"), so that JSON stays JSON.
// A stream of pieces: a character may be cut between two of them.
class TerminalText {
 public:
  // `has_colours`: this program's own sequences for red and back pass.
  explicit TerminalText(bool has_colours) : has_colours_(has_colours) {}
  std::string take(std::string_view piece);

 private:
  bool has_colours_;
  std::string rest_;  // of a piece, until the next one shows what it is
};

// The whole text.
std::string terminal_text(std::string_view text);
// Whether that is another text.
bool has_control_characters(std::string_view text);

inline constexpr std::string_view kRed = "\033[31m", kNotRed = "\033[0m";

}  // namespace lockstep
