// The location of a piece of kernel text: every token, tree node and bytecode instruction keeps its range.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lockstep::sim {

// 1-based line and column (in bytes); `file` indexes the SourceManager's files. A range inside a macro's
// expansion is that of the macro's use.
struct SourceRange {
  std::uint32_t file = 0;
  std::uint32_t line = 1;
  std::uint32_t column = 1;
  std::uint32_t end_line = 1;
  std::uint32_t end_column = 1;  // one past the last character
  bool operator==(const SourceRange&) const = default;
};

struct SourceFile {
  std::string path;  // as messages show it
  std::string text;
  bool is_library = false;  // built in: messages and counters name the line that uses it
  std::string line_text(std::uint32_t line) const;  // without its newline; empty past the end
};

}  // namespace lockstep::sim
