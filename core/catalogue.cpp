// The one list of algorithms. The window, the command line, the simulator and the benchmark all read it.
#include "core/catalogue_entry.hpp"
#include "core/plans/plans.hpp"

namespace lockstep {
namespace {

Algorithm entry(std::string id, std::string title, MakePlan make_plan, std::string summary) {
  const bool is_scan = id.starts_with("scan/");
  Algorithm algorithm = catalogue_entry(std::move(id), std::move(title), make_plan, std::move(summary));
  algorithm.family = is_scan ? Algorithm::Family::scan : Algorithm::Family::reduction;
  algorithm.has_exclusive_form = is_scan;
  return algorithm;
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

std::vector<Algorithm> reductions() {
  const auto group_tree = make_group_tree_plan;
  return {
      entry("reduce/interleaved-global", "Interleaved, global memory", make_step_per_launch_plan,
            "One launch a step, in place: no lane idles, but each step spreads a warp over twice as much "
            "memory."),
      commutative(entry("reduce/sequential-global", "Sequential, global memory", make_halving_plan,
                        "One launch a step, in place: the upper half is added to the lower one, coalesced in "
                        "every step.")),
      tree(entry("reduce/divergent", "Interleaved, divergent", group_tree,
                 "The tree as one first draws it: from the first step on every warp diverges.")),
      tree(entry("reduce/strided-index", "Interleaved, strided index", group_tree,
                 "The same tree by the first work-items: no divergence until one warp is left, but bank "
                 "conflicts that double with each step.")),
      commutative(tree(entry("reduce/sequential-local", "Sequential addressing", group_tree,
                             "The active work-items stay together: no bank conflict and no divergence "
                             "until one warp is left, but half of them never add."))),
      commutative(two_each(entry("reduce/first-add", "First add during load", group_tree,
                                 "Each work-item adds two elements while loading: half the work-groups, and "
                                 "no work-item that never adds."),
                           one_an_item)),
      commutative(
          unrolled(two_each(entry("reduce/unrolled", "Unrolled, last warp apart", group_tree,
                                  "No loop is left, and the last warp needs no barrier of the work-group."),
                            one_an_item))),
      commutative(tree(entry("reduce/grid-stride", "Grid stride", make_grid_stride_plan,
                             "n / log n work-items sum a strided share each before the tree begins: "
                             "cost-optimal, with every lane busy almost all the time."))),
      two_each(entry("reduce/pairs-interleaved", "Pairs, interleaved", group_tree,
                     "2L elements in local memory, a pair for each work-item; from the second step on every "
                     "warp diverges."),
               two_an_item),
      commutative(two_each(entry("reduce/pairs-compacted", "Pairs, compacted", group_tree,
                                 "2L elements in local memory; the active work-items stay consecutive, and "
                                 "only the last five steps diverge."),
                           two_an_item)),
  };
}

Algorithm one_item_per_output() {
  Algorithm algorithm = entry("scan/one-item-per-output", "One item per output", make_one_launch_scan_plan,
                              "Work-item i adds x[0] to x[i] all by itself: Θ(n²) work, the one to avoid.");
  algorithm.max_n = std::uint64_t{1} << 20;
  algorithm.max_n_reason = "does Θ(n²) work, too much for this n";
  return algorithm;
}

Algorithm scan_of_warps() {
  Algorithm algorithm = by_warps(
      entry("scan/warp", "One warp", make_block_scan_plan,
            "Each warp scans 32 elements without a barrier of the work-group; small blocks, many levels."));
  algorithm.block_elements = [](std::uint64_t) { return std::uint64_t{32}; };
  return algorithm;
}

Algorithm scan_of_a_grid() {
  Algorithm algorithm = by_warps(
      entry("scan/grid", "One grid", make_block_scan_plan,
            "Work-items, warps, blocks, and blocks of blocks: four elements each, then block results."));
  algorithm.block_elements = [](std::uint64_t L) { return 4 * L; };
  return algorithm;
}

std::vector<Algorithm> scans() {
  const auto blocks = make_block_scan_plan;
  return {
      one_item_per_output(),
      entry("scan/hillis-steele-global", "Hillis–Steele, global memory", make_step_per_launch_scan_plan,
            "One launch a step between two buffers: log n passes over the array, n log n operations."),
      entry("scan/hillis-steele-local", "Hillis–Steele, local memory", blocks,
            "In place in one work-group, with two barriers a step: reading and writing kept apart."),
      double_buffered(entry("scan/kogge-stone", "Kogge–Stone", blocks,
                            "A double buffer in local memory: the same additions with one barrier a step.")),
      two_each(
          entry("scan/blelloch", "Blelloch", blocks,
                "Up-sweep, zero the root, down-sweep: work-efficient, but with bank conflicts that double "
                "with each step."),
          two_an_item),
      two_each(entry("scan/blelloch-padded", "Blelloch, padded", blocks,
                     "The same trees with an unused word after each row of banks: almost no conflict left."),
               two_and_padding),
      scan_of_warps(),
      by_warps(
          entry("scan/block", "One block", blocks,
                "Warps scan, one warp scans the warps' sums, all add back: three barriers, whatever L.")),
      scan_of_a_grid(),
      entry(
          "scan/cost-optimal", "Cost-optimal", make_cost_optimal_scan_plan,
          "n / log n work-items scan a block each, one after another; no barrier, but nothing is coalesced."),
      two_each(entry("scan/brent-kung", "Brent–Kung", blocks,
                     "The work-efficient tree in inclusive form: no identity and no swap, twice the steps."),
               two_an_item),
  };
}

std::vector<Algorithm> make_catalogue() {
  std::vector<Algorithm> all = reductions();
  for (Algorithm& scan : scans()) all.push_back(std::move(scan));
  return all;
}

}  // namespace

const std::vector<Algorithm>& catalogue() {
  static const std::vector<Algorithm> entries = make_catalogue();
  return entries;
}

}  // namespace lockstep
