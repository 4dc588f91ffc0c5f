// Converts text to preprocessing tokens. Comments become blanks, and a backslash at the end of a line joins
// it with the next line.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "sim/frontend/preprocess/token.hpp"
#include "sim/frontend/text/diagnostics.hpp"

namespace lockstep::sim::language {

// Stores the text of tokens that do not appear in a file in this form, because they were pasted together or
// are split by a line end.
class StringPool {
 public:
  std::string_view add(std::string text) { return strings_.emplace_back(std::move(text)); }

 private:
  std::deque<std::string> strings_;
};

// Returns all tokens of a file; the last token is of kind end.
std::vector<Token> lex_file(std::uint32_t file, Diagnostics& diagnostics, StringPool& pool);

// Returns the length of the longest punctuator at the start of `text`, or 0.
std::size_t punctuator_length(std::string_view text);

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_identifier_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}
constexpr bool is_identifier_part(char c) { return is_identifier_start(c) || is_digit(c); }

}  // namespace lockstep::sim::language
