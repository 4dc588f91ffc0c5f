// Classifies the parts of a kernel's text, so that they can be coloured. The lexer and the tables of the
// simulator are used, so exactly the supported built-in functions are coloured as built-in functions.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/plan/language.hpp"
#include "gui/canvas/canvas.hpp"

namespace lockstep::gui {

enum class CodeKind : std::uint8_t {
  plain,
  keyword,  // statements, qualifiers, address spaces
  type,     // also the language's predefined types
  builtin,  // a call of a built-in function
  number,   // also predefined constants
  string,   // also character literals
  comment,
  directive,  // `#` and the next word
};

// A range of bytes in one line. The spans of a line are in order; text between them is plain.
struct CodeSpan {
  std::size_t begin = 0, end = 0;
  CodeKind kind = CodeKind::plain;
  bool operator==(const CodeSpan&) const = default;
};
using LineColours = std::vector<CodeSpan>;

// Returns the spans of each line.
std::vector<LineColours> colour_code(const std::vector<std::string>& lines,
                                     Language language = Language::opencl_c);

// Returns the style of a kind of text. Colour is never the only distinction: keywords are bold, comments are
// paler, and built-in functions precede a parenthesis.
TextStyle code_style(CodeKind kind);

}  // namespace lockstep::gui
