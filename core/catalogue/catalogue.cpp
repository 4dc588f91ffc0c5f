// The one list of algorithms. The window, the command line, the simulator and the benchmark all read it.
#include "core/catalogue/block_costs.hpp"
#include "core/catalogue/catalogue_entry.hpp"
#include "core/catalogue/shapes/shapes.hpp"

namespace lockstep {
namespace {

// How the launches hang together, and what that costs.
struct Shape {
  MakePlan make_plan;
  PlanCost (*cost)(const Algorithm&, const PlanRequest&);
};

Algorithm entry(std::string id, std::string title, Shape shape, std::string summary) {
  const bool is_scan = id.starts_with("scan/");
  Algorithm algorithm = catalogue_entry(std::move(id), std::move(title), shape.make_plan, std::move(summary));
  algorithm.family = is_scan ? Algorithm::Family::scan : Algorithm::Family::reduction;
  algorithm.has_exclusive_form = is_scan;
  algorithm.complexity.of_plan = shape.cost;
  return algorithm;
}

// Closed forms for n a power of two (in one block, where there are blocks), and how they grow.
struct Growth {
  const char *steps, *work;
  const char *steps_class, *work_class, *cost_class;
  bool cost_optimal = false, work_optimal = true;
};

Algorithm with(Algorithm algorithm, const char* processors, const Growth& growth) {
  Complexity& complexity = algorithm.complexity;
  complexity.processors = processors;
  complexity.steps = growth.steps;
  complexity.work = growth.work;
  complexity.steps_class = growth.steps_class;
  complexity.work_class = growth.work_class;
  complexity.cost_class = growth.cost_class;
  complexity.cost_optimal = growth.cost_optimal;
  complexity.work_optimal = growth.work_optimal;
  return algorithm;
}

constexpr Growth kTree{"log n", "n − 1", "Θ(log n)", "Θ(n)", "Θ(n log n)"};

// Scans a block by a network of which `cost` is known.
Algorithm by_blocks(Algorithm algorithm, const char* processors, const Growth& growth,
                    StepsAndWork (*cost)(std::uint64_t, std::uint64_t, bool)) {
  algorithm.complexity.of_block = cost;
  return with(std::move(algorithm), processors, growth);
}

Algorithm commutative(Algorithm algorithm) {
  algorithm.commutative_only = true;
  return algorithm;
}

// Trees halve a work-group's elements until one is left.
Algorithm tree(Algorithm algorithm) {
  algorithm.power_of_two_group = true;
  algorithm.min_group_size = 2;
  return algorithm;
}

// A work-group takes 2L elements; `local` says how many it keeps in local memory.
Algorithm two_each(Algorithm algorithm, std::uint64_t (*local)(std::uint64_t L)) {
  algorithm.block_elements = [](std::uint64_t L) { return 2 * L; };
  algorithm.local_elements = local;
  algorithm.power_of_two_group = true;
  return algorithm;
}

std::uint64_t one_an_item(std::uint64_t L) { return L; }
std::uint64_t two_an_item(std::uint64_t L) { return 2 * L; }
std::uint64_t two_and_padding(std::uint64_t L) { return 2 * L + 2 * L / 32; }

Algorithm double_buffered(Algorithm algorithm) {
  algorithm.local_elements = two_an_item;
  return algorithm;
}

Algorithm by_warps(Algorithm algorithm) {
  algorithm.is_told_warp = true;
  algorithm.group_multiple_of = 32;
  return algorithm;
}

Algorithm unrolled(Algorithm algorithm) {
  algorithm.is_told_group_size = algorithm.is_told_warp = true;
  return algorithm;
}

constexpr Shape kGroupTree{make_group_tree_plan, group_tree_plan_cost};
constexpr Shape kGridStride{make_grid_stride_plan, grid_stride_plan_cost};
constexpr Shape kStepPerLaunch{make_step_per_launch_plan, step_per_launch_plan_cost};
constexpr Shape kHalving{make_halving_plan, step_per_launch_plan_cost};

Algorithm tree_of_n(Algorithm algorithm) { return with(std::move(algorithm), "n", kTree); }
Algorithm tree_of_half(Algorithm algorithm) { return with(std::move(algorithm), "n / 2", kTree); }

// Log n elements one after another, then a tree over what n / log n work-items have.
Algorithm sequential_shares(Algorithm algorithm) {
  Growth growth{"n / p + log p", "n − 1", "Θ(log n)", "Θ(n)", "Θ(n)"};
  growth.cost_optimal = true;
  return with(std::move(algorithm), "n / log n", growth);
}

Algorithm tuned(Algorithm algorithm) {
  algorithm.is_tunable = algorithm.power_of_two_group = true;
  return algorithm;
}

Algorithm tuned_reduction() {
  Growth growth{"n / p + log p", "n − 1, and what lanes add in vain", "Θ(n / p)", "Θ(n)", "Θ(n)"};
  growth.cost_optimal = true;
  return with(
      commutative(tuned(entry("reduce/tuned", "Tuned", {make_tuned_reduction_plan, tuned_reduction_plan_cost},
                              "Many vector loads under way at once, sums handed from lane to lane, and a "
                              "single launch: as fast as the memory can be read."))),
      "as many as the device runs at once", growth);
}

std::vector<Algorithm> reductions() {
  return {
      tree_of_half(entry("reduce/interleaved-global", "Interleaved, global memory", kStepPerLaunch,
                         "One launch a step, in place: no lane idles, but each step spreads a warp over "
                         "twice as much memory.")),
      tree_of_half(commutative(entry("reduce/sequential-global", "Sequential, global memory", kHalving,
                                     "One launch a step, in place: the upper half is added to the lower "
                                     "one, coalesced in every step."))),
      tree_of_n(tree(entry("reduce/divergent", "Interleaved, divergent", kGroupTree,
                           "The tree as one first draws it: from the first step on every warp diverges."))),
      tree_of_n(tree(entry("reduce/strided-index", "Interleaved, strided index", kGroupTree,
                           "The same tree by the first work-items: no divergence until one warp is left, "
                           "but bank conflicts that double with each step."))),
      tree_of_n(commutative(tree(entry("reduce/sequential-local", "Sequential addressing", kGroupTree,
                                       "The active work-items stay together: no bank conflict and no "
                                       "divergence until one warp is left, but half of them never add.")))),
      tree_of_half(commutative(two_each(entry("reduce/first-add", "First add during load", kGroupTree,
                                              "Each work-item adds two elements while loading: half the "
                                              "work-groups, and no work-item that never adds."),
                                        one_an_item))),
      tree_of_half(commutative(
          unrolled(two_each(entry("reduce/unrolled", "Unrolled, last warp apart", kGroupTree,
                                  "No loop is left, and the last warp needs no barrier of the work-group."),
                            one_an_item)))),
      sequential_shares(
          commutative(tree(entry("reduce/grid-stride", "Grid stride", kGridStride,
                                 "n / log n work-items sum a strided share each before the tree begins: "
                                 "cost-optimal, with every lane busy almost all the time.")))),
      tree_of_half(two_each(entry("reduce/pairs-interleaved", "Pairs, interleaved", kGroupTree,
                                  "2L elements in local memory, a pair for each work-item; from the second "
                                  "step on every warp diverges."),
                            two_an_item)),
      tree_of_half(commutative(two_each(entry("reduce/pairs-compacted", "Pairs, compacted", kGroupTree,
                                              "2L elements in local memory; the active work-items stay "
                                              "consecutive, and only the last five steps diverge."),
                                        two_an_item))),
      tuned_reduction(),
  };
}

constexpr Shape kOneLaunchScan{make_one_launch_scan_plan, one_launch_scan_plan_cost};
constexpr Shape kStepPerLaunchScan{make_step_per_launch_scan_plan, step_per_launch_scan_plan_cost};
constexpr Shape kBlockScan{make_block_scan_plan, block_scan_plan_cost};
constexpr Shape kCostOptimalScan{make_cost_optimal_scan_plan, cost_optimal_scan_plan_cost};

Algorithm one_item_per_output() {
  Algorithm algorithm = entry("scan/one-item-per-output", "One item per output", kOneLaunchScan,
                              "Work-item i adds x[0] to x[i] all by itself: Θ(n²) work, the one to avoid.");
  algorithm.max_n = std::uint64_t{1} << 20;
  algorithm.max_n_reason = "does Θ(n²) work, too much for this n";
  algorithm.quick_n = std::uint64_t{1} << 16;
  Growth growth{"n − 1", "n (n − 1) / 2", "Θ(n)", "Θ(n²)", "Θ(n²)"};
  growth.work_optimal = false;
  return with(std::move(algorithm), "n", growth);
}

Growth hillis_steele_growth() {
  Growth growth{"log n", "n log n − (n − 1)", "Θ(log n)", "Θ(n log n)", "Θ(n log n)"};
  growth.work_optimal = false;
  return growth;
}

Algorithm hillis_steele_by_blocks(Algorithm algorithm) {
  algorithm.min_group_size = 2;  // blocks of one would leave as many sums as there are elements
  return by_blocks(std::move(algorithm), "n", hillis_steele_growth(), hillis_steele_cost);
}

Algorithm blelloch(Algorithm algorithm) {
  constexpr Growth growth{"2 log n, exclusive 2 less", "2 (n − 1) − log n, inclusive n − 1 more", "Θ(log n)",
                          "Θ(n)", "Θ(n log n)"};
  return by_blocks(std::move(algorithm), "n / 2", growth, blelloch_cost);
}

Algorithm brent_kung(Algorithm algorithm) {
  constexpr Growth growth{"2 log n − 1", "2 (n − 1) − log n", "Θ(log n)", "Θ(n)", "Θ(n log n)"};
  return by_blocks(std::move(algorithm), "n / 2", growth, brent_kung_cost);
}

// Rows of 32 are scanned in 5 steps each, however many there are: the work does not grow faster than n.
Algorithm scan_of_warps() {
  constexpr Growth growth{"5 in a warp", "129 in a warp", "Θ(log n)", "Θ(n)", "Θ(n log n)"};
  Algorithm algorithm = by_blocks(
      by_warps(entry(
          "scan/warp", "One warp", kBlockScan,
          "Each warp scans 32 elements without a barrier of the work-group; small blocks, many levels.")),
      "n", growth, warp_scan_cost);
  algorithm.block_elements = [](std::uint64_t) { return std::uint64_t{32}; };
  return algorithm;
}

Algorithm scan_of_a_block() {
  constexpr Growth growth{"log n + 2", "about 6 n", "Θ(log n)", "Θ(n)", "Θ(n log n)"};
  return by_blocks(
      by_warps(
          entry("scan/block", "One block", kBlockScan,
                "Warps scan, one warp scans the warps' sums, all add back: three barriers, whatever L.")),
      "n", growth, block_scan_cost);
}

Algorithm scan_of_a_grid() {
  constexpr Growth growth{"log n + 6", "about 3 n", "Θ(log n)", "Θ(n)", "Θ(n log n)"};
  Algorithm algorithm = by_blocks(
      by_warps(
          entry("scan/grid", "One grid", kBlockScan,
                "Work-items, warps, blocks, and blocks of blocks: four elements each, then block results.")),
      "n / 4, to add n", growth, grid_scan_cost);
  algorithm.block_elements = [](std::uint64_t L) { return 4 * L; };
  return algorithm;
}

Algorithm cost_optimal_scan() {
  Growth growth{"2 n / p + Θ(log p)", "about 2 n", "Θ(log n)", "Θ(n)", "Θ(n)"};
  growth.cost_optimal = true;
  return with(
      entry(
          "scan/cost-optimal", "Cost-optimal", kCostOptimalScan,
          "n / log n work-items scan a block each, one after another; no barrier, but nothing is coalesced."),
      "n / log n", growth);
}

// Without formulas: how far it looks back depends on who was there first.
Algorithm look_back_scan() {
  Algorithm algorithm =
      tuned(entry("scan/look-back", "Decoupled look-back", {make_look_back_scan_plan, nullptr},
                  "Each work-group scans a tile and looks back for what comes before it: one launch "
                  "that reads and writes every element once."));
  algorithm.depends_on_order = true;
  return algorithm;
}

std::vector<Algorithm> scans() {
  return {
      one_item_per_output(),
      with(entry("scan/hillis-steele-global", "Hillis–Steele, global memory", kStepPerLaunchScan,
                 "One launch a step between two buffers: log n passes over the array, n log n operations."),
           "n", hillis_steele_growth()),
      hillis_steele_by_blocks(
          entry("scan/hillis-steele-local", "Hillis–Steele, local memory", kBlockScan,
                "In place in one work-group, with two barriers a step: reading and writing kept apart.")),
      hillis_steele_by_blocks(double_buffered(
          entry("scan/kogge-stone", "Kogge–Stone", kBlockScan,
                "A double buffer in local memory: the same additions with one barrier a step."))),
      blelloch(two_each(
          entry("scan/blelloch", "Blelloch", kBlockScan,
                "Up-sweep, zero the root, down-sweep: work-efficient, but with bank conflicts that double "
                "with each step."),
          two_an_item)),
      blelloch(two_each(
          entry("scan/blelloch-padded", "Blelloch, padded", kBlockScan,
                "The same trees with an unused word after each row of banks: almost no conflict left."),
          two_and_padding)),
      scan_of_warps(),
      scan_of_a_block(),
      scan_of_a_grid(),
      cost_optimal_scan(),
      brent_kung(two_each(
          entry("scan/brent-kung", "Brent–Kung", kBlockScan,
                "The work-efficient tree in inclusive form: no identity and no swap, twice the steps."),
          two_an_item)),
      look_back_scan(),
  };
}

// The ladders: which idea each one adds to is said here, why it pays is counted (sim/cost/rungs.hpp).
struct Step {
  std::string_view id, improves_on;
};
constexpr Step kSteps[] = {
    {"reduce/sequential-global", "reduce/interleaved-global"},
    {"reduce/divergent", "reduce/sequential-global"},
    {"reduce/strided-index", "reduce/divergent"},
    {"reduce/sequential-local", "reduce/strided-index"},
    {"reduce/first-add", "reduce/sequential-local"},
    {"reduce/unrolled", "reduce/first-add"},
    {"reduce/grid-stride", "reduce/unrolled"},
    {"reduce/tuned", "reduce/grid-stride"},
    {"reduce/pairs-interleaved", "reduce/divergent"},
    {"reduce/pairs-compacted", "reduce/pairs-interleaved"},
    {"scan/hillis-steele-global", "scan/one-item-per-output"},
    {"scan/hillis-steele-local", "scan/hillis-steele-global"},
    {"scan/kogge-stone", "scan/hillis-steele-local"},
    {"scan/warp", "scan/kogge-stone"},
    {"scan/block", "scan/warp"},
    {"scan/grid", "scan/block"},
    {"scan/look-back", "scan/grid"},
    {"scan/blelloch", "scan/hillis-steele-local"},
    {"scan/blelloch-padded", "scan/blelloch"},
    {"scan/brent-kung", "scan/blelloch"},
    {"scan/cost-optimal", "scan/one-item-per-output"},
};

std::vector<Algorithm> make_catalogue() {
  std::vector<Algorithm> all = reductions();
  for (Algorithm& scan : scans()) all.push_back(std::move(scan));
  for (Algorithm& algorithm : all)
    for (const Step& step : kSteps)
      if (step.id == algorithm.id) algorithm.improves_on = step.improves_on;
  return all;
}

}  // namespace

const std::vector<Algorithm>& catalogue() {
  static const std::vector<Algorithm> entries = make_catalogue();
  return entries;
}

}  // namespace lockstep
