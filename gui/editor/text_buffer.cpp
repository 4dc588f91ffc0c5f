// Edits text. Kernels are short, so each undo step stores the whole text; all steps together are limited to a
// few megabytes.
#include "gui/editor/text_buffer.hpp"

#include <algorithm>

#include "gui/editor/text_words.hpp"

namespace lockstep::gui {
namespace {

constexpr std::size_t kMaxUndo = 1000, kMaxUndoBytes = 4 << 20;

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

}  // namespace

void TextBuffer::reset(std::string_view text) {
  lines_ = split_lines(text);
  cursor_ = anchor_ = {};
  undo_.clear();
  redo_.clear();
  run_ = Run::none;
}

std::string TextBuffer::text() const { return join_lines(lines_); }

TextPlace TextBuffer::clamp(TextPlace at) const {
  at.line = std::min(at.line, lines_.size() - 1);
  const std::string& line = lines_[at.line];
  at.column = std::min(at.column, line.size());
  while (at.column > 0 && at.column < line.size() && continues(line[at.column])) --at.column;
  return at;
}

std::string TextBuffer::selected() const {
  const auto [from, to] = std::minmax(cursor_, anchor_);
  if (from.line == to.line) return lines_[from.line].substr(from.column, to.column - from.column);
  std::string text = lines_[from.line].substr(from.column) + '\n';
  for (std::size_t i = from.line + 1; i < to.line; ++i) text += lines_[i] + '\n';
  return text + lines_[to.line].substr(0, to.column);
}

void TextBuffer::place(TextPlace at, bool keep_anchor) {
  cursor_ = clamp(at);
  if (!keep_anchor) anchor_ = cursor_;
  run_ = Run::none;
  goal_.reset();
}

TextPlace TextBuffer::stepped(TextPlace at, int direction) const {
  if (direction < 0) {
    if (at.column == 0) return at.line == 0 ? at : TextPlace{at.line - 1, lines_[at.line - 1].size()};
    do --at.column;
    while (at.column > 0 && continues(lines_[at.line][at.column]));
    return at;
  }
  const std::string& line = lines_[at.line];
  if (at.column == line.size()) return at.line + 1 == lines_.size() ? at : TextPlace{at.line + 1, 0};
  do ++at.column;
  while (at.column < line.size() && continues(line[at.column]));
  return at;
}

void TextBuffer::move(Move move, bool keep_anchor, std::size_t page) {
  TextPlace to = cursor_;
  const bool vertical =
      move == Move::up || move == Move::down || move == Move::page_up || move == Move::page_down;
  const std::size_t goal = goal_.value_or(cursor_.column);
  if (vertical) to.column = goal;
  switch (move) {
    case Move::left:
    case Move::right: {
      const int direction = move == Move::left ? -1 : 1;
      // Without Shift, the cursor moves to the end of the selection.
      if (has_selection() && !keep_anchor) {
        to = direction < 0 ? std::min(cursor_, anchor_) : std::max(cursor_, anchor_);
      } else {
        to = stepped(to, direction);
      }
      break;
    }
    case Move::up:
      to.line = to.line == 0 ? 0 : to.line - 1;
      break;
    case Move::down:
      ++to.line;
      break;
    case Move::page_up:
      to.line = to.line < page ? 0 : to.line - page;
      break;
    case Move::page_down:
      to.line += page;
      break;
    case Move::line_start: {
      const std::size_t text = indentation(lines_[to.line]);
      to.column = to.column == text ? 0 : text;
      break;
    }
    case Move::word_left:
      to = to.column == 0 ? stepped(to, -1) : TextPlace{to.line, word_left(lines_[to.line], to.column)};
      break;
    case Move::word_right:
      to = to.column == lines_[to.line].size() ? stepped(to, 1)
                                               : TextPlace{to.line, word_right(lines_[to.line], to.column)};
      break;
    case Move::line_end:
      to.column = lines_[to.line].size();
      break;
    case Move::text_start:
      to = {};
      break;
    case Move::text_end:
      to = {lines_.size() - 1, lines_.back().size()};
      break;
  }
  place(to, keep_anchor);
  if (vertical) goal_ = goal;
}

void TextBuffer::select_all() {
  anchor_ = {};
  cursor_ = {lines_.size() - 1, lines_.back().size()};
}

void TextBuffer::select(TextPlace from, TextPlace to) {
  place(from, false);
  place(to, true);
}

void TextBuffer::select_word(TextPlace at) {
  at = clamp(at);
  const auto [begin, end] = word_around(lines_[at.line], at.column);
  select({at.line, begin}, {at.line, end});
}

void TextBuffer::select_line(std::size_t line) {
  line = std::min(line, lines_.size() - 1);
  const bool last = line + 1 == lines_.size();
  select({line, 0}, last ? TextPlace{line, lines_[line].size()} : TextPlace{line + 1, 0});
}

TextBuffer::Snapshot TextBuffer::snapshot() const {
  Snapshot now{lines_, cursor_, 0};
  for (const std::string& line : lines_) now.bytes += line.size() + sizeof line;
  return now;
}

void TextBuffer::remember(Run run) {
  goal_.reset();
  if (run == Run::none || run != run_) {
    undo_.push_back(snapshot());
    std::size_t bytes = 0;
    for (const Snapshot& step : undo_) bytes += step.bytes;
    while (undo_.size() > 1 && (undo_.size() > kMaxUndo || bytes > kMaxUndoBytes)) {
      bytes -= undo_.front().bytes;
      undo_.erase(undo_.begin());
    }
  }
  redo_.clear();
  run_ = run;
}

void TextBuffer::remove_range(TextPlace from, TextPlace to) {
  lines_[from.line] = lines_[from.line].substr(0, from.column) + lines_[to.line].substr(to.column);
  lines_.erase(lines_.begin() + static_cast<std::ptrdiff_t>(from.line + 1),
               lines_.begin() + static_cast<std::ptrdiff_t>(to.line + 1));
  cursor_ = anchor_ = from;
}

void TextBuffer::insert(std::string_view text) {
  const bool letter = text.size() <= 4 && text.find('\n') == std::string_view::npos;
  const std::string_view before = std::string_view(lines_[cursor_.line]).substr(0, cursor_.column);
  const bool new_word = before.ends_with(' ') && !text.starts_with(' ');
  if (!letter || has_selection() || new_word) run_ = Run::none;
  remember(letter ? Run::typing : Run::none);
  if (has_selection()) remove_range(std::min(cursor_, anchor_), std::max(cursor_, anchor_));
  std::vector<std::string> added = split_lines(text);
  const std::string tail = lines_[cursor_.line].substr(cursor_.column);
  lines_[cursor_.line].resize(cursor_.column);
  lines_[cursor_.line] += added.front();
  lines_.insert(lines_.begin() + static_cast<std::ptrdiff_t>(cursor_.line + 1), added.begin() + 1,
                added.end());
  cursor_.line += added.size() - 1;
  cursor_.column = lines_[cursor_.line].size();
  lines_[cursor_.line] += tail;
  anchor_ = cursor_;
}

void TextBuffer::backspace() {
  const bool range = has_selection();
  const TextPlace from = range ? std::min(cursor_, anchor_) : stepped(cursor_, -1);
  const TextPlace to = range ? std::max(cursor_, anchor_) : cursor_;
  if (from == to) return;
  remember(range ? Run::none : Run::deleting);
  remove_range(from, to);
}

void TextBuffer::erase() {
  if (has_selection()) return backspace();
  const TextPlace to = stepped(cursor_, 1);
  if (to == cursor_) return;
  remember(Run::deleting);
  remove_range(cursor_, to);
}

void TextBuffer::erase_word(int direction) {
  if (!has_selection()) {
    const TextPlace from = cursor_;
    move(direction < 0 ? Move::word_left : Move::word_right, true);
    anchor_ = from;
  }
  if (has_selection()) backspace();
}

void TextBuffer::replace_all(std::string_view text) {
  remember(Run::none);
  lines_ = split_lines(text);
  cursor_ = anchor_ = clamp(cursor_);
}

void TextBuffer::replace_lines(std::size_t first, std::size_t count, const std::vector<std::string>& lines) {
  remember(Run::none);
  first = std::min(first, lines_.size());
  const auto begin = lines_.begin() + static_cast<std::ptrdiff_t>(first);
  const auto end = begin + static_cast<std::ptrdiff_t>(std::min(count, lines_.size() - first));
  lines_.insert(lines_.erase(begin, end), lines.begin(), lines.end());
  if (lines_.empty()) lines_.emplace_back();
  place({first, 0}, false);
}

bool TextBuffer::restore(std::vector<Snapshot>& from, std::vector<Snapshot>& to) {
  if (from.empty()) return false;
  to.push_back(snapshot());
  lines_ = std::move(from.back().lines);
  place(from.back().cursor, false);
  from.pop_back();
  return true;
}

bool TextBuffer::undo() { return restore(undo_, redo_); }
bool TextBuffer::redo() { return restore(redo_, undo_); }

}  // namespace lockstep::gui
