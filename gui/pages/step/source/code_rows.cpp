// Breaks lines into rows. A line is broken after the last blank or comma that fits. If there is none, it is
// broken after an opening bracket before a name, and otherwise within a word.
#include "gui/pages/step/source/code_rows.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "gui/canvas/text.hpp"

namespace lockstep::gui {
namespace {

constexpr std::size_t kHanging = 4;  // additional columns of indentation below the first row of a line

// Returns the position after `columns` columns of `text`, counted from `begin`.
std::size_t advance(std::string_view text, std::size_t begin, std::size_t columns) {
  std::size_t at = begin;
  while (at < text.size() && columns-- > 0) next_code_point(text, at);
  return at;
}

// Returns the end of the row that begins at `begin`. `comment_at`: the position at which a comment
// begins in the line.
std::size_t break_of(std::string_view text, std::size_t begin, std::size_t columns, std::size_t comment_at) {
  const std::size_t most = advance(text, begin, columns);
  if (most >= text.size()) return text.size();
  // In code, prefer a break after a comma in the second half of the row.
  const bool comment = comment_at < most;
  for (std::size_t at = most; !comment && at > begin + (most - begin) / 2; --at) {
    if (text[at - 1] == ' ' && text[at - 2] == ',') return at;
  }
  for (std::size_t at = most; at > begin + 1; --at) {
    const char before = text[at - 1];
    if ((before == ' ' && text[at] != ' ') || before == ',') {
      if (text.substr(begin, at - begin).find_first_not_of(' ') == std::string_view::npos) break;
      return at;
    }
  }
  for (std::size_t at = most; at > begin + 1; --at) {
    const bool opens = text[at - 1] == '(' || text[at - 1] == '[';
    if (opens && (std::isalpha(static_cast<unsigned char>(text[at])) != 0 || text[at] == '_')) return at;
  }
  return most;
}

// The maximum number of columns in the first row of a line, and in its other rows.
struct Room {
  std::size_t first, rest;
};

void add_rows(std::vector<CodeRow>& rows, CodeRow row, std::string_view text, Room wide,
              std::size_t rest_indent) {
  std::size_t columns = std::max<std::size_t>(wide.first, 8);
  std::size_t begin = 0;
  const std::size_t comment_at = text.find("//");
  do {
    const std::size_t room = columns > row.indent + 8 ? columns - row.indent : 8;
    row.begin = begin;
    row.end = break_of(text, begin, room, comment_at);
    rows.push_back(row);
    begin = row.end;
    row.indent = rest_indent;
    columns = std::max<std::size_t>(wide.rest, 8);
  } while (begin < text.size());
}

// Returns the indentation of the rows below a line's first row.
std::size_t rest_indent(std::string_view text, std::size_t columns) {
  const std::size_t indent = std::min(text.find_first_not_of(' '), text.size());
  return std::min(indent + kHanging, columns / 2);
}

}  // namespace

std::size_t count_columns(std::string_view text, std::size_t begin, std::size_t end) {
  std::size_t columns = 0;
  for (std::size_t at = begin; at < std::min(end, text.size()); ++columns) next_code_point(text, at);
  return columns;
}

std::vector<CodeRow> make_code_rows(const std::vector<SourceLine>& lines, std::size_t columns,
                                    const std::vector<RemovedLine>& removed, std::size_t margin) {
  std::vector<CodeRow> rows;
  const std::size_t most = columns + margin;
  std::size_t next_removed = 0;
  const auto add_removed = [&](std::size_t before, std::size_t line) {
    for (; next_removed < removed.size() && removed[next_removed].before == before; ++next_removed) {
      CodeRow row;
      row.kind = CodeRow::Kind::removed;
      row.line = line;
      row.message = next_removed;
      const std::string& text = removed[next_removed].text;
      add_rows(rows, row, text, {most, most}, rest_indent(text, columns));
    }
  };
  for (std::size_t i = 0; i < lines.size(); ++i) {
    add_removed(i, i);
    const std::string& text = lines[i].text;
    CodeRow row;
    row.line = i;
    const bool numbers = lines[i].runs > 0 || lines[i].cost > 0;
    add_rows(rows, row, text, {numbers ? columns : most, most}, rest_indent(text, columns));
    for (std::size_t message = 0; message < lines[i].messages.size(); ++message) {
      row.kind = CodeRow::Kind::message;
      row.message = message;
      add_rows(rows, row, lines[i].messages[message].message, {most, most}, 0);
    }
  }
  if (!lines.empty()) add_removed(lines.size(), lines.size() - 1);
  return rows;
}

RowPlace row_of(const std::vector<CodeRow>& rows, const std::vector<SourceLine>& lines, TextPlace place) {
  RowPlace found;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const CodeRow& row = rows[i];
    if (row.kind != CodeRow::Kind::code || row.line != place.line || row.begin > place.column) continue;
    found = {i, row.indent + count_columns(lines[row.line].text, row.begin, place.column)};
  }
  return found;
}

TextPlace place_at(const std::vector<CodeRow>& rows, const std::vector<SourceLine>& lines, std::size_t row,
                   double column) {
  if (rows.empty()) return {};
  const CodeRow& chosen = rows[std::min(row, rows.size() - 1)];
  const std::string& text = lines[chosen.line].text;
  if (chosen.kind == CodeRow::Kind::removed) return {chosen.line, 0};
  if (chosen.kind == CodeRow::Kind::message) return {chosen.line, text.size()};
  const double wanted = std::max(0.0, std::round(column) - static_cast<double>(chosen.indent));
  std::size_t at = std::min(advance(text, chosen.begin, static_cast<std::size_t>(wanted)), chosen.end);
  return {chosen.line, at};
}

}  // namespace lockstep::gui
