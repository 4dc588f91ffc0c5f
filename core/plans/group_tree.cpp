// A level is one launch: ceil(count / L) work-groups write as many results, which are the next level's input.
// Every level has a buffer of its own rather than two that take turns: it costs n / (L − 1) elements and
// keeps all levels to look at afterwards. A single element still takes one launch, which copies it to the
// output.
#include <fmt/format.h>

#include <bit>

#include "core/plans/plans.hpp"
#include "core/sizes.hpp"

namespace lockstep {
namespace {

PlanBuffer level_buffer(const PlanRequest& request, std::size_t level, std::uint64_t elements) {
  PlanBuffer buffer;
  const bool last = elements == 1;
  buffer.name = last ? "out" : fmt::format("level{}", level);
  buffer.type = request.type;
  buffer.elements = elements;
  buffer.role = last ? PlanBuffer::Role::output : PlanBuffer::Role::scratch;
  return buffer;
}

PlanLaunch level_launch(const Algorithm& algorithm, const PlanRequest& request, std::size_t level,
                        std::uint64_t count) {
  const std::uint64_t groups = divide_up(count, request.group_size);
  PlanLaunch launch;
  launch.kernel = kernel_name(algorithm.id);
  launch.range = linear_range(groups * request.group_size, request.group_size);
  launch.arguments = {BufferArgument{level}, BufferArgument{level - 1},
                      LocalArgument{request.group_size * size_bytes(request.type)},
                      scalar_argument(static_cast<std::uint32_t>(count))};
  launch.label = fmt::format("level {}: {} → {}", level, count_text(count), count_text(groups));
  return launch;
}

}  // namespace

Result<Plan> make_group_tree_plan(const Algorithm& algorithm, const PlanRequest& request,
                                  const KernelSource& source) {
  Plan plan = start_plan(algorithm, request, source, "in");
  std::uint64_t count = request.n;
  do {
    const std::size_t level = plan.buffers.size();
    plan.launches.push_back(level_launch(algorithm, request, level, count));
    count = divide_up(count, request.group_size);
    plan.buffers.push_back(level_buffer(request, level, count));
  } while (count > 1);
  plan.expectation = Expectation{.op = request.op, .result_buffer = plan.buffers.size() - 1};
  const auto steps = static_cast<std::uint64_t>(std::bit_width(request.group_size) - 1);
  plan.expectation->depth = steps * plan.launches.size();
  return plan;
}

}  // namespace lockstep
