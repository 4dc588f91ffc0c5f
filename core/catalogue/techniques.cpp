// The steps from a classical kernel to a tunable kernel, one technique each: the text of the tunable kernel,
// built without the later techniques.
#include <algorithm>
#include <utility>
#include <vector>

#include "core/catalogue/catalogue_entry.hpp"

namespace lockstep {
namespace {

Algorithm technique(Algorithm entry) {
  const Algorithm& tuned = *std::ranges::find(catalogue(), entry.technique->of, &Algorithm::id);
  entry.family = tuned.family;
  entry.kernel_file = tuned.kernel_file;
  entry.commutative_only = tuned.commutative_only;
  entry.power_of_two_group = tuned.power_of_two_group;
  entry.is_tunable = tuned.is_tunable;
  entry.combines_vectors = tuned.combines_vectors;
  entry.operators = tuned.operators;
  entry.types = tuned.types;
  entry.make_plan = tuned.make_plan;
  // With tiles of one element there would be as many totals as elements.
  if (entry.family == Algorithm::Family::scan) entry.min_group_size = 2;
  return with_defaults(std::move(entry));
}

// The rungs of the ladder in order.
std::vector<Algorithm> entries() {
  return {
      {
          .id = "reduce/lane-exchange",
          .title = "Tuned: lanes exchange sums",
          .summary = "The lanes of a warp exchange their sums directly instead of through local memory, and "
                     "there are only as many work-groups as the device runs at once.",
          .improves_on = "reduce/grid-stride",
          .technique = Technique{.of = "reduce/tuned"},
      },
      {
          .id = "reduce/vector-loads",
          .title = "Tuned: vector loads",
          .summary = "One load reads a vector of 16 bytes instead of one element: four elements, or two of "
                     "8 bytes.",
          .improves_on = "reduce/lane-exchange",
          .technique = Technique{.of = "reduce/tuned", .vector_loads = true},
      },
      {
          .id = "reduce/loads-in-flight",
          .title = "Tuned: several loads in flight",
          .summary = "A work-item loads several vectors before it uses the first of them, and waits for "
                     "memory once for all of them.",
          .improves_on = "reduce/vector-loads",
          .technique = Technique{.of = "reduce/tuned", .vector_loads = true, .loads_in_flight = true},
      },
      {
          .id = "scan/reduce-then-scan",
          .title = "Look-back: reduce, then scan",
          .summary =
              "One kernel reads the tiles for their totals only, a second one scans them with what comes "
              "before each: the output is written once, and not read again.",
          .improves_on = "scan/grid",
          .technique = Technique{.of = "scan/look-back"},
      },
      {
          .id = "scan/vector-loads",
          .title = "Look-back: vector loads",
          .summary = "One load or store moves a vector of 16 bytes instead of one element: four elements, or "
                     "two of 8 bytes.",
          .improves_on = "scan/reduce-then-scan",
          .technique = Technique{.of = "scan/look-back", .vector_loads = true},
      },
      {
          .id = "scan/loads-in-flight",
          .title = "Look-back: several loads in flight",
          .summary = "A work-item loads several vectors before it uses the first of them: tiles are larger, "
                     "and there are fewer totals.",
          .improves_on = "scan/vector-loads",
          .technique = Technique{.of = "scan/look-back", .vector_loads = true, .loads_in_flight = true},
      },
  };
}

}  // namespace

const std::vector<Algorithm>& techniques() {
  static const std::vector<Algorithm> all = [] {
    std::vector<Algorithm> made = entries();
    for (Algorithm& entry : made) entry = technique(std::move(entry));
    return made;
  }();
  return all;
}

}  // namespace lockstep
