// The text being edited: lines, a cursor, a selection, and undo. No drawing and no keys: the source panel
// maps those to these operations, and tests call them directly.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::gui {

// 0-based; column in bytes, always at the start of a code point.
struct TextPlace {
  std::size_t line = 0, column = 0;
  auto operator<=>(const TextPlace&) const = default;
};

class TextBuffer {
 public:
  enum class Move : std::uint8_t {
    left,
    right,
    up,
    down,
    line_start,
    line_end,
    text_start,
    text_end,
    page_up,
    page_down
  };

  void reset(std::string_view text);  // forgets undo
  std::string text() const;
  const std::vector<std::string>& lines() const { return lines_; }

  TextPlace cursor() const { return cursor_; }
  TextPlace anchor() const { return anchor_; }  // the other end of the selection
  bool has_selection() const { return cursor_ != anchor_; }
  std::string selected() const;
  void place(TextPlace at, bool keep_anchor);
  void move(Move move, bool keep_anchor, std::size_t page = 20);
  void select_all();

  // All replace the selection.
  void insert(std::string_view text);
  void new_line();  // with the indentation of the line before
  void backspace();
  void erase();

  bool undo();
  bool redo();

 private:
  struct Snapshot {
    std::vector<std::string> lines;
    TextPlace cursor;
  };
  void remember(bool typing);
  void remove_range(TextPlace from, TextPlace to);
  TextPlace clamp(TextPlace at) const;
  TextPlace stepped(TextPlace at, int direction) const;

  std::vector<std::string> lines_{""};
  TextPlace cursor_, anchor_;
  std::vector<Snapshot> undo_, redo_;
  bool typing_ = false;  // the last change was typing: one undo takes back a run of it
};

}  // namespace lockstep::gui
