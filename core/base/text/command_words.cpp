#include "core/base/text/command_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

namespace lockstep {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// Whether a character needs no quotes in any shell.
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

  // Takes one character or one quoted string. Returns an error message, or null.
  const char* take_part(std::string& word) {
    const char c = take();
    if (c == '\'' || c == '"') return take_quoted(c, word);
    if (c != '\\') return word += c, nullptr;
    if (rest_.empty()) return "The command ends with \\; remove it, or add the character that it escapes.";
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

}  // namespace

Result<std::vector<std::string>> command_words(std::string_view command) {
  return CommandReader(command).read();
}

std::string command_text(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + quoted(word);
  return text;
}

}  // namespace lockstep
