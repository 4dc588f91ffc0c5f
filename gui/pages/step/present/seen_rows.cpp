#include "gui/pages/step/present/seen_rows.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

namespace lockstep::gui {
namespace {

constexpr std::string_view kLineWord = "line", kNumberJoints[] = {" and ", " to ", ", ", "–"};

bool is_word_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

// Takes a number from the beginning of the text.
std::optional<std::uint32_t> take_number(std::string_view& text) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

bool take_joint(std::string_view& text) {
  for (const std::string_view joint : kNumberJoints) {
    if (!text.starts_with(joint)) continue;
    text.remove_prefix(joint.size());
    return true;
  }
  return false;
}

SeenRows rows_of_line(std::span<const CodeRow> rows, std::size_t line) {
  const auto is_of_line = [&](const CodeRow& row) {
    return row.line == line && row.kind == CodeRow::Kind::code;
  };
  const auto first = static_cast<std::size_t>(std::ranges::find_if(rows, is_of_line) - rows.begin());
  return {first, first + static_cast<std::size_t>(std::ranges::count_if(rows, is_of_line))};
}

// Returns the rows of the line and of the other lines that fit in `count` rows together with it.
SeenRows wanted_rows(std::span<const CodeRow> rows, const SeenLines& lines, std::size_t count) {
  SeenRows wanted = rows_of_line(rows, lines.line);
  for (const std::size_t line : lines.also) {
    const SeenRows own = rows_of_line(rows, line);
    const SeenRows both{std::min(wanted.first, own.first), std::max(wanted.last, own.last)};
    if (own.first < own.last && both.last - both.first <= count) wanted = both;
  }
  return wanted;
}

}  // namespace

std::vector<std::uint32_t> named_lines(std::string_view text) {
  std::vector<std::uint32_t> lines;
  for (std::size_t at = 0; (at = text.find(kLineWord, at)) != std::string_view::npos;) {
    const bool begins = at == 0 || !is_word_letter(text[at - 1]);
    at += kLineWord.size();
    std::string_view rest = text.substr(at);
    const bool several = rest.starts_with("s ");
    if (!begins || !(several || rest.starts_with(" "))) continue;
    rest.remove_prefix(several ? 2 : 1);
    do {
      const auto line = take_number(rest);
      if (!line) break;
      lines.push_back(*line);
    } while (several && take_joint(rest));
  }
  return lines;
}

SeenRows seen_rows(std::span<const CodeRow> rows, const SeenLines& lines, std::size_t count) {
  const auto below = std::ranges::find_if(rows, [&](const CodeRow& row) { return row.line >= lines.least; });
  const auto skipped = static_cast<std::size_t>(below - rows.begin());
  rows = rows.subspan(skipped);
  const SeenRows wanted = wanted_rows(rows, lines, count);
  const std::size_t height = wanted.last - wanted.first;
  const std::size_t before = count > height ? (count - height) / 2 : 0;
  const std::size_t most = rows.size() > count ? rows.size() - count : 0;
  const auto goes_on = [&](std::size_t row) {
    return row > 0 && row < rows.size() && rows[row].line == rows[row - 1].line;
  };
  std::size_t first = std::min(wanted.first > before ? wanted.first - before : 0, most);
  while (first < wanted.first && goes_on(first)) ++first;
  std::size_t last = std::min(rows.size(), first + count);
  while (last > wanted.last && goes_on(last)) --last;
  return {skipped + first, skipped + last};
}

}  // namespace lockstep::gui
