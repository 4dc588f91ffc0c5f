// Reductions in the buffer of the input. They are correct only if no work-item overwrites an element that
// another work-item has not read yet.
#include <fmt/format.h>

#include "core/base/text/text.hpp"
#include "core/catalogue/shapes/shapes.hpp"

namespace lockstep {

Result<Plan> make_all_steps_plan(const Algorithm& algorithm, const PlanRequest& request,
                                 const KernelSource& source) {
  Plan plan = start_plan(algorithm, request, source, "a");
  plan.launches.push_back(make_launch(algorithm, range_for(request, request.n),
                                      {BufferArgument{0}, uint_argument(request.n)}, "all steps"));
  plan.expectation = Expectation{.op = request.op, .depth = log2_floor(request.n) + 1};
  return plan;
}

Result<Plan> make_two_steps_plan(const Algorithm& algorithm, const PlanRequest& request,
                                 const KernelSource& source) {
  Plan plan = start_plan(algorithm, request, source, "a");
  for (std::uint64_t s = 1; s < request.n; s *= 4) {
    plan.launches.push_back(make_launch(algorithm, range_for(request, request.n),
                                        {BufferArgument{0}, uint_argument(s), uint_argument(request.n)},
                                        fmt::format("s = {} and {}", s, 2 * s)));
  }
  plan.expectation = Expectation{.op = request.op, .depth = log2_floor(request.n) + 1};
  return plan;
}

// One element needs no step: the plan then has no launch and the input is the result.
Result<Plan> make_each_step_plan(const Algorithm& algorithm, const PlanRequest& request,
                                 const KernelSource& source) {
  Plan plan = start_plan(algorithm, request, source, "a");
  for (std::uint64_t s = 1; s < request.n; s *= 2) {
    plan.launches.push_back(make_launch(algorithm, range_for(request, request.n),
                                        {BufferArgument{0}, uint_argument(s), uint_argument(request.n)},
                                        fmt::format("s = {}", s)));
  }
  plan.expectation = Expectation{.op = request.op, .depth = plan.launches.size()};
  return plan;
}

Result<Plan> make_in_place_levels_plan(const Algorithm& algorithm, const PlanRequest& request,
                                       const KernelSource& source) {
  Plan plan = start_plan(algorithm, request, source, "a");
  for (std::uint64_t count = request.n; count > 1;) {
    const std::uint64_t groups = divide_up(count, request.group_size);
    plan.launches.push_back(make_launch(
        algorithm, range_for(request, count),
        {BufferArgument{0},
         LocalArgument{algorithm.local_elements(request.group_size, elements_in_a_bank_row(request)) *
                       size_bytes(request.type)},
         uint_argument(count)},
        fmt::format("level {}: {} → {}", plan.launches.size() + 1, count_text(count), count_text(groups))));
    count = groups;
  }
  plan.expectation =
      Expectation{.op = request.op, .depth = plan.launches.size() * log2_floor(request.group_size)};
  return plan;
}

}  // namespace lockstep
