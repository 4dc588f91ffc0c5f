#include "assignment/report/markup.hpp"

#include <cstddef>

#include "core/base/text/csv.hpp"

namespace lockstep::assignment {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

unsigned char byte_at(std::string_view text, std::size_t at) {
  return at < text.size() ? static_cast<unsigned char>(text[at]) : 0;
}

// Returns the length in bytes of the multi-byte character that begins here; 0 if the character is invalid or
// not permitted in XML.
// https://www.unicode.org/versions/Unicode15.0.0/ch03.pdf, table 3-7
std::size_t long_character(std::string_view text, std::size_t at) {
  const unsigned char first = byte_at(text, at), second = byte_at(text, at + 1);
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4) return 0;
  if ((first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F)) return 0;
  if ((first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F)) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte_at(text, at + i) & 0xC0U) != 0x80) return 0;
  const bool is_no_character = first == 0xEF && second == 0xBF && byte_at(text, at + 2) >= 0xBE;
  return is_no_character ? 0 : length;
}

std::string_view short_character(const char& c) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
    case '\n':
    case '\t':
      return {&c, 1};
    default:
      return static_cast<unsigned char>(c) < ' ' || c == 0x7F ? kReplacement : std::string_view(&c, 1);
  }
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    if (byte_at(text, at) < 0x80) {
      result += short_character(text[at++]);
      continue;
    }
    const std::size_t length = long_character(text, at);
    result += length == 0 ? kReplacement : text.substr(at, length);
    at += length == 0 ? 1 : length;
  }
  return result;
}

std::string csv_cell(const std::string& text) {
  constexpr std::string_view formulas = "=+-@\t\r";
  const bool is_formula = !text.empty() && formulas.find(text.front()) != formulas.npos;
  return csv_field(is_formula ? "'" + text : text);
}

}  // namespace lockstep::assignment
