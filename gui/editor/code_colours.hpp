// Classifies the parts of a kernel's text to colour them. It uses the lexer and the tables of the simulator,
// so that exactly the supported built-in functions are coloured as such.
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

// Bytes of one line, in order; text between spans is plain.
struct CodeSpan {
  std::size_t begin = 0, end = 0;
  CodeKind kind = CodeKind::plain;
  bool operator==(const CodeSpan&) const = default;
};
using LineColours = std::vector<CodeSpan>;

// One entry for each line.
std::vector<LineColours> colour_code(const std::vector<std::string>& lines,
                                     Language language = Language::opencl_c);

// Colour is never the only distinction: keywords are bold, comments are paler, built-in functions precede
// a parenthesis.
TextStyle code_style(CodeKind kind);

}  // namespace lockstep::gui
