// The edited text: lines, a cursor, a selection and undo. This class depends neither on drawing nor on keys:
// code_editor.hpp maps keys to its operations, and tests call the operations directly.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockstep::gui {

// A place in the text. Line and column are zero-based. The column is counted in bytes and is always the start
// of a code point.
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
    page_down,
    word_left,
    word_right
  };

  void reset(std::string_view text);  // clears the undo steps
  std::string text() const;
  const std::vector<std::string>& lines() const { return lines_; }

  TextPlace cursor() const { return cursor_; }
  TextPlace anchor() const { return anchor_; }  // the other end of the selection
  bool has_selection() const { return cursor_ != anchor_; }
  std::string selected() const;
  void place(TextPlace at, bool keep_anchor);
  void move(Move move, bool keep_anchor, std::size_t page = 20);
  void select_all();
  void select(TextPlace from, TextPlace to);  // the cursor is placed at `to`
  void select_word(TextPlace at);
  void select_line(std::size_t line);  // with its line end, so that deleting the selection removes the line

  // These functions replace the selection.
  void insert(std::string_view text);
  void backspace();
  void erase();
  void erase_word(int direction);  // −1: the word before the cursor, 1: the word after it

  // Replaces the whole text, as one undo step; the cursor stays on its line.
  void replace_all(std::string_view text);
  // Replaces lines, as one undo step.
  void replace_lines(std::size_t first, std::size_t count, const std::vector<std::string>& lines);

  // Operations on code. indent(), outdent() and toggle_comment() change the lines of the selection, or the
  // line of the cursor.
  static constexpr std::size_t kIndent = 4;  // columns of one level in a text without indentation
  void new_line();                           // copies the indentation of the line, plus one level after `{`
  void indent();                             // without a selection: inserts spaces up to the next level
  void outdent();
  void close_brace();  // types `}` with the indentation of the line of the matching `{`
  void toggle_comment();

  // Consecutive typing forms one undo step, up to the next word or a pause.
  bool undo();
  bool redo();
  void pause() { run_ = Run::none; }

 private:
  struct Snapshot {
    std::vector<std::string> lines;
    TextPlace cursor;
    std::size_t bytes = 0;
  };
  enum class Run : std::uint8_t { none, typing, deleting };
  void remember(Run run);
  Snapshot snapshot() const;
  bool restore(std::vector<Snapshot>& from, std::vector<Snapshot>& to);
  std::size_t level() const;  // columns of one level of indentation in this text
  std::pair<std::size_t, std::size_t> selected_lines() const;  // the first and the last line
  void shift_columns(std::size_t line, std::size_t from, std::ptrdiff_t by);
  void remove_range(TextPlace from, TextPlace to);
  TextPlace clamp(TextPlace at) const;
  TextPlace stepped(TextPlace at, int direction) const;

  std::vector<std::string> lines_{""};
  TextPlace cursor_, anchor_;
  std::optional<std::size_t> goal_;  // the column that moving up and down keeps, also across shorter lines
  std::vector<Snapshot> undo_, redo_;
  Run run_ = Run::none;  // kind of the last change; none if the next change starts a new undo step
};

}  // namespace lockstep::gui
