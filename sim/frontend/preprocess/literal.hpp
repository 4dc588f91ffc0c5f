// Computes the values of number, character and string tokens.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace lockstep::sim::language {

struct NumberLiteral {
  bool is_floating = false;
  std::uint64_t integer = 0;
  double floating = 0;  // already rounded to float for a float literal
  bool is_decimal = true;
  bool has_u = false, has_l = false, has_f = false, has_h = false;
};

// A value, or an error message without a location.
template <class T>
using Literal = tl::expected<T, std::string>;

// If `floats_are_single` is true, a literal without a suffix is rounded to
// float (-cl-single-precision-constant).
Literal<NumberLiteral> parse_number(std::string_view text, bool floats_are_single);
Literal<std::int32_t> parse_character(std::string_view text);  // `text` includes the quotes
Literal<std::string> parse_string(std::string_view text);      // `text` includes the quotes

}  // namespace lockstep::sim::language
