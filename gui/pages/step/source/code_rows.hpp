// Source lines as rows of a narrow panel: long lines continue on indented rows, and messages have separate
// rows below their line. This does not draw, so tests cover the mapping from a click to a place in the text.
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
  std::size_t line = 0;  // index into the lines; for a removed line: the line below it, or the last line
  std::size_t begin = 0, end = 0;  // bytes of the line, of the message, or of the removed line
  std::size_t indent = 0;          // columns before the text
  std::size_t message = 0;         // index into the line's messages, or into the removed lines
  bool first() const { return kind == Kind::code && begin == 0; }
};

// `removed` is sorted by place. The first row of an executed line has numbers in the margin; other rows may
// be `margin` columns longer.
std::vector<CodeRow> make_code_rows(const std::vector<SourceLine>& lines, std::size_t columns,
                                    const std::vector<RemovedLine>& removed = {}, std::size_t margin = 0);

// Letters between two bytes of a line.
std::size_t count_columns(std::string_view text, std::size_t begin, std::size_t end);

// The row that contains a place of the text, and the column in the row.
struct RowPlace {
  std::size_t row = 0, column = 0;
};
RowPlace row_of(const std::vector<CodeRow>& rows, const std::vector<SourceLine>& lines, TextPlace place);
// The place nearest to a column of a row. For a message row this is the end of its line, for a removed line
// the start of the line below it.
TextPlace place_at(const std::vector<CodeRow>& rows, const std::vector<SourceLine>& lines, std::size_t row,
                   double column);

}  // namespace lockstep::gui
