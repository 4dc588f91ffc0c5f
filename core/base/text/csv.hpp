// CSV files (RFC 4180): https://www.rfc-editor.org/rfc/rfc4180
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"

namespace lockstep {

// Returns the text in quotes, with each quote in the text doubled.
std::string csv_quoted(std::string_view text);
// Returns the text, in quotes only if a comma, a quote or a line end requires them.
std::string csv_field(std::string_view text);

struct CsvRow {
  std::size_t line = 0;  // line of the file in which the row begins
  std::vector<std::string> fields;
};

// A table whose first row names its columns. Empty lines are skipped; each row has a field for every column.
struct CsvTable {
  std::vector<std::string> columns;  // in lower case
  std::vector<CsvRow> rows;

  std::optional<std::size_t> column(std::string_view name) const;
};

// Parses a table. Tables written by a spreadsheet are also accepted: with ';' or tabs between the fields, a
// byte order mark, and the line ends of any system. The Error completes a sentence: "line 3: a quote is not
// closed".
Result<CsvTable> read_csv(std::string_view text);

}  // namespace lockstep
