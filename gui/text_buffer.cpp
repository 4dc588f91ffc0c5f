// Kernels are short, so undo keeps whole texts.
#include "gui/text_buffer.hpp"

#include <algorithm>

namespace lockstep::gui {
namespace {

constexpr std::size_t kMostUndo = 500;

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

std::vector<std::string> split(std::string_view text) {
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

}  // namespace

void TextBuffer::reset(std::string_view text) {
  lines_ = split(text);
  cursor_ = anchor_ = {};
  undo_.clear();
  redo_.clear();
  typing_ = false;
}

std::string TextBuffer::text() const {
  std::string text;
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    if (i > 0) text += '\n';
    text += lines_[i];
  }
  return text;
}

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
  typing_ = false;
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
  switch (move) {
    case Move::left:
    case Move::right: {
      const int direction = move == Move::left ? -1 : 1;
      // Without Shift a selection is left at its end.
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
      const std::size_t text = std::min(lines_[to.line].find_first_not_of(' '), lines_[to.line].size());
      to.column = to.column == text ? 0 : text;
      break;
    }
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
}

void TextBuffer::select_all() {
  anchor_ = {};
  cursor_ = {lines_.size() - 1, lines_.back().size()};
}

void TextBuffer::remember(bool typing) {
  if (!(typing && typing_)) {
    undo_.push_back({lines_, cursor_});
    if (undo_.size() > kMostUndo) undo_.erase(undo_.begin());
  }
  redo_.clear();
  typing_ = typing;
}

void TextBuffer::remove_range(TextPlace from, TextPlace to) {
  lines_[from.line] = lines_[from.line].substr(0, from.column) + lines_[to.line].substr(to.column);
  lines_.erase(lines_.begin() + static_cast<std::ptrdiff_t>(from.line + 1),
               lines_.begin() + static_cast<std::ptrdiff_t>(to.line + 1));
  cursor_ = anchor_ = from;
}

void TextBuffer::insert(std::string_view text) {
  const bool typing = text.size() <= 4 && text.find('\n') == std::string_view::npos && !has_selection();
  remember(typing);
  if (has_selection()) remove_range(std::min(cursor_, anchor_), std::max(cursor_, anchor_));
  std::vector<std::string> added = split(text);
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

void TextBuffer::new_line() {
  const std::string& line = lines_[std::min(cursor_, anchor_).line];
  const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
  insert("\n" + std::string(std::min(indent, std::min(cursor_, anchor_).column), ' '));
}

void TextBuffer::backspace() {
  const bool range = has_selection();
  const TextPlace from = range ? std::min(cursor_, anchor_) : stepped(cursor_, -1);
  const TextPlace to = range ? std::max(cursor_, anchor_) : cursor_;
  if (from == to) return;
  remember(!range);
  remove_range(from, to);
}

void TextBuffer::erase() {
  if (!has_selection()) anchor_ = stepped(cursor_, 1);
  if (has_selection()) backspace();
}

bool TextBuffer::undo() {
  if (undo_.empty()) return false;
  redo_.push_back({lines_, cursor_});
  lines_ = std::move(undo_.back().lines);
  cursor_ = anchor_ = undo_.back().cursor;
  undo_.pop_back();
  typing_ = false;
  return true;
}

bool TextBuffer::redo() {
  if (redo_.empty()) return false;
  undo_.push_back({lines_, cursor_});
  lines_ = std::move(redo_.back().lines);
  cursor_ = anchor_ = redo_.back().cursor;
  redo_.pop_back();
  typing_ = false;
  return true;
}

}  // namespace lockstep::gui
