// A change of a kernel's text at one place, as a trial runs it and as *Apply the cure* offers it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/bytecode/source.hpp"

namespace lockstep::sim {

struct Edit {
  std::string words;  // "Write < in place of >= at line 5": a sentence without its full stop
  std::uint32_t line = 0;
  std::string text;     // the whole text with the change; no line has moved
  std::string shown{};  // the same with new statements on separate lines; "": as `text`
  // A statement is missing: in `line`, which has room for it, or, if `after_line` is not 0, between
  // `after_line` and `line`.
  bool is_missing = false;
  std::uint32_t after_line = 0;
  std::vector<std::uint32_t> other_lines{};  // changed together with `line`

  const std::string& repaired() const { return shown.empty() ? text : shown; }
};
using Edits = std::vector<Edit>;

// The byte offset of a place in the text; the text's size for a place past the end.
std::size_t offset_in(const std::string& text, std::uint32_t line, std::uint32_t column);
// The text of a range of the kernel's own file.
std::string text_of(const std::string& text, const SourceRange& range);
std::string with_replaced(const std::string& text, const SourceRange& range, const std::string& replacement);

}  // namespace lockstep::sim
