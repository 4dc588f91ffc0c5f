// One launch if the device can detect the last work-group to finish; otherwise one launch for each level, as
// for any tree.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "core/base/text/text.hpp"
#include "core/catalogue/formulas/network_steps.hpp"
#include "core/catalogue/shapes/shapes.hpp"

namespace lockstep {
namespace {

// At most as many work-groups as run at once; each work-group but the first has at least one whole block.
std::uint64_t groups_for(const PlanRequest& request, std::uint64_t count) {
  const std::uint64_t block = request.group_size * elements_of_vector(request) * request.tuning.rounds;
  const std::uint64_t resident = std::max<std::uint64_t>(request.limits.compute_units, 1) *
                                 std::max<std::uint64_t>(request.tuning.groups_per_unit, 1);
  return std::clamp<std::uint64_t>(count / block, 1, resident);
}

// The distribution of `count` elements over `groups` work-groups.
struct Shares {
  std::uint64_t most = 0;   // elements of the first work-item, which has the most
  std::uint64_t items = 0;  // number of work-items that have elements (the first ones)
};

// First whole rounds of vectors for all work-items, then the other vectors, then the remaining elements.
Shares shares_of(const PlanRequest& request, std::uint64_t count, std::uint64_t groups) {
  const std::uint64_t items = groups * request.group_size;
  const std::uint64_t width = elements_of_vector(request), vectors = count / width, rest = count % width;
  const std::uint64_t rounds = vectors / (items * request.tuning.rounds) * request.tuning.rounds;
  const std::uint64_t other_vectors = vectors - rounds * items;
  return {(rounds + divide_up(other_vectors, items)) * width + divide_up(rest, items),
          rounds > 0 ? items : std::min(items, std::max(other_vectors, rest))};
}

std::uint64_t lanes_of(const PlanRequest& request) {
  return std::clamp<std::uint64_t>(request.limits.warp_width, 1, request.group_size);
}

// Returns the useful applications in a warp in which `active` lanes have a value. Each lane adds the value
// that it receives from a higher lane or, if there is no such lane, its own value again. Only the sum of lane
// 0 is used.
std::uint64_t work_of_warp(const PlanRequest& request, std::uint64_t active) {
  const std::uint64_t lanes = lanes_of(request);
  std::uint64_t work = 0;
  for (std::uint64_t s = lanes / 2; s > 0; s /= 2)
    work += (active > s ? active - s : 0) + (active > lanes - s ? active - (lanes - s) : 0);
  return work;
}

// Returns the useful applications in a work-group in which `items` work-items have a value: in its warps,
// then in the tree over the warps.
std::uint64_t work_of_group(const PlanRequest& request, std::uint64_t items) {
  if (items == 0) return 0;
  const std::uint64_t lanes = lanes_of(request);
  return items / lanes * work_of_warp(request, lanes) + work_of_warp(request, items % lanes) +
         divide_up(items, lanes) - 1;
}

// Returns the useful steps and work until each work-group has its total. The first work-group takes longest.
StepsAndWork cost_of_groups(const PlanRequest& request, std::uint64_t count, std::uint64_t groups) {
  const std::uint64_t L = request.group_size;
  const Shares shares = shares_of(request, count, groups);
  return {shares.most - 1 + log2_ceil(std::min(L, shares.items)),
          count - shares.items + shares.items / L * work_of_group(request, L) +
              work_of_group(request, shares.items % L)};
}

// Returns the cost of combining all totals in the last work-group to finish.
StepsAndWork cost_at_last(const PlanRequest& request, std::uint64_t groups) {
  const std::uint64_t items = std::min(groups, request.group_size);
  return {divide_up(groups, request.group_size) - 1 + log2_ceil(items),
          groups - items + work_of_group(request, items)};
}

StepsAndWork sum_of(const StepsAndWork& a, const StepsAndWork& b) {
  return {a.steps + b.steps, a.work + b.work};
}

StepsAndWork useful_cost_of(const PlanRequest& request) {
  const std::uint64_t groups = groups_for(request, request.n);
  const StepsAndWork first = cost_of_groups(request, request.n, groups);
  if (!request.limits.device_atomics.empty()) return sum_of(first, cost_at_last(request, groups));
  return groups == 1 ? first : sum_of(first, cost_of_groups(request, groups, 1));
}

// Every lane adds the value that it receives from a higher lane or, if there is no such lane, its own sum.
// The tree over the warps follows.
void add_total_of_group(Phases& phases, const PlanRequest& request, std::uint64_t groups) {
  const std::uint64_t L = request.group_size, lanes = lanes_of(request);
  for (std::uint64_t s = lanes / 2; s > 0; s /= 2) phases.add(groups * L);
  phases.add_tree(L / lanes / 2, groups);
}

// A vector needs as many additions as it has elements, beginning with the identity; then a work-item combines
// its sums, and adds the elements outside vectors.
void add_groups(Phases& phases, const PlanRequest& request, std::uint64_t count, std::uint64_t groups) {
  const std::uint64_t items = groups * request.group_size;
  const std::uint64_t width = elements_of_vector(request);
  phases.add_shares(count / width, items, width);
  phases.add(items, width - 1);
  phases.add_shares(count % width, items);
  add_total_of_group(phases, request, groups);
}

Phases phases_of(const PlanRequest& request) {
  Phases phases;
  const std::uint64_t groups = groups_for(request, request.n);
  add_groups(phases, request, request.n, groups);
  if (!request.limits.device_atomics.empty()) {
    phases.add_shares(groups, request.group_size);
    add_total_of_group(phases, request, 1);
  } else if (groups > 1) {
    add_groups(phases, request, groups, 1);
  }
  return phases;
}

PlanLaunch launch_of(const Algorithm& algorithm, const PlanRequest& request, std::size_t out, std::size_t in,
                     std::uint64_t count, std::uint64_t groups) {
  return make_launch(algorithm, linear_range(groups * request.group_size, request.group_size),
                     {BufferArgument{out}, BufferArgument{in},
                      LocalArgument{request.group_size * size_bytes(request.type)}, uint_argument(count)});
}

void add_only_launch(Plan& plan, const Algorithm& algorithm, const PlanRequest& request) {
  const std::uint64_t groups = groups_for(request, request.n);
  plan.buffers.push_back(empty_buffer(request, "out", 1, PlanBuffer::Role::output));
  plan.buffers.push_back(empty_buffer(request, "partial", groups, PlanBuffer::Role::scratch));
  PlanBuffer finished = empty_buffer(request, "finished", 1, PlanBuffer::Role::scratch);
  finished.type = ElementType::uint32;
  finished.content.pattern = Content::Pattern::constant;
  finished.refill = PlanBuffer::Refill::never;
  plan.buffers.push_back(std::move(finished));
  PlanLaunch launch = launch_of(algorithm, request, 1, 0, request.n, groups);
  launch.arguments.emplace_back(BufferArgument{2});
  launch.arguments.emplace_back(BufferArgument{3});
  launch.label = fmt::format("{} → {} → 1", count_text(request.n), count_text(groups));
  plan.launches.push_back(std::move(launch));
  plan.expectation = Expectation{.op = request.op, .result_buffer = 1};
}

void add_levels(Plan& plan, const Algorithm& algorithm, const PlanRequest& request) {
  std::uint64_t count = request.n;
  do {
    const std::size_t level = plan.buffers.size();
    // The second level has a single work-group.
    const std::uint64_t groups = level == 1 ? groups_for(request, count) : 1;
    PlanLaunch launch = launch_of(algorithm, request, level, level - 1, count, groups);
    launch.label = fmt::format("level {}: {} → {}", level, count_text(count), count_text(groups));
    plan.launches.push_back(std::move(launch));
    plan.buffers.push_back(groups == 1 ? empty_buffer(request, "out", 1, PlanBuffer::Role::output)
                                       : empty_buffer(request, "partial", groups, PlanBuffer::Role::scratch));
    count = groups;
  } while (count > 1);
  plan.expectation = Expectation{.op = request.op, .result_buffer = plan.buffers.size() - 1};
}

}  // namespace

Result<Plan> make_tuned_reduction_plan(const Algorithm& algorithm, const PlanRequest& request,
                                       const KernelSource& source) {
  Plan plan = start_plan(algorithm, request, source, "in");
  if (request.limits.device_atomics.empty())
    add_levels(plan, algorithm, request);
  else
    add_only_launch(plan, algorithm, request);
  plan.expectation->depth = useful_cost_of(request).steps;
  return plan;
}

PlanPhases tuned_reduction_plan_cost(const Algorithm&, const PlanRequest& request) {
  return {groups_for(request, request.n) * request.group_size, phases_of(request), useful_cost_of(request)};
}

}  // namespace lockstep
