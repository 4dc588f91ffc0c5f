// A text table: columns align to the left (text) or to the right (numbers), two blanks apart. Widths count
// characters, not bytes.
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

  // A row may end early; `rest` follows its last cell without a column's width.
  void add(std::vector<std::string> cells, std::string rest = {}) {
    rows_.push_back({std::move(cells), std::move(rest)});
  }
  // A line without columns.
  void add_line(std::string line) { rows_.push_back({{}, std::move(line)}); }

  // Each line ends with a newline and has no trailing blanks. Columns that have no room in `width` characters
  // follow in tables of their own below a blank line, each with the first column and the rows that have cells
  // there; at least the first two columns are in one table, and one more in each that follows. 0: no limit.
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
