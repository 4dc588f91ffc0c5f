// Scans without local memory: one launch for each step between two buffers, or everything in one launch.
#include <fmt/format.h>

#include "core/base/text/text.hpp"
#include "core/catalogue/formulas/network_steps.hpp"
#include "core/catalogue/shapes/shapes.hpp"

namespace lockstep {

// The input is not overwritten, so the first step writes to a third buffer; for n = 1 an inclusive scan has
// no step, and the input is the result.
Result<Plan> make_step_per_launch_scan_plan(const Algorithm& algorithm, const PlanRequest& request,
                                            const KernelSource& source) {
  Plan plan = start_plan(algorithm, request, source, "in");
  std::size_t from = 0;
  const auto launch_to_next = [&](std::string kernel, std::vector<Argument> scalars, std::string label) {
    const std::size_t to = from == 1 ? 2 : 1;
    if (to == plan.buffers.size())
      plan.buffers.push_back(
          empty_buffer(request, to == 1 ? "a" : "b", request.n, PlanBuffer::Role::scratch));
    PlanLaunch launch;
    launch.kernel = std::move(kernel);
    launch.range = range_for(request, request.n);
    launch.arguments = {BufferArgument{to}, BufferArgument{from}};
    launch.arguments.insert(launch.arguments.end(), scalars.begin(), scalars.end());
    launch.label = std::move(label);
    plan.launches.push_back(std::move(launch));
    from = to;
  };
  const auto n = static_cast<std::uint32_t>(request.n);
  const std::string kernel = kernel_name(algorithm.id);
  if (request.exclusive) launch_to_next(kernel + "_shift", {scalar_argument(n)}, "shift by one");
  for (std::uint64_t s = 1; s < request.n; s *= 2)
    launch_to_next(kernel, {uint_argument(s), scalar_argument(n)}, fmt::format("s = {}", s));
  if (from != 0) plan.buffers[from].role = PlanBuffer::Role::output;
  plan.expectation = scan_expectation(request, from, plan.launches.size());
  return plan;
}

// Each launch adds n − s pairs in one step. After the shift by one, the array contains n − 1 elements of the
// input, and place s is combined with the identity at place 0.
PlanPhases step_per_launch_scan_plan_cost(const Algorithm&, const PlanRequest& request) {
  const bool launches = request.n > 1 || request.exclusive;
  PlanPhases cost{launches ? range_for(request, request.n).global_size[0] : 1, {}, {}};
  for (std::uint64_t s = 1; s < request.n; s *= 2) cost.executed.add(request.n - s);
  const std::uint64_t elements = request.exclusive ? request.n - 1 : request.n;
  for (std::uint64_t s = 1; s < elements; s *= 2) cost.useful.work += elements - s;
  cost.useful.steps = log2_ceil(elements);
  return cost;
}

Result<Plan> make_one_launch_scan_plan(const Algorithm& algorithm, const PlanRequest& request,
                                       const KernelSource& source) {
  Plan plan = start_plan(algorithm, request, source, "in");
  plan.buffers.push_back(empty_buffer(request, "out", request.n, PlanBuffer::Role::output));
  plan.launches.push_back(make_launch(algorithm, range_for(request, request.n),
                                      {BufferArgument{1}, BufferArgument{0}, uint_argument(request.n),
                                       scalar_argument(std::uint32_t{request.exclusive ? 1u : 0u})},
                                      fmt::format("{} sums", count_text(request.n))));
  plan.expectation = scan_expectation(request, 1, request.n);
  return plan;
}

// Work-item i adds i + 1 elements to the identity, or i elements in the exclusive form.
PlanPhases one_launch_scan_plan_cost(const Algorithm&, const PlanRequest& request) {
  const std::uint64_t most = request.exclusive ? request.n - 1 : request.n;
  const std::uint64_t steps = most == 0 ? 0 : most - 1;
  PlanPhases cost{range_for(request, request.n).global_size[0], {}, {steps, steps * (steps + 1) / 2}};
  cost.executed.add(Phase{most, most, 1});
  return cost;
}

}  // namespace lockstep
