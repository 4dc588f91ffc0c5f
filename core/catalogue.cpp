// The one list of algorithms. The window, the command line, the simulator and the benchmark all read it.
#include "core/algorithm.hpp"
#include "core/plans/plans.hpp"

namespace lockstep {
namespace {

std::vector<Operator> every_operator() { return {all_operators().begin(), all_operators().end()}; }

std::vector<ElementType> every_type() {
  using enum ElementType;
  return {int32, uint32, float32, int64, uint64, float64};
}

Algorithm reduction(std::string id, std::string title, std::string summary) {
  Algorithm algorithm;
  algorithm.kernel_file = id + ".cl";
  algorithm.id = std::move(id);
  algorithm.title = std::move(title);
  algorithm.summary = std::move(summary);
  algorithm.operators = every_operator();
  algorithm.types = every_type();
  return algorithm;
}

Algorithm step_per_launch(Algorithm algorithm) {
  algorithm.make_plan = make_step_per_launch_plan;
  return algorithm;
}

Algorithm group_tree(Algorithm algorithm) {
  algorithm.make_plan = make_group_tree_plan;
  algorithm.power_of_two_group = true;
  algorithm.min_group_size = 2;
  return algorithm;
}

Algorithm commutative(Algorithm algorithm) {
  algorithm.commutative_only = true;
  return algorithm;
}

std::vector<Algorithm> make_catalogue() {
  return {
      step_per_launch(
          reduction("reduce/interleaved-global", "Interleaved, global memory",
                    "One launch a step, in place: no lane idles, but each step spreads a warp over "
                    "twice as much memory.")),
      group_tree(reduction("reduce/divergent", "Interleaved, divergent",
                           "The tree as one first draws it: from the first step on every warp diverges.")),
      commutative(
          group_tree(reduction("reduce/sequential-local", "Sequential addressing",
                               "The active work-items stay together: no bank conflict and no divergence "
                               "until one warp is left, but half of them never add."))),
  };
}

}  // namespace

const std::vector<Algorithm>& catalogue() {
  static const std::vector<Algorithm> entries = make_catalogue();
  return entries;
}

}  // namespace lockstep
