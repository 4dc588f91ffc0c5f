// Plans that transpose a matrix, element by element or by tiles in local memory.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/text/text.hpp"
#include "core/catalogue/shapes/shapes.hpp"

namespace lockstep {
namespace {

// The work-items of a work-group share the rows of a tile of side × side elements: `rows` at a time.
struct TileOfGroup {
  std::uint64_t side = 1, rows = 1;
};

// Wider tiles write longer parts of a row, but with more elements per work-item than this there is no further
// gain (measured on an H200).
constexpr std::uint64_t kWidestTile = 64;
// Up to this size, which is used for stepping, a work-item has few elements.
constexpr std::uint64_t kSmallGroup = 64;

bool fits(std::uint64_t side, std::uint64_t group) { return group % side == 0 && side % (group / side) == 0; }

std::vector<std::uint64_t> sides_for(std::uint64_t group) {
  std::vector<std::uint64_t> sides;
  for (std::uint64_t side = 1; side <= group; ++side)
    if (fits(side, group)) sides.push_back(side);
  return sides;
}

std::uint64_t bytes_of_tile(const PlanRequest& request, std::uint64_t side, std::uint64_t padding) {
  return side * (side + padding) * size_bytes(request.type);
}

Result<TileOfGroup> tile_of_group(const Algorithm& algorithm, const PlanRequest& request,
                                  std::uint64_t padding) {
  const std::uint64_t group = request.group_size, wanted = request.pattern.tile;
  if (wanted != 0 && !fits(wanted, group))
    return usage_error(
        fmt::format("{}: {} work-items cannot share the rows of a tile of {} × {}; choose one of {}.",
                    algorithm.id, count_text(group), wanted, wanted, fmt::join(sides_for(group), ", ")));
  const std::uint64_t side = wanted != 0 ? wanted : transpose_tile_side(request, padding);
  if (const std::uint64_t bytes = bytes_of_tile(request, side, padding); bytes > request.limits.local_bytes)
    return usage_error(fmt::format(
        "{}: a tile of {} × {} needs {} of local memory, but the device has only {}; choose a smaller tile.",
        algorithm.id, side, side, bytes_text(bytes), bytes_text(request.limits.local_bytes)));
  return TileOfGroup{side, group / side};
}

Plan start_transpose(const Algorithm& algorithm, const PlanRequest& request, const KernelSource& source,
                     const MatrixSize& size) {
  Plan plan = start_plan(algorithm, request, source, "in");
  plan.buffers.push_back(empty_buffer(request, "out", request.n, PlanBuffer::Role::output));
  plan.buffers[0].width = size.columns;
  plan.buffers[1].width = size.rows;
  Expectation expected{
      .kind = Expectation::Kind::transpose, .result_buffer = 1, .result_elements = request.n};
  expected.columns = size.columns;
  plan.expectation = expected;
  return plan;
}

std::string label_of(const MatrixSize& size) {
  return fmt::format("{} × {} → {} × {}", size.columns, size.rows, size.rows, size.columns);
}

Result<Plan> make_tile_plan(const Algorithm& algorithm, const PlanRequest& request,
                            const KernelSource& source, std::uint64_t padding) {
  const Result<MatrixSize> size = matrix_size(request);
  if (!size) return tl::unexpected(size.error());
  const Result<TileOfGroup> tile = tile_of_group(algorithm, request, padding);
  if (!tile) return tl::unexpected(tile.error());
  Plan plan = start_transpose(algorithm, request, source, *size);
  plan.programs.front().options += fmt::format(" -D SIDE={} -D ROWS={}", tile->side, tile->rows);
  // Along x the work-groups follow the rows of the matrix downwards, so they write contiguous memory.
  NdRange range;
  range.dimensions = 2;
  range.local_size = {tile->side, tile->rows, 1};
  range.global_size = {divide_up(size->rows, tile->side) * tile->side,
                       divide_up(size->columns, tile->side) * tile->rows, 1};
  plan.launches.push_back(make_launch(
      algorithm, range,
      {BufferArgument{1}, BufferArgument{0}, LocalArgument{bytes_of_tile(request, tile->side, padding)},
       uint_argument(size->columns), uint_argument(size->rows)},
      label_of(*size)));
  return plan;
}

}  // namespace

std::uint64_t transpose_tile_side(const PlanRequest& request, std::uint64_t padding) {
  const std::uint64_t group = request.group_size;
  std::uint64_t side = 0;
  for (const std::uint64_t s : sides_for(group)) {
    const bool is_better = group > kSmallGroup && s <= kWidestTile &&
                           bytes_of_tile(request, s, padding) <= request.limits.local_bytes;
    if (side == 0 || is_better) side = s;
  }
  return side;
}

Result<Plan> make_transpose_plan(const Algorithm& algorithm, const PlanRequest& request,
                                 const KernelSource& source) {
  const Result<MatrixSize> size = matrix_size(request);
  if (!size) return tl::unexpected(size.error());
  const std::uint64_t side = square_side(request);
  Plan plan = start_transpose(algorithm, request, source, *size);
  plan.launches.push_back(make_launch(
      algorithm, square_range(*size, side, side),
      {BufferArgument{1}, BufferArgument{0}, uint_argument(size->columns), uint_argument(size->rows)},
      label_of(*size)));
  return plan;
}

Result<Plan> make_tiled_transpose_plan(const Algorithm& algorithm, const PlanRequest& request,
                                       const KernelSource& source) {
  return make_tile_plan(algorithm, request, source, 0);
}

// Any number of work-items can share the vectors of a tile.
Result<Plan> make_register_transpose_plan(const Algorithm& algorithm, const PlanRequest& request,
                                          const KernelSource& source) {
  const Result<MatrixSize> size = matrix_size(request);
  if (!size) return tl::unexpected(size.error());
  const std::uint64_t width = elements_of_vector(request);
  const std::uint64_t side = request.group_size > kSmallGroup ? kWidestTile : 4 * width;
  Plan plan = start_transpose(algorithm, request, source, *size);
  plan.programs.front().options += fmt::format(" -D WIDTH={} -D SIDE={}", width, side);
  NdRange range;
  range.dimensions = 2;
  range.local_size = {request.group_size, 1, 1};
  range.global_size = {divide_up(size->rows, side) * request.group_size, divide_up(size->columns, side), 1};
  plan.launches.push_back(
      make_launch(algorithm, range,
                  {BufferArgument{1}, BufferArgument{0}, LocalArgument{bytes_of_tile(request, side, 1)},
                   uint_argument(size->columns), uint_argument(size->rows)},
                  label_of(*size)));
  return plan;
}

Result<Plan> make_padded_transpose_plan(const Algorithm& algorithm, const PlanRequest& request,
                                        const KernelSource& source) {
  return make_tile_plan(algorithm, request, source, 1);
}

}  // namespace lockstep
