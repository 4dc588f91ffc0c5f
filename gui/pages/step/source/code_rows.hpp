// Divides source lines into the rows of a narrow panel. Long lines continue on indented rows, and messages
// have separate rows below their line. These functions do not draw, so that tests can cover the mapping from
// a click to a place in the text.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gui/editor/text_buffer.hpp"
#include "gui/pages/step/source/source_model.hpp"

namespace lockstep::gui {

struct CodeRow {
  enum class Kind : std::uint8_t { code, message, removed };
  Kind kind = Kind::code;
  std::size_t line =
      0;  // index into the lines; for a removed line, the index of the line below it, or of the last line
  std::size_t begin = 0, end = 0;  // byte range in the line, the message, or the removed line
  std::size_t indent = 0;          // columns before the text
  std::size_t message = 0;         // index into the line's messages, or into the removed lines
  bool first() const { return kind == Kind::code && begin == 0; }
};

// Makes the rows. `columns`: the width of a row; `removed`: the removed lines, sorted by place; `margin`: the
// number of columns by which other rows may be longer than the first row of an executed line, which has
// numbers in the margin.
std::vector<CodeRow> make_code_rows(const std::vector<SourceLine>& lines, std::size_t columns,
                                    const std::vector<RemovedLine>& removed = {}, std::size_t margin = 0);

// Returns the number of columns between two bytes of a line.
std::size_t count_columns(std::string_view text, std::size_t begin, std::size_t end);

// The row that contains a place of the text, and the column in the row.
struct RowPlace {
  std::size_t row = 0, column = 0;
};
RowPlace row_of(const std::vector<CodeRow>& rows, const std::vector<SourceLine>& lines, TextPlace place);
// Returns the place in the text that is nearest to a column of a row. For the row of a message, this is the
// end of its line; for a removed line, the start of the line below it.
TextPlace place_at(const std::vector<CodeRow>& rows, const std::vector<SourceLine>& lines, std::size_t row,
                   double column);

}  // namespace lockstep::gui
