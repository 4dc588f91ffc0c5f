// Every work-item adds its element to the same address, which the host has set to 0. Only for sums.
#include <fmt/format.h>

#include "core/base/text/text.hpp"
#include "core/catalogue/shapes/shapes.hpp"

namespace lockstep {

Result<Plan> make_one_total_plan(const Algorithm& algorithm, const PlanRequest& request,
                                 const KernelSource& source) {
  Plan plan = start_plan(algorithm, request, source, "in");
  plan.buffers.push_back(empty_buffer(request, "total", 1, PlanBuffer::Role::output));
  plan.buffers.back().content.pattern = Content::Pattern::constant;
  plan.buffers.back().refill = PlanBuffer::Refill::each_run;
  plan.launches.push_back(make_launch(algorithm, range_for(request, request.n),
                                      {BufferArgument{1}, BufferArgument{0}, uint_argument(request.n)},
                                      fmt::format("{} → 1", count_text(request.n))));
  plan.expectation = Expectation{.op = request.op, .result_buffer = 1, .depth = request.n};
  return plan;
}

}  // namespace lockstep
