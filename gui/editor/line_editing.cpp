// Operations on whole lines of code: indentation, braces, comments.
#include <algorithm>
#include <map>

#include "gui/editor/text_buffer.hpp"
#include "gui/editor/text_words.hpp"

namespace lockstep::gui {
namespace {

constexpr std::string_view kComment = "// ";

bool is_blank(std::string_view line) { return indentation(line) == line.size(); }

// Returns the line of the `{` that matches a `}` at `at`, found by counting braces backwards. Braces in
// comments are not excluded, because only the indentation depends on the result.
std::optional<std::size_t> line_of_open_brace(const std::vector<std::string>& lines, TextPlace at) {
  int closed = 0;
  for (std::size_t line = at.line + 1; line-- > 0;) {
    const std::string_view text =
        std::string_view(lines[line]).substr(0, line == at.line ? at.column : std::string::npos);
    for (std::size_t i = text.size(); i-- > 0;) {
      if (text[i] == '}') ++closed;
      if (text[i] == '{' && closed-- == 0) return line;
    }
  }
  return std::nullopt;
}

// Returns the number of bytes that are removed to outdent a line by one level.
std::size_t outdent_bytes(std::string_view line, std::size_t level) {
  if (line.starts_with('\t')) return 1;
  const std::size_t blanks = std::min(line.find_first_not_of(' '), line.size());
  return blanks == 0 ? 0 : (blanks - 1) % level + 1;
}

}  // namespace

// Returns the most frequent additional indentation after a line that ends with `{`; if several are equally
// frequent, the smallest.
std::size_t TextBuffer::level() const {
  std::map<std::size_t, std::size_t> found;
  for (std::size_t i = 0; i + 1 < lines_.size(); ++i) {
    const std::string &line = lines_[i], &next = lines_[i + 1];
    const std::size_t last = line.find_last_not_of(' ');
    if (last == std::string::npos || line[last] != '{' || is_blank(next)) continue;
    const std::size_t from = indentation(line), to = indentation(next);
    if (to > from && next.find('\t') >= to) ++found[to - from];
  }
  const auto most = std::ranges::max_element(found, {}, [](const auto& one) { return one.second; });
  return most == found.end() ? kIndent : most->first;
}

std::pair<std::size_t, std::size_t> TextBuffer::selected_lines() const {
  const auto [from, to] = std::minmax(cursor_, anchor_);
  // A last line in which no text is selected is ignored.
  return {from.line, to.line > from.line && to.column == 0 ? to.line - 1 : to.line};
}

// Shifts the cursor and the anchor of the selection by `by` bytes if they are at or after the column `from`
// of this line. Thus they stay at the same letters when text before them changes.
void TextBuffer::shift_columns(std::size_t line, std::size_t from, std::ptrdiff_t by) {
  for (TextPlace* place : {&cursor_, &anchor_}) {
    if (place->line != line || place->column < from) continue;
    const auto column = static_cast<std::ptrdiff_t>(place->column) + by;
    place->column =
        static_cast<std::size_t>(std::max<std::ptrdiff_t>(column, static_cast<std::ptrdiff_t>(from)));
  }
}

void TextBuffer::new_line() {
  const TextPlace at = std::min(cursor_, anchor_);
  const std::string& line = lines_[at.line];
  const std::string_view before = std::string_view(line).substr(0, at.column);
  std::string indent = line.substr(0, std::min(indentation(line), at.column));
  const std::size_t last = before.find_last_not_of(' ');
  if (last != std::string_view::npos && before[last] == '{') indent += std::string(level(), ' ');
  insert("\n" + indent);
}

void TextBuffer::indent() {
  const auto [first, last] = selected_lines();
  const std::size_t by = level();
  if (first == last && !has_selection()) return insert(std::string(by - cursor_.column % by, ' '));
  remember(Run::none);
  for (std::size_t line = first; line <= last; ++line) {
    if (lines_[line].empty()) continue;
    lines_[line].insert(0, by, ' ');
    shift_columns(line, 1, static_cast<std::ptrdiff_t>(by));
  }
}

void TextBuffer::outdent() {
  const auto [first, last] = selected_lines();
  const std::size_t by = level();
  remember(Run::none);
  for (std::size_t line = first; line <= last; ++line) {
    const std::size_t bytes = outdent_bytes(lines_[line], by);
    lines_[line].erase(0, bytes);
    shift_columns(line, 0, -static_cast<std::ptrdiff_t>(bytes));
  }
}

void TextBuffer::close_brace() {
  const std::string_view before = std::string_view(lines_[cursor_.line]).substr(0, cursor_.column);
  if (has_selection() || !is_blank(before)) return insert("}");
  const auto open = line_of_open_brace(lines_, cursor_);
  const std::string indent = open ? lines_[*open].substr(0, indentation(lines_[*open]))
                                  : std::string(before.substr(outdent_bytes(before, level())));
  remember(Run::none);
  lines_[cursor_.line].replace(0, cursor_.column, indent + "}");
  cursor_.column = indent.size() + 1;
  anchor_ = cursor_;
}

void TextBuffer::toggle_comment() {
  const auto [first, last] = selected_lines();
  std::size_t column = std::string::npos;
  bool all = true;
  for (std::size_t line = first; line <= last; ++line) {
    if (is_blank(lines_[line])) continue;
    const std::size_t begin = indentation(lines_[line]);
    column = std::min(column, begin);
    all = all && std::string_view(lines_[line]).substr(begin).starts_with("//");
  }
  if (column == std::string::npos) return;
  remember(Run::none);
  for (std::size_t line = first; line <= last; ++line) {
    if (is_blank(lines_[line])) continue;
    if (!all) {
      lines_[line].insert(column, kComment);
      shift_columns(line, column, static_cast<std::ptrdiff_t>(kComment.size()));
      continue;
    }
    const std::size_t begin = indentation(lines_[line]);
    const std::size_t bytes = std::string_view(lines_[line]).substr(begin).starts_with(kComment) ? 3 : 2;
    lines_[line].erase(begin, bytes);
    shift_columns(line, begin, -static_cast<std::ptrdiff_t>(bytes));
  }
}

}  // namespace lockstep::gui
