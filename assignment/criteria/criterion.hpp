// The criteria of a test. Each test also requires a right result, and no finding of the kinds that it names,
// or of any kind:
//   result right · inputs unchanged · no finding · no finding of data race, out of bounds · no warning
//   uses local memory · combines neighbours · no local memory · no atomics · no collective functions
//   one launch
//   FORMULA = < <= > >= FORMULA   with counters, n, L and `reference`, the value of the left side for the
//                                 reference solution: barriers <= 2 log n + 1, T <= reference
//   time <= FORMULA               with `reference`: the time of the reference solution on the same device
//   each launch: FORMULA …        the same for the counters of each launch; `step` is its number from 0:
//                                 each launch: work-items <= n / 2^(step + 1)
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assignment/formula_values/formula.hpp"
#include "core/base/result.hpp"
#include "core/plan/plan.hpp"
#include "sim/observers/counters/counters.hpp"

namespace lockstep::assignment {

struct Criterion {
  enum class Kind : std::uint8_t { right_result, unchanged_inputs, no_finding, no_warning, comparison, time };
  enum class Relation : std::uint8_t { equal, less, at_most, greater, at_least };
  Kind kind = Kind::right_result;
  std::string text;                          // as the author wrote it
  std::vector<sim::Finding::Kind> findings;  // for no_finding; empty: all kinds of errors
  std::string left, right;                   // for a comparison, and for times
  Relation relation = Relation::equal;
  bool is_of_each_launch = false;  // for a comparison

  // Returns the counted quantity, without a number that the author wrote: "barriers" for "1.5 barriers
  // <= 20".
  std::string subject() const;
  // Whether the criterion is one of the sentences that abbreviate a comparison, such as "uses local memory".
  bool is_shape() const;
  bool uses_local_memory() const;  // whether it is the sentence "uses local memory"
  bool needs_reference() const;
  bool needs_steps() const;  // T and W, which take longer to count; also true for uses_local_memory()
  bool needs_warps() const;  // "instructions of a warp", which requires another run
};

// Parses a criterion. A usage error states which part is not understood, and what is permitted.
Result<Criterion> parse_criterion(std::string_view text);

// The counts of a run.
struct RunCounts {
  sim::Counters total;
  struct Launch {
    std::uint64_t work_items = 0, groups = 0, barriers = 0, local_bytes = 0;
    // The number of work-groups with a work-item that combines values of the result, and the number of these
    // groups in which such a work-item reads a value that another work-item has stored in local memory. Both
    // are 0 if the values were not tracked.
    std::uint64_t combining_groups = 0, exchanging_groups = 0;
    // The number of combinations of values in the result whose inputs are not adjacent; 0 if the values were
    // not tracked.
    std::uint64_t scattered_sums = 0;
    std::uint64_t longest_warp = 0;  // instructions of the busiest warp; 0 if not counted
    sim::Counters counters;
  };
  std::vector<Launch> launches;
};

// Returns the values of a run by their names: the counters ("bank conflicts", "local_conflicts"), T, W,
// work-items (of the largest launch), instructions of a warp, transactions, atomics, barriers per group (of
// the launch with the most barriers per group), local requests.
Names names_of(const RunCounts& counts, std::uint64_t n, std::uint64_t L);
// Returns the name with an explanation for readers: "T (steps)".
std::string explained_name(const std::string& name);
// Returns all of these names, as users write them.
std::vector<std::string> names_of_counts();

// The values of both sides of a comparison.
struct Compared {
  bool holds = false;
  double left = 0, right = 0;
  std::optional<std::size_t> launch = {};  // for a comparison of each launch: the first launch that fails
};
// Returns the maximum time of a submission, as a multiple of the time of the reference solution.
Result<double> longest_time(const Criterion& criterion, std::uint64_t n, std::uint64_t L);
// `reference` may be null if needs_reference() is false.
Result<Compared> compare(const Criterion& criterion, const RunCounts& counts, const RunCounts* reference,
                         std::uint64_t n, std::uint64_t L);

}  // namespace lockstep::assignment
