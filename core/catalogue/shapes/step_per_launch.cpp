// Step s joins blocks of s elements to blocks of 2s: a[2sg] ⊕= a[2sg + s] for every pair that has a right
// element. Work-groups shrink with the number of pairs, so for n and L powers of two exactly n / 2s
// work-items run. One element needs no step: the plan then has no launch and the input is the result.
#include <fmt/format.h>

#include <algorithm>

#include "core/base/text/text.hpp"
#include "core/catalogue/formulas/network_steps.hpp"
#include "core/catalogue/shapes/shapes.hpp"

namespace lockstep {

Result<Plan> make_step_per_launch_plan(const Algorithm& algorithm, const PlanRequest& request,
                                       const KernelSource& source) {
  Plan plan = start_plan(algorithm, request, source, "a");
  for (std::uint64_t s = 1; s < request.n; s *= 2) {
    const std::uint64_t pairs = divide_up(request.n - s, 2 * s);
    const std::uint64_t local = std::min(request.group_size, pairs);
    plan.launches.push_back(make_launch(algorithm, linear_range(divide_up(pairs, local) * local, local),
                                        {BufferArgument{0}, uint_argument(s), uint_argument(request.n)},
                                        fmt::format("s = {}", s)));
  }
  plan.expectation = Expectation{.op = request.op, .depth = plan.launches.size()};
  return plan;
}

// With m = ceil(count / 2) the upper count - m elements are added to the lower elements, and m
// elements are left.
Result<Plan> make_halving_plan(const Algorithm& algorithm, const PlanRequest& request,
                               const KernelSource& source) {
  Plan plan = start_plan(algorithm, request, source, "a");
  for (std::uint64_t count = request.n; count > 1;) {
    const std::uint64_t m = divide_up(count, 2);
    const std::uint64_t pairs = count - m;
    const std::uint64_t local = std::min(request.group_size, pairs);
    plan.launches.push_back(make_launch(algorithm, linear_range(divide_up(pairs, local) * local, local),
                                        {BufferArgument{0}, uint_argument(m), uint_argument(count)},
                                        fmt::format("m = {}", count_text(m))));
    count = m;
  }
  plan.expectation = Expectation{.op = request.op, .depth = plan.launches.size()};
  return plan;
}

// In both cases the first launch has ⌊n / 2⌋ pairs, in whole work-groups, and a launch is a step of the tree.
PlanPhases step_per_launch_plan_cost(const Algorithm&, const PlanRequest& request) {
  const std::uint64_t pairs = request.n / 2;
  if (pairs == 0) return {};
  const std::uint64_t local = std::min(request.group_size, pairs);
  PlanPhases cost{divide_up(pairs, local) * local, {}, tree_cost(request.n)};
  for (std::uint64_t count = request.n; count > 1; count = divide_up(count, 2)) cost.executed.add(count / 2);
  return cost;
}

}  // namespace lockstep
