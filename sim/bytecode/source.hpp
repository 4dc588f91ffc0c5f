// A range of the source text. Each token, tree node and bytecode instruction has a range.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lockstep::sim {

// Lines and columns (in bytes) are 1-based; `file` is an index into the SourceManager's files. Text that
// results from the expansion of a macro has the range of the macro's use.
struct SourceRange {
  std::uint32_t file = 0;
  std::uint32_t line = 1;
  std::uint32_t column = 1;
  std::uint32_t end_line = 1;
  std::uint32_t end_column = 1;  // one past the last character
  bool operator==(const SourceRange&) const = default;
};

struct SourceFile {
  std::string path;  // as shown in messages
  std::string text;
  bool is_library = false;  // built-in library: messages and counters refer to the line that uses it
  std::string line_text(std::uint32_t line) const;  // without the newline; empty past the end
};

}  // namespace lockstep::sim
