#include "core/base/text/visible_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace lockstep {
namespace {

// The code point at the beginning of `text` and its length in bytes; 0 bytes if it is not UTF-8.
std::pair<std::uint32_t, std::size_t> code_point(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i]));
  };
  const std::uint32_t first = byte(0);
  if (first < 0x80) return {first, 1};
  const std::size_t bytes = first >= 0xF0 && first < 0xF8 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 0;
  if (bytes == 0 || first >= 0xF8 || text.size() < bytes) return {first, 0};
  std::uint32_t code = first & (0xFFu >> (bytes + 1));
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {first, 0};
    code = code << 6 | (byte(i) & 0x3F);
  }
  return {code, bytes};
}

// Control characters, spaces other than U+0020, and Unicode's characters for text direction, joining, filling
// and tagging (categories Cc, Cf, Zl, Zp, and Zs except U+0020).
bool is_hidden(std::uint32_t code) {
  constexpr std::pair<std::uint32_t, std::uint32_t> kHidden[] = {
      {0, 0x1F},        {0x7F, 0xA0},     {0xAD, 0xAD},     {0x34F, 0x34F},     {0x600, 0x605},
      {0x61C, 0x61C},   {0x6DD, 0x6DD},   {0x70F, 0x70F},   {0x115F, 0x1160},   {0x1680, 0x1680},
      {0x17B4, 0x17B5}, {0x180B, 0x180F}, {0x2000, 0x200F}, {0x2028, 0x202F},   {0x205F, 0x206F},
      {0x2800, 0x2800}, {0x3000, 0x3000}, {0x3164, 0x3164}, {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},
      {0xFFA0, 0xFFA0}, {0xFFF0, 0xFFFB}, {0xD800, 0xF8FF}, {0x1D173, 0x1D17A}, {0xE0000, 0x10FFFF}};
  return std::ranges::any_of(kHidden,
                             [&](const auto& range) { return code >= range.first && code <= range.second; });
}

// Characters that a terminal interprets instead of showing, and characters that change the order of the
// text around them.
bool is_for_terminal(std::uint32_t code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || (code >= 0x202A && code <= 0x202E) ||
         (code >= 0x2066 && code <= 0x2069);
}

// Length in bytes of the UTF-8 character that begins with `first`; 1 if no character begins with it.
std::size_t bytes_from(char first) {
  const auto byte = static_cast<unsigned char>(first);
  return byte >= 0xF0 && byte < 0xF8   ? 4
         : byte >= 0xE0 && byte < 0xF0 ? 3
         : byte >= 0xC2 && byte < 0xE0 ? 2
                                       : 1;
}

}  // namespace

std::string visible_text(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    const auto [code, bytes] = code_point(text);
    if (bytes == 0 || (bytes == 1 && is_hidden(code)))
      shown += fmt::format("\\x{:02x}", code);
    else if (is_hidden(code))
      shown += fmt::format("\\u{:04x}", code);
    else
      shown += text.substr(0, bytes);
    text.remove_prefix(std::max<std::size_t>(bytes, 1));
  }
  return shown;
}

std::string TerminalText::take(std::string_view piece) {
  rest_ += piece;
  return take_rest(false);
}

std::string TerminalText::end() { return take_rest(true); }

std::string TerminalText::take_rest(bool is_end) {
  const std::string whole = std::exchange(rest_, {});
  std::string shown;
  shown.reserve(whole.size());
  for (std::string_view text = whole; !text.empty();) {
    const char first = text.front();
    const bool may_be_cut = (first == '\r' && text.size() == 1) || text.size() < bytes_from(first) ||
                            (has_colours_ && text.size() < kRed.size() &&
                             (kRed.starts_with(text) || (kNotRed.starts_with(text) && text != kNotRed)));
    if (may_be_cut && !is_end) {
      rest_ = text;
      break;
    }
    std::size_t taken = 1;
    if (has_colours_ && (text.starts_with(kRed) || text.starts_with(kNotRed))) {
      taken = text.starts_with(kRed) ? kRed.size() : kNotRed.size();
      shown += text.substr(0, taken);
    } else if (first == '\n' || first == '\t' || text.starts_with("\r\n")) {
      shown += first;
    } else {
      const auto [code, bytes] = code_point(text);
      taken = std::max<std::size_t>(bytes, 1);
      const bool is_control = is_for_terminal(code);
      if (is_control && (bytes == 0 || code < 0x20))
        shown += fmt::format("\\x{:02x}", code);
      else if (is_control)
        shown += fmt::format("\\u{:04x}", code);
      else
        shown += text.substr(0, taken);
    }
    text.remove_prefix(taken);
  }
  return shown;
}

bool has_control_characters(std::string_view text) {
  while (!text.empty()) {
    const auto first = static_cast<unsigned char>(text.front());
    std::size_t taken = 1;
    if (first >= 0x7F || (first < 0x20 && first != '\n' && first != '\t')) {
      const auto [code, bytes] = code_point(text);
      if (is_for_terminal(code)) return true;
      taken = std::max<std::size_t>(bytes, 1);
    }
    text.remove_prefix(taken);
  }
  return false;
}

std::string terminal_text(std::string_view text) {
  TerminalText filter(false);
  std::string shown = filter.take(text);
  return shown += filter.end();
}

}  // namespace lockstep
