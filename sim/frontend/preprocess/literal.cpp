#include "sim/frontend/preprocess/literal.hpp"

#include <fmt/format.h>

#include <charconv>
#include <system_error>

namespace lockstep::sim::language {
namespace {

int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 99;
}

bool starts_hex(std::string_view text) { return text.size() > 1 && text[0] == '0' && (text[1] | 32) == 'x'; }

// Reads the suffix of a number; returns false if the suffix is not valid.
bool read_suffix(std::string_view suffix, NumberLiteral& number) {
  for (const char c : suffix) {
    const char lower = static_cast<char>(c | 32);
    if (lower == 'u' && !number.has_u && !number.is_floating)
      number.has_u = true;
    else if (lower == 'l' && !(number.is_floating && (number.has_l || number.has_f || number.has_h)))
      number.has_l = true;
    else if (lower == 'f' && number.is_floating && !number.has_f)
      number.has_f = true;
    else if (lower == 'h' && number.is_floating && !number.has_h)
      number.has_h = true;
    else
      return false;
  }
  return suffix.size() <= 3;
}

template <class T>
bool read_floating(std::string_view digits, std::chars_format format, NumberLiteral& number,
                   std::size_t& used) {
  T value{};
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, format);
  used = static_cast<std::size_t>(end - digits.data());
  if (error == std::errc::invalid_argument) return false;
  if (error == std::errc::result_out_of_range) {
    // from_chars reports the same error for overflow and underflow, so the sign of the exponent
    // distinguishes them.
    const bool tiny = digits.substr(0, used).find('-') != std::string_view::npos ||
                      digits.starts_with("0.") || digits.starts_with(".");
    value = tiny ? T{0} : std::numeric_limits<T>::infinity();
  }
  number.floating = static_cast<double>(value);
  return true;
}

Literal<NumberLiteral> parse_floating(std::string_view text, bool floats_are_single) {
  NumberLiteral number;
  number.is_floating = true;
  const bool hex = starts_hex(text);
  const std::string_view digits = hex ? text.substr(2) : text;
  const auto format = hex ? std::chars_format::hex : std::chars_format::general;
  std::size_t used = 0;
  if (!read_floating<double>(digits, format, number, used) || !read_suffix(digits.substr(used), number))
    return tl::unexpected(fmt::format("'{}' is not a number", text));
  if (number.has_f || floats_are_single) read_floating<float>(digits, format, number, used);
  return number;
}

Literal<NumberLiteral> parse_integer(std::string_view text) {
  NumberLiteral number;
  unsigned base = 10;
  std::size_t at = 0;
  if (starts_hex(text)) {
    base = 16;
    at = 2;
  } else if (text.size() > 1 && text[0] == '0' && (text[1] | 32) == 'b') {
    base = 2;
    at = 2;
  } else if (text[0] == '0') {
    base = 8;
  }
  number.is_decimal = base == 10;
  const std::size_t first = at;
  for (; at < text.size() && digit_value(text[at]) < static_cast<int>(base); ++at) {
    const auto digit = static_cast<unsigned>(digit_value(text[at]));
    if (number.integer > (UINT64_MAX - digit) / base)
      return tl::unexpected(fmt::format("the integer {} does not fit in 64 bits", text));
    number.integer = number.integer * base + digit;
  }
  if (at == first || !read_suffix(text.substr(at), number))
    return tl::unexpected(fmt::format("'{}' is not a number", text));
  return number;
}

// Returns the value of the escape sequence after a backslash, and moves `at` past the sequence.
std::uint32_t read_escape(std::string_view text, std::size_t& at) {
  const char c = text[at++];
  if (c >= '0' && c <= '7') {
    auto value = static_cast<std::uint32_t>(c - '0');
    for (int i = 0; i < 2 && at < text.size() && text[at] >= '0' && text[at] <= '7'; ++i)
      value = value * 8 + static_cast<std::uint32_t>(text[at++] - '0');
    return value;
  }
  if (c == 'x') {
    std::uint32_t value = 0;
    while (at < text.size() && digit_value(text[at]) < 16)
      value = value * 16 + static_cast<std::uint32_t>(digit_value(text[at++]));
    return value;
  }
  constexpr std::string_view kNames = "abfnrtve";
  constexpr std::string_view kValues = "\a\b\f\n\r\t\v\x1b";
  const std::size_t named = kNames.find(c);
  return static_cast<unsigned char>(named == std::string_view::npos ? c : kValues[named]);
}

}  // namespace

Literal<NumberLiteral> parse_number(std::string_view text, bool floats_are_single) {
  const bool hex = starts_hex(text);
  const std::string_view marks = hex ? ".pP" : ".eE";
  const bool binary = text.size() > 1 && text[0] == '0' && (text[1] | 32) == 'b';
  if (!binary && text.find_first_of(marks) != std::string_view::npos)
    return parse_floating(text, floats_are_single);
  // Other compilers accept "1f" as a float, and kernels use this form.
  if (!hex && !binary && (text.back() | 32) == 'f') return parse_floating(text, floats_are_single);
  return parse_integer(text);
}

Literal<std::int32_t> parse_character(std::string_view text) {
  auto decoded = parse_string(text);
  if (!decoded) return tl::unexpected(decoded.error());
  if (decoded->empty()) return tl::unexpected(std::string("a character is missing between the quotes"));
  // If there are several characters, the first is the most significant, as in GCC and Clang.
  std::int32_t value = static_cast<signed char>((*decoded)[0]);
  for (std::size_t i = 1; i < decoded->size(); ++i)
    value = static_cast<std::int32_t>((static_cast<std::uint32_t>(value) << 8) |
                                      static_cast<unsigned char>((*decoded)[i]));
  return value;
}

Literal<std::string> parse_string(std::string_view text) {
  const std::string_view inner = text.substr(1, text.size() - 2);
  std::string result;
  for (std::size_t at = 0; at < inner.size();) {
    const char c = inner[at++];
    if (c == '\\' && at < inner.size())
      result += static_cast<char>(read_escape(inner, at));
    else
      result += c;
  }
  return result;
}

}  // namespace lockstep::sim::language
