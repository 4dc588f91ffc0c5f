// What each part of a kernel's text is, for its colours: by the simulator's own lexer and its own tables of
// words, types and functions, so that what is coloured as a builtin is one. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gui/canvas/canvas.hpp"

namespace lockstep::gui {

enum class CodeKind : std::uint8_t {
  plain,
  keyword,  // statements, qualifiers, address spaces
  type,     // also the types that OpenCL C predefines
  builtin,  // a call of one of OpenCL C's own functions
  number,   // also predefined constants
  string,   // also characters
  comment,
  directive,  // `#` and the word behind it
};

// Bytes of one line, in order; what lies between is plain.
struct CodeSpan {
  std::size_t begin = 0, end = 0;
  CodeKind kind = CodeKind::plain;
  bool operator==(const CodeSpan&) const = default;
};
using LineColours = std::vector<CodeSpan>;

// One entry for each line.
std::vector<LineColours> colour_code(const std::vector<std::string>& lines);

// Never by colour alone: keywords are bold, comments paler, builtins stand before a parenthesis.
TextStyle code_style(CodeKind kind);

}  // namespace lockstep::gui
