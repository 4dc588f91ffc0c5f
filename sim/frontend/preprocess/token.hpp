// A token: produced by the lexer, rearranged by the preprocessor, read by the parser.
#pragma once

#include <cstdint>
#include <string_view>

#include "sim/bytecode/source.hpp"

namespace lockstep::sim::language {

enum class TokenKind : std::uint8_t {
  end,         // of the file, or of the whole translation unit
  identifier,  // keywords too: only the parser distinguishes them
  number,      // as the preprocessor sees numbers, "1e+5x" included
  character,
  string,
  punctuator,
  other,  // a character that begins no token; an error only if it reaches the parser
};

struct Token {
  TokenKind kind = TokenKind::end;
  std::string_view text;  // points into a source file or the string pool
  SourceRange range;
  std::uint32_t hide_set = 0;  // macros that this token must not expand (preprocessor only)
  bool at_line_start = false;
  bool space_before = false;

  bool is(std::string_view wanted) const {
    return text == wanted && (kind == TokenKind::punctuator || kind == TokenKind::identifier);
  }
  bool is_identifier() const { return kind == TokenKind::identifier; }
};

// From the beginning of `first` to the end of `last`.
SourceRange join(const SourceRange& first, const SourceRange& last);

}  // namespace lockstep::sim::language
