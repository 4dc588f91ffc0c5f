// A level is one launch: each of its work-groups writes one result, and these results are the input of the
// next level. Every level has its own buffer, instead of two alternating buffers: this costs n / (L − 1)
// elements and keeps the results of all levels visible. Even for a single element there is one launch, which
// copies it to the output.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "core/base/text/text.hpp"
#include "core/catalogue/formulas/network_steps.hpp"
#include "core/catalogue/shapes/shapes.hpp"

namespace lockstep {
namespace {

PlanBuffer level_buffer(const PlanRequest& request, std::size_t level, std::uint64_t elements) {
  if (elements == 1) return empty_buffer(request, "out", 1, PlanBuffer::Role::output);
  return empty_buffer(request, fmt::format("level{}", level), elements, PlanBuffer::Role::scratch);
}

PlanLaunch level_launch(const Algorithm& algorithm, const PlanRequest& request, std::size_t level,
                        std::uint64_t count, std::uint64_t groups) {
  return make_launch(
      algorithm, linear_range(groups * request.group_size, request.group_size),
      {BufferArgument{level}, BufferArgument{level - 1},
       LocalArgument{algorithm.local_elements(request.group_size, elements_in_a_bank_row(request)) *
                     size_bytes(request.type)},
       uint_argument(count)},
      fmt::format("level {}: {} → {}", level, count_text(count), count_text(groups)));
}

// Returns the steps of a work-item before the tree of its work-group, if `groups` work-groups share
// `count` elements.
std::uint64_t steps_alone(std::uint64_t count, std::uint64_t groups, std::uint64_t group_size) {
  return divide_up(count, groups * group_size) - 1;
}

// Makes the plan. `groups_for(count)` returns the number of work-groups of a level with `count` elements.
template <class GroupsFor>
Plan make_levels(const Algorithm& algorithm, const PlanRequest& request, const KernelSource& source,
                 GroupsFor groups_for) {
  Plan plan = start_plan(algorithm, request, source, "in");
  const std::uint64_t tree = log2_floor(request.group_size);
  std::uint64_t count = request.n;
  std::uint64_t depth = 0;
  do {
    const std::size_t level = plan.buffers.size();
    const std::uint64_t groups = groups_for(count);
    plan.launches.push_back(level_launch(algorithm, request, level, count, groups));
    plan.buffers.push_back(level_buffer(request, level, groups));
    depth += tree + steps_alone(count, groups, request.group_size);
    count = groups;
  } while (count > 1);
  plan.expectation = Expectation{.op = request.op, .result_buffer = plan.buffers.size() - 1, .depth = depth};
  return plan;
}

// Each work-item first combines its elements sequentially, then the tree combines the values
// of its work-group.
template <class GroupsFor>
StepsAndWork useful_cost_of_levels(const PlanRequest& request, GroupsFor groups_for, std::uint64_t block) {
  StepsAndWork cost{0, sequential_steps(request.n)};
  for (std::uint64_t count = request.n; count > 1; count = groups_for(count)) {
    const std::uint64_t groups = groups_for(count);
    cost.steps += divide_up(count, groups * block) - 1 + tree_cost(std::min(count, block)).steps;
  }
  return cost;
}

// `before_tree` adds the steps before the tree over `leaves` values in each work-group. All L work-items take
// part in a tree, whether they have input or the identity; even a single element is a level.
template <class GroupsFor, class BeforeTree>
Phases phases_of_levels(const PlanRequest& request, GroupsFor groups_for, std::uint64_t leaves,
                        BeforeTree before_tree) {
  Phases phases;
  std::uint64_t count = request.n;
  do {
    const std::uint64_t groups = groups_for(count);
    before_tree(phases, count, groups);
    phases.add_tree(leaves / 2, groups);
    count = groups;
  } while (count > 1);
  return phases;
}

// Returns the number of work-items that add a second element of their block while they load.
std::uint64_t pairs_while_loading(std::uint64_t count, std::uint64_t group_size) {
  const std::uint64_t rest = count % (2 * group_size);
  return count / (2 * group_size) * group_size + (rest > group_size ? rest - group_size : 0);
}

auto groups_of_blocks(const Algorithm& algorithm, const PlanRequest& request) {
  return [block = algorithm.block_elements(request.group_size)](std::uint64_t count) {
    return divide_up(count, block);
  };
}

// With p = n / log n work-items the reduction is cost-optimal.
auto groups_of_shares(const PlanRequest& request) {
  return [n = request.n, L = request.group_size](std::uint64_t count) {
    return divide_up(divide_up(count, sequential_share(count, n, 1)), L);
  };
}

}  // namespace

Result<Plan> make_group_tree_plan(const Algorithm& algorithm, const PlanRequest& request,
                                  const KernelSource& source) {
  return make_levels(algorithm, request, source, groups_of_blocks(algorithm, request));
}

Result<Plan> make_whole_grid_plan(const Algorithm& algorithm, const PlanRequest& request,
                                  const KernelSource& source) {
  Plan plan = make_levels(algorithm, request, source, groups_of_blocks(algorithm, request));
  for (std::size_t level = 0; level < plan.launches.size(); ++level)
    plan.launches[level].range = range_for(request, plan.buffers[level].elements);
  return plan;
}

// The tree combines the values in local memory; if a block has more elements, each work-item first adds its
// two elements, if it has two.
PlanPhases group_tree_plan_cost(const Algorithm& algorithm, const PlanRequest& request) {
  const std::uint64_t L = request.group_size, block = algorithm.block_elements(L);
  const std::uint64_t leaves = algorithm.local_elements(L, elements_in_a_bank_row(request));
  const auto groups_for = groups_of_blocks(algorithm, request);
  const auto before_tree = [&](Phases& phases, std::uint64_t count, std::uint64_t) {
    if (leaves < block) phases.add(pairs_while_loading(count, L));
  };
  return {groups_for(request.n) * L, phases_of_levels(request, groups_for, leaves, before_tree),
          useful_cost_of_levels(request, groups_for, block)};
}

Result<Plan> make_grid_stride_plan(const Algorithm& algorithm, const PlanRequest& request,
                                   const KernelSource& source) {
  return make_levels(algorithm, request, source, groups_of_shares(request));
}

// A work-item's sum begins with the identity.
PlanPhases grid_stride_plan_cost(const Algorithm&, const PlanRequest& request) {
  const std::uint64_t L = request.group_size;
  const auto groups_for = groups_of_shares(request);
  const auto before_tree = [&](Phases& phases, std::uint64_t count, std::uint64_t groups) {
    phases.add_shares(count, groups * L);
  };
  return {groups_for(request.n) * L, phases_of_levels(request, groups_for, L, before_tree),
          useful_cost_of_levels(request, groups_for, L)};
}

}  // namespace lockstep
