// Scans of any length by scans of blocks: the blocks' sums form an array that is scanned in the same way,
// until one block is left. Then each level, from the last to the first, adds the total of all preceding
// blocks to each block.
//
// The scan of the sums is always exclusive: its element b is the total of all blocks before block b.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "core/base/text/text.hpp"
#include "core/catalogue/shapes/shapes.hpp"

namespace lockstep {
namespace {

// One level: `count` elements of buffer `in`, scanned in blocks into buffer `out`.
struct Level {
  std::size_t in = 0, out = 0;
  std::uint64_t count = 0;
  std::uint64_t block = 0;
  std::uint64_t blocks() const { return divide_up(count, block); }
};

// `scan` and `add` make the launches of a level; `block_of(count)` returns the length of a block in a level
// of `count` elements.
template <class BlockOf, class Scan, class Add>
Plan make_levels(const Algorithm& algorithm, const PlanRequest& request, const KernelSource& source,
                 BlockOf block_of, Scan scan, Add add) {
  Plan plan = start_plan(algorithm, request, source, "in");
  const auto append = [&](std::string name, std::uint64_t elements, PlanBuffer::Role role) {
    plan.buffers.push_back(empty_buffer(request, std::move(name), elements, role));
    return plan.buffers.size() - 1;
  };
  std::vector<Level> levels;
  Level level{0, append("out", request.n, PlanBuffer::Role::output), request.n, block_of(request.n)};
  for (;;) {
    const std::size_t number = levels.size() + 1;
    const std::size_t sums = append(fmt::format("sums{}", number), level.blocks(), PlanBuffer::Role::scratch);
    PlanLaunch launch = scan(level, sums, levels.empty() && !request.exclusive);
    launch.label = fmt::format("level {}: scan {} in blocks of {}", number, count_text(level.count),
                               count_text(level.block));
    plan.launches.push_back(std::move(launch));
    levels.push_back(level);
    if (level.blocks() == 1) break;
    const std::size_t offsets =
        append(fmt::format("offsets{}", number), level.blocks(), PlanBuffer::Role::scratch);
    level = Level{sums, offsets, level.blocks(), block_of(level.blocks())};
  }
  for (std::size_t i = levels.size() - 1; i-- > 0;) {
    PlanLaunch launch = add(levels[i], levels[i + 1].out);
    launch.kernel = kernel_name(algorithm.id) + "_add";
    launch.label = fmt::format("level {}: add what comes before each block", i + 1);
    plan.launches.push_back(std::move(launch));
  }
  std::uint64_t depth = 0;
  for (const Level& one : levels) depth += one.block + 1;
  plan.expectation = scan_expectation(request, levels.front().out, std::min(depth, request.n));
  return plan;
}

std::vector<Argument> add_arguments(const Level& level, std::size_t offsets) {
  return {BufferArgument{level.out}, BufferArgument{offsets}, uint_argument(level.block),
          uint_argument(level.count)};
}

// Returns the useful additions of a level. They are in all blocks but the first: to every element or, in an
// exclusive scan, to every element but the first of a block, which is the identity. A work-item does one
// addition, or those of a whole block.
StepsAndWork add_cost(std::uint64_t count, std::uint64_t block, bool exclusive, bool adds_by_block) {
  if (count <= block) return {};
  const std::uint64_t blocks = divide_up(count, block) - 1;
  const std::uint64_t skipped = exclusive ? 1 : 0;
  const std::uint64_t longest = std::min(block, count - block) - skipped;
  return {adds_by_block ? longest : std::min<std::uint64_t>(longest, 1), count - block - blocks * skipped};
}

// Returns the useful costs. `scan` returns the cost of a block of the given number of elements. All levels
// but the first are exclusive.
template <class BlockOf, class ScanCost>
StepsAndWork useful_cost_of_levels(const PlanRequest& request, BlockOf block_of, ScanCost scan,
                                   bool adds_by_block) {
  StepsAndWork cost;
  for (std::uint64_t count = request.n;;) {
    const bool exclusive = request.exclusive || count != request.n;
    const std::uint64_t block = block_of(count);
    const StepsAndWork whole = scan(block, exclusive);
    const StepsAndWork rest = scan(count % block, exclusive);
    const StepsAndWork add = add_cost(count, block, exclusive, adds_by_block);
    cost.work += count / block * whole.work + rest.work + add.work;
    cost.steps += (count < block ? rest.steps : std::max(whole.steps, rest.steps)) + add.steps;
    if (count <= block) return cost;
    count = divide_up(count, block);
  }
}

// Returns the executed steps. `scan` adds the steps of a level's scan of the given number of elements, `add`
// those of its addition. The levels are scanned from the first to the last; the additions are made from the
// last to the first.
template <class BlockOf, class Scan, class Add>
Phases phases_of_levels(const PlanRequest& request, BlockOf block_of, Scan scan, Add add) {
  Phases phases;
  std::vector<std::uint64_t> above;
  for (std::uint64_t count = request.n;; count = divide_up(count, block_of(count))) {
    scan(phases, count, request.exclusive || !above.empty());
    if (count <= block_of(count)) break;
    above.push_back(count);
  }
  for (std::size_t i = above.size(); i-- > 0;) add(phases, above[i]);
  return phases;
}

// Returns the phases of `count` equal work-groups and a last work-group, which may have fewer elements.
Phases together(const Phases& whole, std::uint64_t count, const Phases& last) {
  Phases phases;
  const std::size_t most = std::max(whole.list().size(), last.list().size());
  for (std::size_t i = 0; i < most; ++i) {
    const Phase one = i < whole.list().size() ? whole.list()[i] : Phase{};
    const Phase other = i < last.list().size() ? last.list()[i] : Phase{};
    phases.add(one.active * count + other.active, count != 0 ? one.steps : other.steps);
  }
  return phases;
}

}  // namespace

Result<Plan> make_block_scan_plan(const Algorithm& algorithm, const PlanRequest& request,
                                  const KernelSource& source) {
  // A work-group may process one block or several (one for each warp).
  const std::uint64_t block = algorithm.block_elements(request.group_size);
  const std::uint64_t elements_each = std::max<std::uint64_t>(block / request.group_size, 1);
  const auto scan = [&](const Level& level, std::size_t sums, bool inclusive) {
    return make_launch(
        algorithm, range_for(request, divide_up(level.count, elements_each)),
        {BufferArgument{level.out}, BufferArgument{level.in}, BufferArgument{sums},
         LocalArgument{algorithm.local_elements(request.group_size, elements_in_a_bank_row(request)) *
                       size_bytes(request.type)},
         uint_argument(level.count), scalar_argument(std::uint32_t{inclusive ? 0u : 1u})});
  };
  const auto add = [&](const Level& level, std::size_t offsets) {
    PlanLaunch launch;
    launch.range = range_for(request, level.count);
    launch.arguments = add_arguments(level, offsets);
    return launch;
  };
  return make_levels(
      algorithm, request, source, [&](std::uint64_t) { return block; }, scan, add);
}

// The launch that adds has a work-item for each element; the launch that scans may have fewer. The identity
// is added to the first block.
PlanPhases block_scan_plan_cost(const Algorithm& algorithm, const PlanRequest& request) {
  const std::uint64_t L = request.group_size;
  const std::uint64_t block = algorithm.block_elements(L);
  const std::uint64_t of_group = std::max(block, L);  // a work-group may process several blocks
  const Complexity& complexity = algorithm.complexity;
  PlanPhases cost;
  cost.executed = phases_of_levels(
      request, [&](std::uint64_t) { return block; },
      [&](Phases& phases, std::uint64_t count, bool exclusive) {
        const std::uint64_t rest = count % of_group;
        const Phases last = rest == 0 ? Phases{} : complexity.of_group(rest, L, exclusive);
        const Phases all = together(complexity.of_group(of_group, L, exclusive), count / of_group, last);
        for (const Phase& phase : all.list()) phases.add(phase);
      },
      [](Phases& phases, std::uint64_t count) { phases.add(count); });
  cost.useful = useful_cost_of_levels(
      request, [&](std::uint64_t) { return block; },
      [&](std::uint64_t elements, bool exclusive) { return complexity.of_block(elements, L, exclusive); },
      false);
  const std::uint64_t elements_each = request.n > block ? 1 : std::max<std::uint64_t>(block / L, 1);
  cost.processors = range_for(request, divide_up(request.n, elements_each)).global_size[0];
  return cost;
}

Result<Plan> make_cost_optimal_scan_plan(const Algorithm& algorithm, const PlanRequest& request,
                                         const KernelSource& source) {
  const auto block_of = [&](std::uint64_t count) { return sequential_share(count, request.n, 2); };
  const auto scan = [&](const Level& level, std::size_t sums, bool inclusive) {
    return make_launch(algorithm, range_for(request, level.blocks()),
                       {BufferArgument{level.out}, BufferArgument{level.in}, BufferArgument{sums},
                        uint_argument(level.block), uint_argument(level.count),
                        scalar_argument(std::uint32_t{inclusive ? 0u : 1u})});
  };
  const auto add = [&](const Level& level, std::size_t offsets) {
    PlanLaunch launch;
    launch.range = range_for(request, level.blocks());
    launch.arguments = add_arguments(level, offsets);
    return launch;
  };
  return make_levels(algorithm, request, source, block_of, scan, add);
}

// A work-item scans its block, and later adds to it, one element after another, beginning with the identity.
PlanPhases cost_optimal_scan_plan_cost(const Algorithm&, const PlanRequest& request) {
  const auto block_of = [&](std::uint64_t count) { return sequential_share(count, request.n, 2); };
  const auto one_after_another = [](std::uint64_t elements, bool) {
    return elements == 0 ? StepsAndWork{} : StepsAndWork{elements - 1, elements - 1};
  };
  const auto block_by_block = [&](Phases& phases, std::uint64_t count) {
    const std::uint64_t k = std::min(block_of(count), count), blocks = divide_up(count, k);
    const std::uint64_t in_last = count - (blocks - 1) * k;
    phases.add(blocks, in_last);
    phases.add(blocks - 1, k - in_last);
  };
  PlanPhases cost;
  cost.executed = phases_of_levels(
      request, block_of, [&](Phases& phases, std::uint64_t count, bool) { block_by_block(phases, count); },
      block_by_block);
  cost.useful = useful_cost_of_levels(request, block_of, one_after_another, true);
  cost.processors = range_for(request, divide_up(request.n, block_of(request.n))).global_size[0];
  return cost;
}

}  // namespace lockstep
