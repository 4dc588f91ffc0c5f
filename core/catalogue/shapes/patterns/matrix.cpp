// Matrices of n elements, and two-dimensional work-groups.
#include <fmt/format.h>

#include <cmath>

#include "core/base/text/text.hpp"
#include "core/catalogue/shapes/shapes.hpp"

namespace lockstep {

Result<MatrixSize> matrix_size(const PlanRequest& request) {
  const std::uint64_t n = request.n, columns = request.pattern.columns;
  if (columns != 0 && n % columns != 0)
    return usage_error(fmt::format(
        "{} elements are not a whole number of rows of {}; choose a number of columns that divides n.",
        count_text(n), count_text(columns)));
  if (columns != 0) return MatrixSize{columns, n / columns};
  auto rows = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(n)));
  while (n % rows != 0) --rows;
  return MatrixSize{n / rows, rows};
}

std::uint64_t square_side(const PlanRequest& request) {
  return static_cast<std::uint64_t>(std::lround(std::sqrt(static_cast<double>(request.group_size))));
}

NdRange square_range(const MatrixSize& size, std::uint64_t side, std::uint64_t tile) {
  NdRange range;
  range.dimensions = 2;
  range.global_size = {divide_up(size.columns, tile) * side, divide_up(size.rows, tile) * side, 1};
  range.local_size = {side, side, 1};
  return range;
}

}  // namespace lockstep
