// Source lines as rows of a panel that is narrower than they are: long lines go on below, indented, and
// messages have rows of their own under their line. Pure, so that the way from a click to a place in the text
// can be tested.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gui/editor/text_buffer.hpp"
#include "gui/pages/step/source_model.hpp"

namespace lockstep::gui {

struct CodeRow {
  enum class Kind : std::uint8_t { code, message, removed };
  Kind kind = Kind::code;
  std::size_t line = 0;  // index into the lines; for a removed one, the line below it or the last one
  std::size_t begin = 0, end = 0;  // bytes of the line, of the message, or of the removed line
  std::size_t indent = 0;          // columns before it
  std::size_t message = 0;         // index into the line's messages, or into the removed lines
  bool first() const { return kind == Kind::code && begin == 0; }
};

// A line of the original that is not in the text any more.
struct RemovedLine {
  std::size_t before = 0;  // the line that it would stand above; the number of lines: behind the last one
  std::size_t change = 0;
  std::string text;
};

// `removed` is sorted by where the lines were. The numbers in the margin stand beside the first row of a line
// that ran: other rows may be longer, by `margin` columns.
std::vector<CodeRow> make_code_rows(const std::vector<SourceLine>& lines, std::size_t columns,
                                    const std::vector<RemovedLine>& removed = {}, std::size_t margin = 0);

// Letters between two bytes of a line.
std::size_t count_columns(std::string_view text, std::size_t begin, std::size_t end);

// The row that shows a place of the text, and the column in it.
struct RowPlace {
  std::size_t row = 0, column = 0;
};
RowPlace row_of(const std::vector<CodeRow>& rows, const std::vector<SourceLine>& lines, TextPlace place);
// The place nearest to a column of a row; for a message row, the end of its line, for
// a removed one the beginning of the line below it.
TextPlace place_at(const std::vector<CodeRow>& rows, const std::vector<SourceLine>& lines, std::size_t row,
                   double column);

}  // namespace lockstep::gui
