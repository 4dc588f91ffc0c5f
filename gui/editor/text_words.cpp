#include "gui/editor/text_words.hpp"

#include <algorithm>
#include <cctype>

namespace lockstep::gui {
namespace {

enum class Class : unsigned char { blank, word, sign };

Class class_of(char c) {
  const auto byte = static_cast<unsigned char>(c);
  if (c == ' ' || c == '\t') return Class::blank;
  return byte >= 0x80 || std::isalnum(byte) != 0 || c == '_' ? Class::word : Class::sign;
}

}  // namespace

std::size_t word_right(std::string_view line, std::size_t column) {
  std::size_t at = std::min(column, line.size());
  while (at < line.size() && class_of(line[at]) == Class::blank) ++at;
  if (at == line.size()) return at;
  const Class kind = class_of(line[at]);
  while (at < line.size() && class_of(line[at]) == kind) ++at;
  return at;
}

std::size_t word_left(std::string_view line, std::size_t column) {
  std::size_t at = std::min(column, line.size());
  while (at > 0 && class_of(line[at - 1]) == Class::blank) --at;
  if (at == 0) return 0;
  const Class kind = class_of(line[at - 1]);
  while (at > 0 && class_of(line[at - 1]) == kind) --at;
  return at;
}

std::pair<std::size_t, std::size_t> word_around(std::string_view line, std::size_t column) {
  if (line.empty()) return {0, 0};
  std::size_t inside = std::min(column, line.size() - 1);
  // A place directly after a word belongs to that word, unless another word begins at this place.
  if (inside > 0 && (column >= line.size() || class_of(line[inside]) != Class::word) &&
      class_of(line[inside - 1]) == Class::word && column <= line.size() && column > 0)
    inside = column - 1;
  const Class kind = class_of(line[inside]);
  std::size_t begin = inside, end = inside;
  while (begin > 0 && class_of(line[begin - 1]) == kind) --begin;
  while (end < line.size() && class_of(line[end]) == kind) ++end;
  return {begin, end};
}

std::string name_at(std::string_view line, std::size_t column) {
  const auto [begin, end] = word_around(line, column);
  const std::string_view word = line.substr(begin, end - begin);
  const bool is_name = !word.empty() && (std::isalpha(static_cast<unsigned char>(word[0])) || word[0] == '_');
  return is_name ? std::string(word) : std::string();
}

std::size_t indentation(std::string_view line) {
  return std::min(line.find_first_not_of(" \t"), line.size());
}

std::vector<std::string> split_lines(std::string_view text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0;;) {
    const std::size_t end = text.find('\n', begin);
    std::string line(text.substr(begin, end == std::string_view::npos ? end : end - begin));
    std::erase(line, '\r');
    lines.push_back(std::move(line));
    if (end == std::string_view::npos) return lines;
    begin = end + 1;
  }
}

std::string join_lines(const std::vector<std::string>& lines) {
  std::string text;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i > 0) text += '\n';
    text += lines[i];
  }
  return text;
}

}  // namespace lockstep::gui
