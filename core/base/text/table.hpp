// A text table: columns are aligned to the left (text) or to the right (numbers), two spaces apart. Widths
// count characters, not bytes.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace lockstep {

class Table {
 public:
  enum class Align { left, right };
  explicit Table(std::vector<Align> columns) : columns_(std::move(columns)) {}

  // Adds a row, which may have fewer cells than the table has columns; `rest` follows its last cell
  // without padding.
  void add(std::vector<std::string> cells, std::string rest = {}) {
    rows_.push_back({std::move(cells), std::move(rest)});
  }
  // Adds a line without columns.
  void add_line(std::string line) { rows_.push_back({{}, std::move(line)}); }

  // Returns the table as text. Each line ends with a newline and has no trailing spaces. Columns that do not
  // fit in `width` characters follow in further tables after a blank line; each of these has the first column
  // and the rows that have cells in its columns. The first table has at least two columns, and each further
  // table at least one more column. A `width` of 0 means no limit.
  std::string text(std::size_t width = 0) const;

 private:
  struct Row {
    std::vector<std::string> cells;
    std::string rest;
  };
  std::vector<std::size_t> widths() const;
  std::string part(const std::vector<std::size_t>& widths, std::size_t first, std::size_t last) const;

  std::vector<Align> columns_;
  std::vector<Row> rows_;
};

}  // namespace lockstep
