// The lexer produces tokens, the preprocessor rearranges them, and the parser reads them.
#pragma once

#include <cstdint>
#include <string_view>

#include "sim/bytecode/source.hpp"

namespace lockstep::sim::language {

enum class TokenKind : std::uint8_t {
  end,         // end of the file or of the entire translation unit
  identifier,  // also keywords, which only the parser distinguishes from names
  number,      // preprocessing number, including "1e+5x"
  character,
  string,
  punctuator,
  other,  // any other character; an error only if it reaches the parser
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

// Returns the range from the start of `first` to the end of `last`.
SourceRange join(const SourceRange& first, const SourceRange& last);

}  // namespace lockstep::sim::language
