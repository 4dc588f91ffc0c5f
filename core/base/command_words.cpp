#include "core/base/command_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

namespace lockstep {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// Of a word that needs no quotes in any shell.
bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("_-./=,:+@%").find(c) != std::string_view::npos ||
         static_cast<unsigned char>(c) >= 0x80;
}

std::string quoted(const std::string& word) {
  if (!word.empty() && std::ranges::all_of(word, is_plain)) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

class CommandReader {
 public:
  explicit CommandReader(std::string_view text) : rest_(text) {}

  Result<std::vector<std::string>> read() {
    std::vector<std::string> words;
    while (true) {
      while (!rest_.empty() && is_blank(rest_.front())) rest_.remove_prefix(1);
      if (rest_.empty()) return words;
      std::string word;
      while (!rest_.empty() && !is_blank(rest_.front()))
        if (const char* wrong = take_part(word)) return failure(wrong);
      words.push_back(std::move(word));
    }
  }

 private:
  char take() {
    const char c = rest_.front();
    rest_.remove_prefix(1);
    return c;
  }

  // A character, or what stands in quotes. What is wrong with it; null: nothing.
  const char* take_part(std::string& word) {
    const char c = take();
    if (c == '\'' || c == '"') return take_quoted(c, word);
    if (c != '\\') return word += c, nullptr;
    if (rest_.empty()) return "The command ends with \\; leave it out, or write the character after it.";
    word += take();
    return nullptr;
  }

  const char* take_quoted(char quote, std::string& word) {
    while (!rest_.empty()) {
      const char c = take();
      if (c == quote) return nullptr;
      const bool escapes =
          c == '\\' && quote == '"' && !rest_.empty() && (rest_.front() == '"' || rest_.front() == '\\');
      word += escapes ? take() : c;
    }
    return quote == '"' ? "The quote \" is not closed." : "The quote ' is not closed.";
  }

  std::string_view rest_;
};

// The code point at the beginning of `text` and its bytes; 0 bytes: this is not UTF-8.
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

// Control characters, spaces that are no blank, and what Unicode has to change the direction of text, to
// join, to fill and to tag (categories Cc, Cf, Zl, Zp, and Zs but for the blank).
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

}  // namespace

Result<std::vector<std::string>> command_words(std::string_view command) {
  return CommandReader(command).read();
}

std::string command_text(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + quoted(word);
  return text;
}

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

}  // namespace lockstep
