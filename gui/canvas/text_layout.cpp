#include "gui/canvas/text_layout.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>

namespace lockstep::gui {
namespace {

// Where the word that begins at `begin` ends. A sum's sign stays with what is summed.
std::size_t word_end(std::string_view text, std::size_t begin) {
  const auto blank = [&](std::size_t from) { return std::min(text.find(' ', from), text.size()); };
  const std::size_t end = blank(begin);
  return text.substr(begin, end - begin) == "Σ" && end < text.size() ? blank(end + 1) : end;
}

// A word that is too long for a line, as a sum over many inputs is, goes on in the next after a comma.
template <class Fits>
std::string broken_at_commas(std::string word, std::vector<std::string>& lines, Fits fits) {
  while (!fits(word)) {
    std::size_t end = 0;
    for (std::size_t comma = word.find(','); comma < word.size() - 1 && fits(word.substr(0, comma + 1));
         comma = word.find(',', comma + 1))
      end = comma + 1;
    if (end == 0) break;
    lines.push_back(word.substr(0, end));
    word.erase(0, end);
  }
  return word;
}

}  // namespace

std::vector<std::string> wrap_text(const Canvas& canvas, std::string_view text, const TextStyle& style,
                                   float width) {
  std::vector<std::string> lines;
  const std::string said = canvas.said(text, style);
  text = said;
  const auto fits = [&](const std::string& line) { return canvas.text_width(line, style) <= width; };
  while (!text.empty()) {
    const std::string_view paragraph = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), paragraph.size() + 1));
    std::string line;
    for (std::size_t begin = 0; begin <= paragraph.size();) {
      const std::size_t end = word_end(paragraph, begin);
      const std::string_view word = paragraph.substr(begin, end - begin);
      std::string longer = line.empty() ? std::string(word) : line + ' ' + std::string(word);
      if (fits(longer)) {
        line = std::move(longer);
      } else {
        if (!line.empty()) lines.push_back(std::move(line));
        line = broken_at_commas(std::string(word), lines, fits);
      }
      begin = end + 1;
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

std::string format_count(std::uint64_t value) {
  constexpr std::array<std::pair<std::uint64_t, const char*>, 3> units{
      {{std::uint64_t{1} << 30, " Gi"}, {std::uint64_t{1} << 20, " Mi"}, {std::uint64_t{1} << 10, " Ki"}}};
  for (const auto& [factor, suffix] : units) {
    if (value >= 8 * 1024 && value % factor == 0) return std::to_string(value / factor) + suffix;
  }
  std::string digits = std::to_string(value);
  if (digits.size() <= 4) return digits;
  for (std::size_t i = digits.size() - 3; i > 0 && i < digits.size(); i = i < 3 ? 0 : i - 3)
    digits.insert(i, ",");
  return digits;
}

std::optional<std::uint64_t> parse_count(std::string_view text) {
  std::string clean;
  for (const char c : text) {
    if (c != ' ' && c != ',' && c != '_') clean += c;
  }
  std::uint64_t value = 0;
  const char* end = clean.data() + clean.size();
  const auto [stop, error] = std::from_chars(clean.data(), end, value);
  if (error != std::errc{}) return std::nullopt;
  const std::string_view unit(stop, static_cast<std::size_t>(end - stop));
  const unsigned shift = unit.empty()                                 ? 0
                         : unit == "Ki" || unit == "K" || unit == "k" ? 10
                         : unit == "Mi" || unit == "M"                ? 20
                         : unit == "Gi" || unit == "G"                ? 30
                                                                      : 64;
  if (shift == 64 || value > (UINT64_MAX >> shift)) return std::nullopt;
  return value << shift;
}

}  // namespace lockstep::gui
