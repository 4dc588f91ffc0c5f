// What a test asks of a run; each test also asks for a right result, and for no finding of those kinds that
// it names, or of any:
//   result right · inputs unchanged · no finding · no finding of data race, out of bounds · no warning
//   uses local memory · combines neighbours · no local memory · no atomics · no collective functions
//   one launch
//   FORMULA = < <= > >= FORMULA   with counters, n, L and `reference`: what the left side is for the
//                                 reference solution: barriers <= 2 log n + 1, T <= reference
//   time <= FORMULA               with `reference`: the time of the reference solution on the same device
//   each launch: FORMULA …        the same of the counters of each launch, whose number from 0 is `step`:
//                                 each launch: work-items <= n / 2^(step + 1)
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assignment/formula/formula.hpp"
#include "core/base/result.hpp"
#include "core/plan/plan.hpp"
#include "sim/observers/counters/counters.hpp"

namespace lockstep::assignment {

struct Criterion {
  enum class Kind : std::uint8_t { right_result, unchanged_inputs, no_finding, no_warning, comparison, time };
  enum class Relation : std::uint8_t { equal, less, at_most, greater, at_least };
  Kind kind = Kind::right_result;
  std::string text;                          // as it is written
  std::vector<sim::Finding::Kind> findings;  // of no_finding; empty: all errors
  std::string left, right;                   // of a comparison, and of times
  Relation relation = Relation::equal;
  bool is_of_each_launch = false;  // of a comparison

  // What is counted, without a number that the author wrote: "barriers" of "1.5 barriers <= 20".
  std::string subject() const;
  // One of the sentences that stand for a comparison, such as "uses local memory".
  bool is_shape() const;
  bool uses_local_memory() const;  // the sentence of this name
  bool needs_reference() const;
  bool needs_steps() const;  // T and W, which take longer to count; also of uses_local_memory()
  bool needs_warps() const;  // "instructions of a warp", which takes another run
};

// A usage error says what is not understood, and what may be written.
Result<Criterion> parse_criterion(std::string_view text);

// What a run has counted.
struct RunCounts {
  sim::Counters total;
  struct Launch {
    std::uint64_t work_items = 0, groups = 0, barriers = 0, local_bytes = 0;
    // Work-groups with a work-item that combines values that are in the result, and those of them with one
    // that has such a value from local memory, where another work-item has stored it. 0 where no values were
    // followed.
    std::uint64_t combining_groups = 0, exchanging_groups = 0;
    // Combinations of values in the result whose inputs are not neighbours. 0 where no values were followed.
    std::uint64_t scattered_sums = 0;
    std::uint64_t longest_warp = 0;  // instructions of its busiest warp; 0 where they were not counted
    sim::Counters counters;
  };
  std::vector<Launch> launches;
};

// The numbers of a run by their names: those of the counters ("bank conflicts", "local_conflicts"), T, W,
// work-items (of the largest launch), instructions of a warp, transactions, atomics, barriers per group (of
// the launch with most), local requests.
Names names_of(const RunCounts& counts, std::uint64_t n, std::uint64_t L);
// A name for readers who have not seen it: "T (steps)".
std::string explained_name(const std::string& name);
// All of these names, as people write them.
std::vector<std::string> names_of_counts();

// Both sides of a comparison.
struct Compared {
  bool holds = false;
  double left = 0, right = 0;
  std::optional<std::size_t> launch = {};  // of a comparison of each launch, the first where it does not hold
};
// `reference` may be null where needs_reference() is false.
// How many times as long as the reference solution a submission may take.
Result<double> longest_time(const Criterion& criterion, std::uint64_t n, std::uint64_t L);
Result<Compared> compare(const Criterion& criterion, const RunCounts& counts, const RunCounts* reference,
                         std::uint64_t n, std::uint64_t L);

}  // namespace lockstep::assignment
