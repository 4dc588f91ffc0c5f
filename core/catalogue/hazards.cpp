// The list of hazards: kernels that are wrong on purpose, each with its repaired twin. What the broken one
// must make the simulator say is data here, and the tests hold it to that.
#include "core/catalogue/catalogue_entry.hpp"
#include "core/catalogue/shapes/shapes.hpp"

namespace lockstep {
namespace {

// What both kernels of a pair need.
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
  MakePlan make_repaired_plan = nullptr;  // where the twin is launched in another way
};

constexpr const char* kMayNeverEnd = "some work-items may wait for ever at a barrier that others never reach";
constexpr const char* kOutOfBounds = "it reads memory that does not belong to it";

void halving_tree(Algorithm& algorithm) {
  algorithm.commutative_only = true;
  algorithm.power_of_two_group = true;
  algorithm.min_group_size = 2;
}

void two_each_unrolled(Algorithm& algorithm) {
  halving_tree(algorithm);
  algorithm.is_told_group_size = true;
  algorithm.block_elements = [](std::uint64_t L) { return 2 * L; };
}

void scan(Algorithm& algorithm) {
  algorithm.has_exclusive_form = true;
  if (!algorithm.hazard->broken) algorithm.local_elements = [](std::uint64_t L) { return 2 * L; };
}

// By atomic_add, which OpenCL C 1.2 has for these types only.
void atomic_sum(Algorithm& algorithm) {
  algorithm.commutative_only = true;
  algorithm.operators = {Operator::sum};
  algorithm.types = {ElementType::int32, ElementType::uint32};
}

void local_counter(Algorithm& algorithm) {
  atomic_sum(algorithm);
  algorithm.min_group_size = 2;
  algorithm.local_elements = [](std::uint64_t) { return std::uint64_t{1}; };
}

void any_group(Algorithm&) {}

std::vector<Mistake> in_synchronisation() {
  return {
      {.name = "missing-barrier",
       .title = "Missing barrier",
       .finding = "data_race",
       .summary = "A step of the tree reads what another work-item wrote in the last one, and nothing makes "
                  "it wait.",
       .cure = "A barrier ends each step of the tree.",
       .needs = halving_tree},
      {.name = "wrong-fence",
       .title = "Wrong fence flag",
       .finding = "data_race",
       .summary = "The barriers order global memory, but the tree is in local memory.",
       .cure = "The flag names the memory that the work-items exchange something in.",
       .needs = halving_tree},
      {.name = "last-warp",
       .title = "Last warp without barriers",
       .finding = "data_race",
       .summary = "The last warp relies on running in lockstep: right on some devices, wrong where lanes are "
                  "scheduled on their own.",
       .cure = "The last six steps have their barriers like all others.",
       .needs = two_each_unrolled},
      {.name = "hillis-steele-one-buffer",
       .title = "Hillis–Steele in one buffer",
       .finding = "data_race",
       .summary =
           "In each step work-items overwrite what others have yet to read, and elements come in twice.",
       .cure = "Two buffers take turns: a step reads one and writes the other.",
       .needs = scan,
       .make_plan = make_block_scan_plan},
      {.name = "divergent-barrier",
       .title = "Barrier inside a branch",
       .finding = "barrier_divergence",
       .summary = "The barrier stands inside the branch, and the work-items that do not take it never come.",
       .cure = "The barrier stands after the branch, where all come by.",
       .needs = halving_tree,
       .danger = kMayNeverEnd},
      {.name = "early-return",
       .title = "Early return",
       .finding = "barrier_divergence",
       .summary =
           "Work-items beyond the end of the array return, and the others wait for them at the barrier.",
       .cure = "They stay, and skip only what they have no element for.",
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
       .summary = "One work-item sets the counter to 0 while others add to it already.",
       .cure = "A barrier after the 0 is written.",
       .needs = local_counter},
  };
}

std::vector<Mistake> between_work_groups() {
  return {
      {.name = "in-place-global-steps",
       .title = "All global steps in one launch",
       .finding = "data_race",
       .summary =
           "A barrier is taken for one over all work-groups: a group reads what another has yet to write.",
       .cure = "One launch a step, whose end is the only barrier between work-groups.",
       .needs = any_group,
       .make_plan = make_all_steps_plan,
       .make_repaired_plan = make_each_step_plan},
      {.name = "in-place-decomposition",
       .title = "Decomposition in place",
       .finding = "data_race",
       .summary = "Work-group b writes its result to a[b], which another group may still have to read.",
       .cure = "Each level writes to a buffer of its own.",
       .needs = halving_tree,
       .make_plan = make_in_place_levels_plan,
       .make_repaired_plan = make_group_tree_plan},
      {.name = "lost-update",
       .title = "Lost updates",
       .finding = "data_race",
       .summary = "All work-items add to one place without atomics: who read the same old value overwrite "
                  "each other.",
       .cure = "atomic_add makes the read, the addition and the write one thing.",
       .needs = atomic_sum,
       .make_plan = make_one_total_plan},
  };
}

std::vector<Mistake> in_indices_and_sizes() {
  return {
      {.name = "not-a-power-of-two",
       .title = "n that does not fill the groups",
       .finding = "out_of_bounds",
       .summary = "No guard: where the elements do not fill the last work-group, it reads beyond the array.",
       .cure = "Missing elements are the identity.",
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
       .summary = "Written for work-groups of 512: a smaller one reads local memory that it does not have.",
       .cure = "The kernel asks how large its work-group is.",
       .needs = halving_tree,
       .danger = kOutOfBounds},
      {.name = "missing-identity",
       .title = "Missing identity",
       .finding = "uninitialised_read",
       .summary = "Work-items without an element leave their place unset, and the tree adds it all the same.",
       .cure = "They put the identity there.",
       .needs = halving_tree},
      {.name = "uninitialised-local",
       .title = "Uninitialised counter",
       .finding = "uninitialised_read",
       .summary = "A local counter is added to that nobody has set to 0.",
       .cure = "One work-item sets it to 0, and a barrier makes the others wait.",
       .needs = local_counter},
  };
}

void add_pair(std::vector<Algorithm>& all, const Mistake& mistake) {
  const std::string id = "hazards/" + mistake.name, repaired_id = id + "-repaired";
  const MakePlan make_repaired =
      mistake.make_repaired_plan != nullptr ? mistake.make_repaired_plan : mistake.make_plan;
  Algorithm broken{.id = id,
                   .title = mistake.title,
                   .family = Algorithm::Family::hazard,
                   .summary = mistake.summary,
                   .hazard = Hazard{true, repaired_id, mistake.finding, mistake.danger},
                   .make_plan = mistake.make_plan};
  Algorithm repaired{.id = repaired_id,
                     .title = mistake.title + ", repaired",
                     .family = Algorithm::Family::hazard,
                     .summary = mistake.cure,
                     .hazard = Hazard{false, id, mistake.finding, {}},
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
