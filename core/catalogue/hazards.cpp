// The list of hazards: kernels that are wrong on purpose, each with its repaired twin. Each entry contains
// the finding that the simulator must report for the broken kernel; the tests check this.
#include "core/catalogue/catalogue_entry.hpp"
#include "core/catalogue/shapes/shapes.hpp"

namespace lockstep {
namespace {

// The requirements of both kernels of a pair.
using Needs = void (*)(Algorithm&);

struct Mistake {
  std::string name;  // of the broken kernel; the twin appends "-repaired"
  std::string title;
  std::string finding;
  std::string summary;  // what is wrong
  std::string cure;     // what the twin does instead
  Needs needs;
  std::string danger = {};
  MakePlan make_plan = make_group_tree_plan;
  MakePlan make_repaired_plan = nullptr;  // if the twin is launched differently
  std::uint64_t shows_with_groups = 1;
};

constexpr const char* kMayNeverEnd = "some work-items may wait forever at a barrier that others never reach";
constexpr const char* kWritesOutOfBounds = "it writes to memory that does not belong to it";
constexpr const char* kOutOfBounds = "it reads memory that does not belong to it";

void halving_tree(Algorithm& algorithm) {
  algorithm.commutative_only = true;
  algorithm.power_of_two_group = true;
  algorithm.min_group_size = 2;
}

void two_each_unrolled(Algorithm& algorithm) {
  halving_tree(algorithm);
  algorithm.takes_group_size = true;
  algorithm.block_elements = [](std::uint64_t L) { return 2 * L; };
}

void two_each(Algorithm& algorithm) {
  halving_tree(algorithm);
  algorithm.block_elements = [](std::uint64_t L) { return 2 * L; };
}

void scan(Algorithm& algorithm) {
  algorithm.has_exclusive_form = true;
  if (!algorithm.hazard->broken)
    algorithm.local_elements = [](std::uint64_t L, std::uint64_t) { return 2 * L; };
}

// For kernels that use atomic_add, which OpenCL C 1.2 has only for these types.
void atomic_sum(Algorithm& algorithm) {
  algorithm.commutative_only = true;
  algorithm.operators = {Operator::sum};
  algorithm.types = {ElementType::int32, ElementType::uint32};
}

void local_counter(Algorithm& algorithm) {
  atomic_sum(algorithm);
  algorithm.min_group_size = 2;
  algorithm.local_elements = [](std::uint64_t, std::uint64_t) { return std::uint64_t{1}; };
}

void any_group(Algorithm&) {}

std::vector<Mistake> in_synchronisation() {
  return {
      {.name = "missing-barrier",
       .title = "Missing barrier",
       .finding = "data_race",
       .summary =
           "A step of the tree reads a value that another work-item wrote in the previous step, without "
           "waiting for it.",
       .cure = "A barrier ends each step of the tree.",
       .needs = halving_tree},
      {.name = "wrong-fence",
       .title = "Wrong fence flag",
       .finding = "data_race",
       .summary = "The barriers order global memory, but the tree is in local memory.",
       .cure = "The flag names the memory through which the work-items exchange values.",
       .needs = halving_tree},
      {.name = "last-warp",
       .title = "Last warp without barriers",
       .finding = "data_race",
       .summary = "The last warp relies on lockstep, and on a compiler that keeps no sum in registers: wrong "
                  "where lanes are scheduled on their own.",
       .cure = "The last six steps have barriers like all other steps.",
       .needs = two_each_unrolled},
      {.name = "hillis-steele-one-buffer",
       .title = "Hillis–Steele in one buffer",
       .finding = "data_race",
       .summary = "In each step work-items overwrite values before others have read them: elements are "
                  "counted twice.",
       .cure = "Two buffers take turns: a step reads one and writes the other.",
       .needs = scan,
       .make_plan = make_block_scan_plan},
      {.name = "divergent-barrier",
       .title = "Barrier inside a branch",
       .finding = "barrier_divergence",
       .summary =
           "The barrier is inside the branch: the work-items that do not take the branch never reach it.",
       .cure = "The barrier is after the branch, where all work-items reach it.",
       .needs = halving_tree,
       .danger = kMayNeverEnd},
      {.name = "early-return",
       .title = "Early return",
       .finding = "barrier_divergence",
       .summary =
           "Work-items beyond the end of the array return, and the others wait for them at the barrier.",
       .cure = "They do not return, and skip only the accesses for which they have no element.",
       .needs = halving_tree,
       .danger = kMayNeverEnd},
      {.name = "flag-overwritten",
       .title = "Flag overwritten too early",
       .finding = "data_race",
       .summary =
           "No barrier at the end of the loop: a shared variable is set for the next round while others "
           "still read it for this one.",
       .cure = "A second barrier in each round, after the last read.",
       .needs = halving_tree,
       .danger = kMayNeverEnd,
       .make_plan = make_grid_stride_plan},
      {.name = "counter-not-yet-zero",
       .title = "Counter not yet zero",
       .finding = "data_race",
       .summary = "One work-item sets the counter to 0 while others already add to it.",
       .cure = "A barrier follows the initialisation.",
       .needs = local_counter},
  };
}

std::vector<Mistake> between_work_groups() {
  return {
      {.name = "in-place-global-steps",
       .title = "All global steps in one launch",
       .finding = "data_race",
       .summary = "A barrier is mistaken for a device-wide one: a work-group reads what another has not "
                  "written yet.",
       .cure = "One launch for each step: only the end of a launch is a barrier between work-groups.",
       .needs = any_group,
       .make_plan = make_all_steps_plan,
       .make_repaired_plan = make_each_step_plan},
      {.name = "two-steps-a-launch",
       .title = "Two global steps a launch",
       .finding = "data_race",
       .summary = "A launch has two steps with a barrier between them: a work-group starts the second one "
                  "before another has finished the first.",
       .cure = "One launch for each step: each reads what the launch before has finished.",
       .needs = any_group,
       .make_plan = make_two_steps_plan,
       .make_repaired_plan = make_each_step_plan,
       .shows_with_groups = 3},
      {.name = "in-place-decomposition",
       .title = "Decomposition in place",
       .finding = "data_race",
       .summary = "Work-group b writes its result to a[b], which another group may not have read yet.",
       .cure = "Each level writes to a buffer of its own.",
       .needs = halving_tree,
       .make_plan = make_in_place_levels_plan,
       .make_repaired_plan = make_group_tree_plan},
      {.name = "lost-update",
       .title = "Lost updates",
       .finding = "data_race",
       .summary =
           "All work-items add to one element without atomics: those that read the same old value overwrite "
           "each other's result.",
       .cure = "atomic_add makes the read, the addition and the write one operation.",
       .needs = atomic_sum,
       .make_plan = make_one_total_plan},
  };
}

std::vector<Mistake> in_indices_and_sizes() {
  return {
      {.name = "not-a-power-of-two",
       .title = "n that does not fill the groups",
       .finding = "out_of_bounds",
       .summary = "No guard: where the elements do not fill the last work-group, it reads past the end of "
                  "the array.",
       .cure = "Missing elements are replaced by the identity.",
       .needs = halving_tree,
       .danger = kOutOfBounds},
      {.name = "off-by-one",
       .title = "Guard off by one",
       .finding = "out_of_bounds",
       .summary = "The guard says <= instead of <, and one work-item reads one element too many.",
       .cure = "The guard is g < n.",
       .needs = halving_tree,
       .danger = kOutOfBounds},
      {.name = "wrong-group-size",
       .title = "Another work-group size",
       .finding = "out_of_bounds",
       .summary = "The kernel is made for work-groups of 512: a smaller one reads past the end of its "
                  "local memory.",
       .cure = "The kernel reads the size of its work-group at run time.",
       .needs = halving_tree,
       .danger = kOutOfBounds},
      {.name = "half-a-grid",
       .title = "Whole grid instead of half",
       .finding = "out_of_bounds",
       .summary =
           "Each work-item adds two elements while it loads them, but the host launches a work-item for "
           "each element: half of the work-groups have no elements, and write past the end of the results.",
       .cure = "The host launches half a grid, and a work-group without elements writes nothing.",
       .needs = two_each,
       .danger = kWritesOutOfBounds,
       .make_plan = make_whole_grid_plan,
       .make_repaired_plan = make_group_tree_plan,
       .shows_with_groups = 2},
      {.name = "missing-identity",
       .title = "Missing identity",
       .finding = "uninitialised_read",
       .summary = "Work-items without an element leave their local element unset, and the tree adds it.",
       .cure = "They store the identity in their local element.",
       .needs = halving_tree},
      {.name = "uninitialised-local",
       .title = "Uninitialised counter",
       .finding = "uninitialised_read",
       .summary = "A local counter is incremented before it is initialised.",
       .cure = "One work-item sets it to 0, and a barrier makes the others wait for this write.",
       .needs = local_counter},
  };
}

void add_pair(std::vector<Algorithm>& all, const Mistake& mistake) {
  const std::string id = "hazards/" + mistake.name, repaired_id = id + "-repaired";
  const MakePlan make_repaired =
      mistake.make_repaired_plan != nullptr ? mistake.make_repaired_plan : mistake.make_plan;
  Algorithm broken{
      .id = id,
      .title = mistake.title,
      .family = Algorithm::Family::hazard,
      .summary = mistake.summary,
      .hazard = Hazard{true, repaired_id, mistake.finding, mistake.danger, mistake.shows_with_groups},
      .make_plan = mistake.make_plan};
  Algorithm repaired{.id = repaired_id,
                     .title = mistake.title + ", repaired",
                     .family = Algorithm::Family::hazard,
                     .summary = mistake.cure,
                     .hazard = Hazard{false, id, mistake.finding, {}, mistake.shows_with_groups},
                     .make_plan = make_repaired};
  for (Algorithm* algorithm : {&broken, &repaired}) {
    mistake.needs(*algorithm);
    all.push_back(with_defaults(std::move(*algorithm)));
  }
}

}  // namespace

const std::vector<Algorithm>& hazards() {
  static const std::vector<Algorithm> entries = [] {
    std::vector<Algorithm> all;
    for (const auto& mistakes : {in_synchronisation(), between_work_groups(), in_indices_and_sizes()})
      for (const Mistake& mistake : mistakes) add_pair(all, mistake);
    return all;
  }();
  return entries;
}

}  // namespace lockstep
