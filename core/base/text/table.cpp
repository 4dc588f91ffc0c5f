#include "core/base/text/table.hpp"

#include <algorithm>

#include "core/base/text/text.hpp"

namespace lockstep {
namespace {

constexpr std::size_t kColumnGap = 2;

}  // namespace

std::string Table::text(std::size_t width) const {
  const std::vector<std::size_t> widths = this->widths();
  std::string text;
  for (std::size_t first = 1; first == 1 || first < columns_.size();) {
    std::size_t used = columns_.empty() ? 0 : widths[0], last = first;
    while (last < columns_.size() &&
           (last == first || width == 0 || used + kColumnGap + widths[last] <= width))
      used += kColumnGap + widths[last++];
    text += (first == 1 ? "" : "\n") + part(widths, first, last);
    first = std::max(last, first + 1);
  }
  return text;
}

std::vector<std::size_t> Table::widths() const {
  std::vector<std::size_t> widths(columns_.size(), 0);
  for (const Row& row : rows_)
    for (std::size_t column = 0; column < row.cells.size(); ++column)
      widths[column] = std::max(widths[column], width_of(row.cells[column]));
  return widths;
}

// The first column and the columns [first, last).
std::string Table::part(const std::vector<std::size_t>& widths, std::size_t first, std::size_t last) const {
  std::string text;
  for (const Row& row : rows_) {
    if (first != 1 && row.cells.size() <= first) continue;
    std::string line;
    const auto add_cell = [&](std::size_t column) {
      if (column != 0) line += std::string(kColumnGap, ' ');
      line += columns_[column] == Align::right ? pad_left(row.cells[column], widths[column])
                                               : pad_right(row.cells[column], widths[column]);
    };
    if (!row.cells.empty()) add_cell(0);
    for (std::size_t column = first; column < std::min(last, row.cells.size()); ++column) add_cell(column);
    if (!row.rest.empty() && first == 1)
      line += (row.cells.empty() ? "" : std::string(kColumnGap, ' ')) + row.rest;
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

}  // namespace lockstep
