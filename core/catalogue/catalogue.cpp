// The one list of algorithms. The window, the command line, the simulator and the benchmark all read it.
#include <algorithm>

#include "core/catalogue/catalogue_entry.hpp"
#include "core/catalogue/formulas/network_steps.hpp"
#include "core/catalogue/shapes/shapes.hpp"

namespace lockstep {
namespace {

std::uint64_t two_an_item(std::uint64_t L) { return 2 * L; }
std::uint64_t two_in_local_memory(std::uint64_t L, std::uint64_t) { return 2 * L; }
std::uint64_t two_and_padding(std::uint64_t L, std::uint64_t row) { return 2 * L + 2 * L / row; }
std::uint64_t four_an_item(std::uint64_t L) { return 4 * L; }
std::uint64_t one_warp(std::uint64_t) { return 32; }

// Closed forms for n a power of two (in one block if the algorithm has blocks), and their growth with n.
struct Growth {
  const char *steps, *work;
  const char *steps_class, *work_class, *cost_class;
  bool cost_optimal = false, work_optimal = true;
  Shares shares{};
};

using PlanCostOf = PlanPhases (*)(const Algorithm&, const PlanRequest&);
using GroupPhasesOf = Phases (*)(std::uint64_t elements, std::uint64_t L, bool exclusive);
using BlockCostOf = StepsAndWork (*)(std::uint64_t elements, std::uint64_t L, bool exclusive);

// The costs of a plan shape on `processors` work-items; the other arguments are for a scan by blocks.
Complexity costs(PlanCostOf of_plan, const char* processors, const Growth& growth, const LevelCost& level,
                 GroupPhasesOf of_group = nullptr, BlockCostOf of_block = nullptr) {
  return {.of_plan = of_plan,
          .of_group = of_group,
          .of_block = of_block,
          .shares = growth.shares,
          .processors = processors,
          .steps = growth.steps,
          .work = growth.work,
          .level = level,
          .steps_class = growth.steps_class,
          .work_class = growth.work_class,
          .cost_class = growth.cost_class,
          .cost_optimal = growth.cost_optimal,
          .work_optimal = growth.work_optimal};
}

constexpr LevelCost kHalving{"", "⌈log n⌉", "n − 1", "", ""};
constexpr LevelCost kTreeLevel{"⌈m / L⌉", "log L", "b (L − 1)", "", ""};
constexpr LevelCost kFirstAddLevel{"⌈m / (2 L)⌉", "log L + min(1, max(0, m − L))",
                                   "b (L − 1) + ⌊m / (2 L)⌋ L + max(0, m mod (2 L) − L)", "", ""};
constexpr LevelCost kPairsLevel{"⌈m / (2 L)⌉", "log L + 1", "b (2 L − 1)", "", ""};
constexpr LevelCost kShareLevel{
    "⌈⌈m / k⌉ / L⌉", "⌈m / (b L)⌉ + log L", "m + b (L − 1)", "",
    "k = ⌊log m⌋ (at least 1 and, after the first level, at most 16) is the share of a work-item."};
constexpr LevelCost kTunedLevel{
    "", "v ⌈⌊n / v⌋ / (g L)⌉ + ⌈n mod v / (g L)⌉ + v − 1 + ⌈g / L⌉ + 2 log L",
    "n + (v − 1) g L + g + (g + 1) (L log w + L / w − 1)", "",
    "g work-groups run, in warps of w (at most L), with vectors of v elements (4, or 2 if an element has "
    "8 bytes). A single launch needs device-wide atomics."};
constexpr LevelCost kQuadratic{"", "n", "n (n + 1) / 2", "",
                               "The exclusive form has T = n − 1, W = n (n − 1) / 2."};
constexpr LevelCost kGlobalSteps{"", "⌈log n⌉", "n ⌈log n⌉ − 2^⌈log n⌉ + 1", "", ""};
constexpr LevelCost kHillisSteeleLevel{"⌈m / L⌉", "⌈log L⌉", "b (L ⌈log L⌉ − 2^⌈log L⌉ + 1)", "1", ""};
constexpr LevelCost kBlellochLevel{
    "⌈m / (2 L)⌉", "2 log L + 2", "b (4 L − 2)", "1",
    "The inclusive form adds the inputs: n operations, in 2 steps, or 1 where n ≤ L."};
constexpr LevelCost kBrentKungLevel{"⌈m / (2 L)⌉", "2 log L + 1", "b (4 L − 3 − log L)", "1", ""};
constexpr LevelCost kWarpLevel{"⌈m / 32⌉", "5", "129 ⌈m / L⌉ L / 32", "1", ""};
constexpr LevelCost kBlockLevel{"⌈m / L⌉", "10 + min(2, L − 32)", "b (134 L / 32 + 2 (L − 32))", "1", ""};
constexpr LevelCost kGridLevel{"⌈m / (4 L)⌉", "18 + min(1, L − 32)", "b (9 L − 32 + 134 L / 32)", "1", ""};
constexpr LevelCost kCostOptimalLevel{
    "⌈m / k⌉", "min(k, m)", "m", "min(k, m)",
    "k = ⌊log m⌋ (at least 2 and, after the first level, at most 16) is the share of a work-item."};

constexpr Growth kTree{"log n", "n − 1", "Θ(log n)", "Θ(n)", "Θ(n log n)"};
// First, each work-item combines log n elements sequentially; then a tree combines the n / log n results.
constexpr Growth kSequentialShares{"n / p + log p", "n + p − 1", "Θ(log n)", "Θ(n)",
                                   "Θ(n)",          true,        true,       {1, 0}};
constexpr Growth kTunedReduction{
    "n / p + 2 log p + 4", "n + 13 p + p / 16 − 1", "Θ(n / p)", "Θ(n)", "Θ(n)", true, true, {1, 3}};

// Operators that are expressions, which OpenCL C also applies to vectors.
std::vector<Operator> vector_operators() {
  return {Operator::sum, Operator::product, Operator::min, Operator::max};
}

std::vector<Algorithm> reductions() {
  return {
      {.id = "reduce/interleaved-global",
       .title = "Interleaved, global memory",
       .summary =
           "One launch a step, in place: the active work-items are consecutive, but each step spreads a "
           "warp over twice as much memory.",
       .complexity = costs(step_per_launch_plan_cost, "n / 2", kTree, kHalving),
       .make_plan = make_step_per_launch_plan},
      {.id = "reduce/sequential-global",
       .title = "Sequential, global memory",
       .summary = "One launch a step, in place: the upper half is added to the lower half, so consecutive "
                  "work-items access consecutive elements.",
       .improves_on = "reduce/interleaved-global",
       .commutative_only = true,
       .complexity = costs(step_per_launch_plan_cost, "n / 2", kTree, kHalving),
       .make_plan = make_halving_plan},
      {.id = "reduce/divergent",
       .title = "Interleaved, divergent",
       .summary =
           "The tree as it is usually drawn: in each step every warp with an active work-item diverges.",
       .improves_on = "reduce/sequential-global",
       .power_of_two_group = true,
       .min_group_size = 2,
       .complexity = costs(group_tree_plan_cost, "n", kTree, kTreeLevel),
       .make_plan = make_group_tree_plan},
      {.id = "reduce/strided-index",
       .title = "Interleaved, strided index",
       .summary = "The same tree, computed by the first work-items: no divergence until less than a warp is "
                  "active, but bank conflicts that grow until then.",
       .improves_on = "reduce/divergent",
       .power_of_two_group = true,
       .min_group_size = 2,
       .complexity = costs(group_tree_plan_cost, "n", kTree, kTreeLevel),
       .make_plan = make_group_tree_plan},
      {.id = "reduce/sequential-local",
       .title = "Sequential addressing",
       .summary =
           "The active work-items stay together: no bank conflicts with 4-byte elements, and no divergence "
           "until less than a warp is active; but half of the work-items never add.",
       .improves_on = "reduce/strided-index",
       .commutative_only = true,
       .power_of_two_group = true,
       .min_group_size = 2,
       .complexity = costs(group_tree_plan_cost, "n", kTree, kTreeLevel),
       .make_plan = make_group_tree_plan},
      {.id = "reduce/first-add",
       .title = "First add during load",
       .summary = "Each work-item adds two elements while loading: half the work-groups, and no work-item "
                  "that never adds.",
       .improves_on = "reduce/sequential-local",
       .commutative_only = true,
       .power_of_two_group = true,
       .block_elements = two_an_item,
       .complexity = costs(group_tree_plan_cost, "n / 2", kTree, kFirstAddLevel),
       .make_plan = make_group_tree_plan},
      {.id = "reduce/unrolled",
       .title = "Unrolled, separate last warp",
       .summary = "No loop is left and, on a device with warps, the last warp needs no work-group barrier.",
       .improves_on = "reduce/first-add",
       .commutative_only = true,
       .power_of_two_group = true,
       .block_elements = two_an_item,
       .takes_group_size = true,
       .takes_warp = true,
       .complexity = costs(group_tree_plan_cost, "n / 2", kTree, kFirstAddLevel),
       .make_plan = make_group_tree_plan},
      {.id = "reduce/grid-stride",
       .title = "Grid stride",
       .summary = "n / log n work-items each sum a strided share before the tree begins: cost-optimal, and "
                  "consecutive work-items read consecutive elements.",
       .improves_on = "reduce/unrolled",
       .commutative_only = true,
       .power_of_two_group = true,
       .min_group_size = 2,
       .complexity = costs(grid_stride_plan_cost, "n / log n", kSequentialShares, kShareLevel),
       .make_plan = make_grid_stride_plan},
      {.id = "reduce/pairs-interleaved",
       .title = "Pairs, interleaved",
       .summary = "2L elements in local memory, a pair for each work-item; from the second step on, every "
                  "warp with an active work-item diverges.",
       .improves_on = "reduce/divergent",
       .power_of_two_group = true,
       .block_elements = two_an_item,
       .local_elements = two_in_local_memory,
       .complexity = costs(group_tree_plan_cost, "n / 2", kTree, kPairsLevel),
       .make_plan = make_group_tree_plan},
      {.id = "reduce/pairs-compacted",
       .title = "Pairs, compacted",
       .summary = "2L elements in local memory; the active work-items stay consecutive, and only steps "
                  "in which less than a warp is active diverge.",
       .improves_on = "reduce/pairs-interleaved",
       .commutative_only = true,
       .power_of_two_group = true,
       .block_elements = two_an_item,
       .local_elements = two_in_local_memory,
       .complexity = costs(group_tree_plan_cost, "n / 2", kTree, kPairsLevel),
       .make_plan = make_group_tree_plan},
      {.id = "reduce/tuned",
       .title = "Tuned",
       .summary = "Many vector loads at once, and a single launch where the device has C11 atomics: "
                  "designed to read memory at full bandwidth.",
       .improves_on = "reduce/loads-in-flight",
       .commutative_only = true,
       .power_of_two_group = true,
       .is_tunable = true,
       .combines_vectors = true,
       .operators = vector_operators(),
       .complexity = costs(tuned_reduction_plan_cost, "as many as the device runs at once", kTunedReduction,
                           kTunedLevel),
       .make_plan = make_tuned_reduction_plan},
  };
}

constexpr Growth kOneItemPerOutput{"n", "n (n + 1) / 2", "Θ(n)", "Θ(n²)", "Θ(n²)", false, false};
constexpr Growth kHillisSteele{"log n", "n log n − (n − 1)", "Θ(log n)", "Θ(n log n)", "Θ(n log n)", false,
                               false};
constexpr Growth kBlelloch{"2 log n, 2 more if inclusive", "2 (n − 1), n more if inclusive", "Θ(log n)",
                           "Θ(n)", "Θ(n log n)"};
constexpr Growth kBrentKung{"2 log n − 1", "2 (n − 1) − log n", "Θ(log n)", "Θ(n)", "Θ(n log n)"};
// Each row of 32 elements takes 5 steps, independent of the number of rows: the work grows like n.
constexpr Growth kWarp{"5", "129 n / 32", "Θ(log n)", "Θ(n)", "Θ(n log n)"};
constexpr Growth kBlock{"12", "99 n / 16 − 64", "Θ(log n)", "Θ(n)", "Θ(n log n)"};
constexpr Growth kGrid{"19", "211 n / 64 − 32", "Θ(log n)", "Θ(n)", "Θ(n log n)"};
constexpr Growth kCostOptimal{
    "2 n / p + Θ(log p)", "2 n + Θ(p)", "Θ(log n)", "Θ(n)", "Θ(n)", true, true, {2, 0}};

// The Hillis–Steele scans by blocks need work-groups of at least 2: blocks of one element would give as many
// sums as there are elements. The look-back scan has no formulas: its number of steps depends on the order in
// which the work-groups run.
std::vector<Algorithm> scans() {
  return {
      {.id = "scan/one-item-per-output",
       .title = "One item per output",
       .family = Algorithm::Family::scan,
       .summary = "Work-item i alone sums x[0] to x[i]: Θ(n²) work, an example of how not to do it.",
       .max_n = std::uint64_t{1} << 20,
       .max_n_reason = "does Θ(n²) work, too much for this n",
       .quick_n = std::uint64_t{1} << 16,
       .complexity = costs(one_launch_scan_plan_cost, "n", kOneItemPerOutput, kQuadratic),
       .make_plan = make_one_launch_scan_plan},
      {.id = "scan/hillis-steele-global",
       .title = "Hillis–Steele, global memory",
       .family = Algorithm::Family::scan,
       .summary = "One launch a step, alternating between two buffers: log n passes over the array, n log n "
                  "operations.",
       .improves_on = "scan/one-item-per-output",
       .complexity = costs(step_per_launch_scan_plan_cost, "n", kHillisSteele, kGlobalSteps),
       .make_plan = make_step_per_launch_scan_plan},
      {.id = "scan/hillis-steele-local",
       .title = "Hillis–Steele, local memory",
       .family = Algorithm::Family::scan,
       .summary = "In place in one work-group, with two barriers a step: reading and writing are separated.",
       .improves_on = "scan/hillis-steele-global",
       .min_group_size = 2,
       .complexity = costs(block_scan_plan_cost, "n", kHillisSteele, kHillisSteeleLevel, hillis_steele_phases,
                           hillis_steele_cost),
       .make_plan = make_block_scan_plan},
      {.id = "scan/kogge-stone",
       .title = "Kogge–Stone",
       .family = Algorithm::Family::scan,
       .summary = "A double buffer in local memory: the same additions with one barrier a step.",
       .improves_on = "scan/hillis-steele-local",
       .min_group_size = 2,
       .local_elements = two_in_local_memory,
       .complexity = costs(block_scan_plan_cost, "n", kHillisSteele, kHillisSteeleLevel, hillis_steele_phases,
                           hillis_steele_cost),
       .make_plan = make_block_scan_plan},
      {.id = "scan/blelloch",
       .title = "Blelloch",
       .family = Algorithm::Family::scan,
       .summary = "Up-sweep, zero the root, down-sweep: work-efficient, but with bank conflicts that grow "
                  "until less than a warp is active.",
       .improves_on = "scan/hillis-steele-local",
       .power_of_two_group = true,
       .block_elements = two_an_item,
       .local_elements = two_in_local_memory,
       .complexity =
           costs(block_scan_plan_cost, "n / 2", kBlelloch, kBlellochLevel, blelloch_phases, blelloch_cost),
       .make_plan = make_block_scan_plan},
      {.id = "scan/blelloch-padded",
       .title = "Blelloch, padded",
       .family = Algorithm::Family::scan,
       .summary = "The same trees with an unused element after each row of banks: most conflicts are gone.",
       .improves_on = "scan/blelloch",
       .power_of_two_group = true,
       .block_elements = two_an_item,
       .local_elements = two_and_padding,
       .takes_banks = true,
       .complexity =
           costs(block_scan_plan_cost, "n / 2", kBlelloch, kBlellochLevel, blelloch_phases, blelloch_cost),
       .make_plan = make_block_scan_plan},
      {.id = "scan/warp",
       .title = "One warp",
       .family = Algorithm::Family::scan,
       .summary = "Each warp of 32 scans its elements without a work-group barrier; the blocks are small, "
                  "so there are many levels.",
       .improves_on = "scan/kogge-stone",
       .group_multiple_of = 32,
       .block_elements = one_warp,
       .takes_warp = true,
       .complexity = costs(block_scan_plan_cost, "n", kWarp, kWarpLevel, warp_scan_phases, warp_scan_cost),
       .make_plan = make_block_scan_plan},
      {.id = "scan/block",
       .title = "One block",
       .family = Algorithm::Family::scan,
       .summary = "Each warp scans its elements, one warp scans the warps' sums, and all work-items add the "
                  "results: with warps of 32, the number of barriers does not depend on L.",
       .improves_on = "scan/warp",
       .group_multiple_of = 32,
       .takes_warp = true,
       .complexity =
           costs(block_scan_plan_cost, "n", kBlock, kBlockLevel, block_scan_phases, block_scan_cost),
       .make_plan = make_block_scan_plan},
      {.id = "scan/grid",
       .title = "One grid",
       .family = Algorithm::Family::scan,
       .summary = "Four levels: each work-item scans four elements; warps, blocks, and blocks of blocks scan "
                  "the totals of the level below.",
       .improves_on = "scan/block",
       .group_multiple_of = 32,
       .block_elements = four_an_item,
       .takes_warp = true,
       .complexity = costs(block_scan_plan_cost, "n / 4 (n to add the offsets)", kGrid, kGridLevel,
                           grid_scan_phases, grid_scan_cost),
       .make_plan = make_block_scan_plan},
      {.id = "scan/cost-optimal",
       .title = "Cost-optimal",
       .family = Algorithm::Family::scan,
       .summary = "n / log n work-items each scan a block, element by element; no barrier, but neighbouring "
                  "work-items access elements that are far apart.",
       .improves_on = "scan/one-item-per-output",
       .complexity = costs(cost_optimal_scan_plan_cost, "n / log n", kCostOptimal, kCostOptimalLevel),
       .make_plan = make_cost_optimal_scan_plan},
      {.id = "scan/brent-kung",
       .title = "Brent–Kung",
       .family = Algorithm::Family::scan,
       .summary = "The work-efficient tree in inclusive form: no identity and no swap, but almost twice as "
                  "many steps as Kogge–Stone.",
       .improves_on = "scan/blelloch",
       .power_of_two_group = true,
       .block_elements = two_an_item,
       .local_elements = two_in_local_memory,
       .complexity = costs(block_scan_plan_cost, "n / 2", kBrentKung, kBrentKungLevel, brent_kung_phases,
                           brent_kung_cost),
       .make_plan = make_block_scan_plan},
      {.id = "scan/look-back",
       .title = "Decoupled look-back",
       .family = Algorithm::Family::scan,
       .summary =
           "Each work-group scans a tile and looks back for the total of the tiles before it; where the "
           "device has C11 atomics, a single launch reads and writes every element once.",
       .improves_on = "scan/loads-in-flight",
       .power_of_two_group = true,
       .is_tunable = true,
       .depends_on_order = true,
       .combines_vectors = true,
       .operators = vector_operators(),
       .make_plan = make_look_back_scan_plan},
  };
}

}  // namespace

Algorithm with_defaults(Algorithm entry) {
  using enum ElementType;
  if (entry.kernel_file.empty()) entry.kernel_file = entry.id + ".cl";
  if (entry.operators.empty()) entry.operators = {all_operators().begin(), all_operators().end()};
  const bool has_matrices = std::ranges::find(entry.operators, Operator::matrix) != entry.operators.end();
  if (entry.types.empty()) {
    entry.types = {int32, uint32, float32, int64, uint64, float64};
    if (has_matrices) entry.types.push_back(uint16x4);
  }
  if (entry.family == Algorithm::Family::scan) entry.has_exclusive_form = true;
  return entry;
}

const std::vector<Algorithm>& catalogue() {
  static const std::vector<Algorithm> entries = [] {
    std::vector<Algorithm> all;
    for (const auto& list : {reductions(), scans()})
      for (const Algorithm& entry : list) all.push_back(with_defaults(entry));
    return all;
  }();
  return entries;
}

}  // namespace lockstep
