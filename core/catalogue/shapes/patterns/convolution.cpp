// Convolutions: an array or a matrix, a mask, and a result of the same size.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "core/base/text/text.hpp"
#include "core/catalogue/shapes/shapes.hpp"

namespace lockstep {
namespace {

constexpr std::size_t kConvolutionMask = 1, kOut = 2;
constexpr std::uint64_t kWidestMask = 33;

Result<void> check_mask(const Algorithm& algorithm, std::uint64_t width) {
  if (width % 2 == 0 || width > kWidestMask)
    return usage_error(fmt::format("{} needs a mask of odd width, at most {}; choose {} instead of {}.",
                                   algorithm.id, kWidestMask, std::min(width | 1, kWidestMask), width));
  return {};
}

// A tile size chosen by the user must fit in local memory; otherwise the tile has the size of the work-group.
Result<void> check_tile(const PlanRequest& request, std::uint64_t width, unsigned dimensions) {
  const std::uint64_t tile = request.pattern.tile;
  const std::uint64_t most = request.limits.local_bytes / size_bytes(request.type);
  const std::uint64_t side = tile + width - 1;
  if (tile == 0 || (tile <= most && (dimensions == 1 ? side : side * side) <= most)) return {};
  return usage_error(
      fmt::format("A tile of {} outputs and its halo do not fit in the local memory of this device ({}); "
                  "choose a smaller tile.",
                  dimensions == 1 ? count_text(tile) : fmt::format("{0} × {0}", count_text(tile)),
                  bytes_text(request.limits.local_bytes)));
}

// The mask 1, 2, 3, 2, 1: nearer neighbours count more. In a matrix, as in the lecture slides, its rows are
// 1, 2, 3, 2, 1, then 2, 3, 4, 3, 2 and 3, 4, 5, 4, 3.
std::vector<std::uint64_t> coefficients(std::uint64_t width, bool is_matrix) {
  std::vector<std::uint64_t> row, all;
  for (std::uint64_t j = 0; j < width; ++j) row.push_back(std::min(j, width - 1 - j) + 1);
  if (!is_matrix) return row;
  for (const std::uint64_t a : row)
    for (const std::uint64_t b : row) all.push_back(a + b - 1);
  return all;
}

PlanBuffer mask_buffer(const PlanRequest& request, bool is_matrix) {
  const std::vector<std::uint64_t> values = coefficients(request.pattern.mask_width, is_matrix);
  PlanBuffer mask = empty_buffer(request, "mask", values.size(), PlanBuffer::Role::input);
  auto bytes = std::make_shared<std::vector<std::byte>>(values.size() * size_bytes(request.type));
  with_type(request.type, [&]<class T>() {
    for (std::size_t i = 0; i < values.size(); ++i) {
      const T value = static_cast<T>(values[i]);
      std::memcpy(bytes->data() + i * sizeof(T), &value, sizeof(T));
    }
  });
  mask.content.pattern = Content::Pattern::bytes;
  mask.content.bytes = std::move(bytes);
  if (is_matrix) mask.width = request.pattern.mask_width;
  return mask;
}

Plan start_convolution(const Algorithm& algorithm, const PlanRequest& request, const KernelSource& source,
                       std::uint64_t columns) {
  Plan plan = start_plan(algorithm, request, source, "in");
  plan.buffers.push_back(mask_buffer(request, columns != 0));
  plan.buffers.push_back(empty_buffer(request, "out", request.n, PlanBuffer::Role::output));
  plan.buffers[0].width = plan.buffers[kOut].width = columns;
  Expectation expected{
      .kind = Expectation::Kind::convolution, .result_buffer = kOut, .result_elements = request.n};
  expected.mask_buffer = kConvolutionMask;
  expected.mask_width = request.pattern.mask_width;
  expected.columns = columns;
  plan.expectation = expected;
  return plan;
}

std::string label_of(const PlanRequest& request) {
  return fmt::format("{} by a mask of {}", count_text(request.n), request.pattern.mask_width);
}

// `tile`: outputs of a work-group; its local memory, if used, contains `kept` elements.
Result<Plan> make_array_plan(const Algorithm& algorithm, const PlanRequest& request,
                             const KernelSource& source, std::uint64_t tile, std::uint64_t kept,
                             bool takes_tile) {
  if (auto right = check_mask(algorithm, request.pattern.mask_width); !right)
    return tl::unexpected(right.error());
  Plan plan = start_convolution(algorithm, request, source, 0);
  std::vector<Argument> arguments{BufferArgument{kOut}, BufferArgument{0}, BufferArgument{kConvolutionMask}};
  if (kept != 0) arguments.emplace_back(LocalArgument{kept * size_bytes(request.type)});
  arguments.push_back(uint_argument(request.pattern.mask_width));
  arguments.push_back(uint_argument(request.n));
  if (takes_tile) arguments.push_back(uint_argument(tile));
  const std::uint64_t groups = divide_up(request.n, tile);
  plan.launches.push_back(make_launch(algorithm,
                                      linear_range(groups * request.group_size, request.group_size),
                                      std::move(arguments), label_of(request)));
  return plan;
}

// `tile`: outputs of a work-group in each dimension.
Result<Plan> make_matrix_tile_plan(const Algorithm& algorithm, const PlanRequest& request,
                                   const KernelSource& source, std::uint64_t tile) {
  const std::uint64_t width = request.pattern.mask_width, kept = tile + width - 1;
  const Result<MatrixSize> size = matrix_size(request);
  if (!size) return tl::unexpected(size.error());
  Plan plan = start_convolution(algorithm, request, source, size->columns);
  plan.launches.push_back(
      make_launch(algorithm, square_range(*size, square_side(request), tile),
                  {BufferArgument{kOut}, BufferArgument{0}, BufferArgument{kConvolutionMask},
                   LocalArgument{kept * kept * size_bytes(request.type)}, uint_argument(width),
                   uint_argument(size->columns), uint_argument(size->rows), uint_argument(tile)},
                  label_of(request)));
  return plan;
}

}  // namespace

Result<Plan> make_convolution_plan(const Algorithm& algorithm, const PlanRequest& request,
                                   const KernelSource& source) {
  return make_array_plan(algorithm, request, source, request.group_size, 0, false);
}

Result<Plan> make_tiled_convolution_plan(const Algorithm& algorithm, const PlanRequest& request,
                                         const KernelSource& source) {
  const std::uint64_t tile = request.pattern.tile != 0 ? request.pattern.tile : request.group_size;
  if (auto right = check_tile(request, request.pattern.mask_width, 1); !right)
    return tl::unexpected(right.error());
  return make_array_plan(algorithm, request, source, tile, tile + request.pattern.mask_width - 1, true);
}

Result<Plan> make_cached_convolution_plan(const Algorithm& algorithm, const PlanRequest& request,
                                          const KernelSource& source) {
  return make_array_plan(algorithm, request, source, request.group_size, request.group_size, false);
}

Result<Plan> make_matrix_convolution_plan(const Algorithm& algorithm, const PlanRequest& request,
                                          const KernelSource& source) {
  const std::uint64_t width = request.pattern.mask_width, side = square_side(request);
  if (auto right = check_mask(algorithm, width); !right) return tl::unexpected(right.error());
  const Result<MatrixSize> size = matrix_size(request);
  if (!size) return tl::unexpected(size.error());
  Plan plan = start_convolution(algorithm, request, source, size->columns);
  plan.launches.push_back(
      make_launch(algorithm, square_range(*size, side, side),
                  {BufferArgument{kOut}, BufferArgument{0}, BufferArgument{kConvolutionMask},
                   uint_argument(width), uint_argument(size->columns), uint_argument(size->rows)},
                  label_of(request)));
  return plan;
}

Result<Plan> make_tiled_matrix_convolution_plan(const Algorithm& algorithm, const PlanRequest& request,
                                                const KernelSource& source) {
  const std::uint64_t width = request.pattern.mask_width;
  if (auto right = check_mask(algorithm, width); !right) return tl::unexpected(right.error());
  if (auto right = check_tile(request, width, 2); !right) return tl::unexpected(right.error());
  const std::uint64_t tile = request.pattern.tile != 0 ? request.pattern.tile : square_side(request);
  return make_matrix_tile_plan(algorithm, request, source, tile);
}

Result<Plan> make_input_tile_convolution_plan(const Algorithm& algorithm, const PlanRequest& request,
                                              const KernelSource& source) {
  const std::uint64_t width = request.pattern.mask_width, side = square_side(request);
  if (auto right = check_mask(algorithm, width); !right) return tl::unexpected(right.error());
  if (side < width)
    return usage_error(
        fmt::format("{0} loads an input with each work-item: a mask of {1} × {1} needs a work-group of at "
                    "least as many; choose {2} ({1} × {1}) or more instead of {3}.",
                    algorithm.id, width, width * width, request.group_size));
  return make_matrix_tile_plan(algorithm, request, source, side - (width - 1));
}

Result<Plan> make_register_convolution_plan(const Algorithm& algorithm, const PlanRequest& request,
                                            const KernelSource& source) {
  if (auto right = check_mask(algorithm, request.pattern.mask_width); !right)
    return tl::unexpected(right.error());
  const std::uint64_t width = elements_of_vector(request);
  Plan plan = start_convolution(algorithm, request, source, 0);
  plan.programs.front().options += fmt::format(" -D MASK={} -D WIDTH={}", request.pattern.mask_width, width);
  plan.launches.push_back(make_launch(
      algorithm, range_for(request, divide_up(request.n, width)),
      {BufferArgument{kOut}, BufferArgument{0}, BufferArgument{kConvolutionMask}, uint_argument(request.n)},
      label_of(request)));
  return plan;
}

}  // namespace lockstep
