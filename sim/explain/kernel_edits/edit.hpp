// A change to a kernel's text at one place, which a trial run tests and *Apply the cure* offers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/bytecode/source.hpp"

namespace lockstep::sim {

struct Edit {
  std::string words;  // "Write < in place of >= at line 5": a sentence without its full stop
  std::uint32_t line = 0;
  std::string text;     // the whole text with the change; all lines keep their numbers
  std::string shown{};  // the text with new statements on separate lines; "": the same as `text`
  // Whether a statement is missing. Its place is `line`, which has room for the statement, or, if
  // `after_line` is not 0, between `after_line` and `line`.
  bool is_missing = false;
  std::uint32_t after_line = 0;
  std::vector<std::uint32_t> other_lines{};  // lines that are changed together with `line`

  const std::string& repaired() const { return shown.empty() ? text : shown; }
};
using Edits = std::vector<Edit>;

// Returns the byte offset of a place in the text; the size of the text if the place is past the end.
std::size_t offset_in(const std::string& text, std::uint32_t line, std::uint32_t column);
// Returns the text of a range of the kernel's own file.
std::string text_of(const std::string& text, const SourceRange& range);
std::string with_replaced(const std::string& text, const SourceRange& range, const std::string& replacement);

}  // namespace lockstep::sim
