#include "assignment/submission/text_of_bytes.hpp"

#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

#include "assignment/submission/files/file_name.hpp"

namespace lockstep::assignment {
namespace {

constexpr std::string_view kMarkOfUtf8 = "\xef\xbb\xbf", kLittleEndian = "\xff\xfe", kBigEndian = "\xfe\xff";
constexpr char32_t kUnknown = 0xfffd;  // U+FFFD REPLACEMENT CHARACTER

// The characters of Windows-1252 for the bytes 0x80 to 0x9f. The other bytes are Latin-1, whose codes equal
// those of Unicode.
constexpr std::array<char32_t, 32> kOfWindows{
    0x20ac, kUnknown, 0x201a,   0x0192, 0x201e,   0x2026,   0x2020, 0x2021,   0x02c6, 0x2030, 0x0160,
    0x2039, 0x0152,   kUnknown, 0x017d, kUnknown, kUnknown, 0x2018, 0x2019,   0x201c, 0x201d, 0x2022,
    0x2013, 0x2014,   0x02dc,   0x2122, 0x0161,   0x203a,   0x0153, kUnknown, 0x017e, 0x0178};

void append(std::string& text, char32_t code) {
  const auto add = [&](char32_t byte) { text += static_cast<char>(static_cast<unsigned char>(byte)); };
  if (code < 0x80) return add(code);
  if (code < 0x800) {
    add(0xc0 | code >> 6);
  } else if (code < 0x10000) {
    add(0xe0 | code >> 12);
    add(0x80 | (code >> 6 & 0x3f));
  } else {
    add(0xf0 | code >> 18);
    add(0x80 | (code >> 12 & 0x3f));
    add(0x80 | (code >> 6 & 0x3f));
  }
  add(0x80 | (code & 0x3f));
}

std::string from_utf16(std::string_view bytes, bool is_big_endian) {
  const auto unit = [&](std::size_t i) -> char32_t {
    const auto first = static_cast<unsigned char>(bytes[i]),
               second = static_cast<unsigned char>(bytes[i + 1]);
    return is_big_endian ? static_cast<char32_t>(first << 8 | second)
                         : static_cast<char32_t>(second << 8 | first);
  };
  std::string text;
  for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) {
    const char32_t code = unit(i);
    if (code < 0xd800 || code > 0xdfff) {
      append(text, code);
      continue;
    }
    const bool is_first = code < 0xdc00 && i + 3 < bytes.size();
    const char32_t next = is_first ? unit(i + 2) : 0;
    if (next < 0xdc00 || next > 0xdfff) {
      append(text, kUnknown);
      continue;
    }
    append(text, 0x10000 + ((code - 0xd800) << 10) + (next - 0xdc00));
    i += 2;
  }
  if (bytes.size() % 2 != 0) append(text, kUnknown);
  return text;
}

std::string from_windows_1252(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) {
    const auto code = static_cast<unsigned char>(c);
    append(text, code >= 0x80 && code < 0xa0 ? kOfWindows[code - 0x80u] : char32_t{code});
  }
  return text;
}

// Converts the line ends. Returns true if there were line ends of another system.
bool unify_line_ends(std::string& text) {
  if (text.find('\r') == text.npos) return false;
  std::size_t to = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
    text[to++] = text[i] == '\r' ? '\n' : text[i];
  }
  text.resize(to);
  return true;
}

TextOfBytes decoded(const std::string& bytes) {
  using Encoding = TextOfBytes::Encoding;
  const std::string_view all = bytes;
  if (all.starts_with(kLittleEndian)) return {from_utf16(all.substr(2), false), Encoding::utf16};
  if (all.starts_with(kBigEndian)) return {from_utf16(all.substr(2), true), Encoding::utf16};
  if (!is_utf8(all)) return {from_windows_1252(all), Encoding::windows_1252};
  if (all.starts_with(kMarkOfUtf8)) return {bytes.substr(kMarkOfUtf8.size()), Encoding::utf8_with_mark};
  return {bytes, Encoding::utf8};
}

}  // namespace

TextOfBytes text_of_bytes(std::string bytes) {
  TextOfBytes result = decoded(bytes);
  if (result.text.find('\0') != std::string::npos) return {std::move(bytes), TextOfBytes::Encoding::none};
  result.had_other_line_ends = unify_line_ends(result.text);
  return result;
}

}  // namespace lockstep::assignment
