// Source lines as rows of a panel that is narrower than they are: long lines go on below, indented, and
// messages have rows of their own under their line. Pure, so that the way from a click to a place in the text
// can be tested.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gui/panels/source_view.hpp"
#include "gui/text_buffer.hpp"

namespace lockstep::gui {

struct CodeRow {
  enum class Kind : std::uint8_t { code, message };
  Kind kind = Kind::code;
  std::size_t line = 0;            // index into the lines
  std::size_t begin = 0, end = 0;  // bytes of the line; of the message for a message row
  std::size_t indent = 0;          // columns before it
  std::size_t message = 0;         // index into the line's messages
  bool first() const { return kind == Kind::code && begin == 0; }
};

std::vector<CodeRow> make_code_rows(const std::vector<SourceLine>& lines, std::size_t columns);

// Letters between two bytes of a line.
std::size_t count_columns(std::string_view text, std::size_t begin, std::size_t end);

// The row that shows a place of the text, and the column in it.
struct RowPlace {
  std::size_t row = 0, column = 0;
};
RowPlace row_of(const std::vector<CodeRow>& rows, const std::vector<SourceLine>& lines, TextPlace place);
// The place nearest to a column of a row; for a message row, the end of its line.
TextPlace place_at(const std::vector<CodeRow>& rows, const std::vector<SourceLine>& lines, std::size_t row,
                   double column);

}  // namespace lockstep::gui
