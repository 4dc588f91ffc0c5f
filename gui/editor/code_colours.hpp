// The kind of each part of a kernel's text, for its colour. By the lexer and the tables of the simulator, so
// that exactly its built-in functions are coloured as such.
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
  type,     // also the types that the language predefines
  builtin,  // a call of a built-in function of the language
  number,   // also predefined constants
  string,   // also characters
  comment,
  directive,  // `#` and the next word
};

// Bytes of one line, in order; the text between spans is plain.
struct CodeSpan {
  std::size_t begin = 0, end = 0;
  CodeKind kind = CodeKind::plain;
  bool operator==(const CodeSpan&) const = default;
};
using LineColours = std::vector<CodeSpan>;

// One entry for each line.
std::vector<LineColours> colour_code(const std::vector<std::string>& lines,
                                     Language language = Language::opencl_c);

// Never by colour alone: keywords are bold, comments paler, built-in functions precede a parenthesis.
TextStyle code_style(CodeKind kind);

}  // namespace lockstep::gui
