// A text table: columns align to the left (text) or to the right (numbers). Widths count characters, not
// bytes.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace lockstep {

class Table {
 public:
  enum class Align { left, right };
  explicit Table(std::vector<Align> columns) : columns_(std::move(columns)) {}
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  // Each line ends with a newline and has no trailing blanks.
  std::string text() const;

 private:
  std::vector<Align> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace lockstep
