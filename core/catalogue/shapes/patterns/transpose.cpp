// A matrix whose rows become columns. Local memory holds what the algorithm says, if anything.
#include <fmt/format.h>

#include "core/base/text.hpp"
#include "core/catalogue/shapes/shapes.hpp"

namespace lockstep {

Result<Plan> make_transpose_plan(const Algorithm& algorithm, const PlanRequest& request,
                                 const KernelSource& source) {
  const Result<MatrixSize> size = matrix_size(request);
  if (!size) return tl::unexpected(size.error());
  const std::uint64_t side = square_side(request);
  const std::uint64_t kept = algorithm.local_elements(request.group_size, elements_in_a_bank_row(request));
  Plan plan = start_plan(algorithm, request, source, "in");
  plan.buffers.push_back(empty_buffer(request, "out", request.n, PlanBuffer::Role::output));
  plan.buffers[0].width = size->columns;
  plan.buffers[1].width = size->rows;
  std::vector<Argument> arguments{BufferArgument{1}, BufferArgument{0}};
  if (kept != 0) arguments.emplace_back(LocalArgument{kept * size_bytes(request.type)});
  arguments.push_back(uint_argument(size->columns));
  arguments.push_back(uint_argument(size->rows));
  plan.launches.push_back(
      make_launch(algorithm, square_range(*size, side, side), std::move(arguments),
                  fmt::format("{} × {} → {} × {}", size->columns, size->rows, size->rows, size->columns)));
  Expectation expected{
      .kind = Expectation::Kind::transpose, .result_buffer = 1, .result_elements = request.n};
  expected.columns = size->columns;
  plan.expectation = expected;
  return plan;
}

}  // namespace lockstep
