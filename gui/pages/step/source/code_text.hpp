// Draws rows of code with coloured letters, messages, selection, brackets and cursor. All editors of code use
// these functions.
#pragma once

#include <vector>

#include "gui/canvas/canvas.hpp"
#include "gui/editor/code_colours.hpp"
#include "gui/pages/step/source/code_rows.hpp"

namespace lockstep::gui {

struct CodeText {
  static constexpr float kRow = 19, kGutter = 42;
  static constexpr TextStyle kCode{Font::code, Role::ink, Align::left, 12};

  const std::vector<SourceLine>& lines;
  const std::vector<CodeRow>& rows;
  const std::vector<LineColours>& colours;  // one for each line
  float advance = 7.2f;                     // width of a letter of the code font

  // `rect`: the rectangle of the row.
  void draw_message(Canvas& canvas, const CodeRow& row, const Rect& rect) const;
  void draw_letters(Canvas& canvas, const CodeRow& row, const Rect& rect) const;
  // Underlines the word that a message refers to.
  void underline(Canvas& canvas, const CodeRow& row, const Rect& rect, const Diagnostic& message) const;
  void draw_selection(Canvas& canvas, const CodeRow& row, const Rect& rect, const TextBuffer& buffer) const;

  // Returns the rectangle of the character at `place`. `area`: the visible area; `scroll`: the number of
  // pixels by which the rows are scrolled.
  Rect place_of(TextPlace place, const Rect& area, float scroll) const;
  void draw_cursor(Canvas& canvas, const Rect& at) const;
  // Draws frames around the bracket at the cursor and the matching bracket. If there is no matching bracket,
  // underlines the bracket at the cursor.
  void draw_brackets(Canvas& canvas, const Rect& area, float scroll, const TextBuffer& buffer) const;
  // Returns the distance in pixels from the left end of a row's text to a byte of its line.
  float column_x(const CodeRow& row, std::size_t byte) const;
};

}  // namespace lockstep::gui
