// The measures of parallel algorithms: the costs of an algorithm by its formulas, and the same measures
// of a run.
//
//   p    processors: the work-items of the widest launch
//   T    parallel time in steps: the longest chain of applications of ⊕, where each work-item does
//        one at a time and waits for its operands; launches follow each other
//   W    work: executed applications of ⊕, which is the sum of the active work-items over the steps.
//        Applications to an identity also count: the padding of a block, or the first addition to an
//        empty sum. Useful work and useful steps count only applications to two operands with input.
//   C    cost p · T, which includes waiting processors
//   S    speed-up T(n,1) / T, where one processor takes T(n,1) = n − 1 steps
//   E    efficiency S / p
//   T_O  overhead C − T(n,1)
//
// An algorithm's formulas are part of its entry in the catalogue. They hold for any n and L, even if blocks
// are incomplete; the entry also has the closed form of textbooks for a power of two in one block.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/catalogue/formulas/phases.hpp"

namespace lockstep {

struct Algorithm;
struct Plan;
struct PlanRequest;

// T and W of a work-group's block, of a launch, or of several launches.
struct StepsAndWork {
  std::uint64_t steps = 0;
  std::uint64_t work = 0;
  bool operator==(const StepsAndWork&) const = default;
};

// The values from which all measures are computed.
struct PlanCost {
  std::uint64_t processors = 1;
  std::uint64_t steps = 0;
  std::uint64_t work = 0;
  StepsAndWork useful{};  // its steps are 0 if unknown, because a run counts only useful work
  bool operator==(const PlanCost&) const = default;
};

// The values that a shape computes: the executed steps, and T and W of operations on inputs only.
struct PlanPhases {
  std::uint64_t processors = 1;
  Phases executed{};
  StepsAndWork useful{};
};
PlanCost cost_of(const PlanPhases& phases);

// How a number of work-items share the elements before they combine their results.
struct Shares {
  std::uint64_t passes = 0;    // passes over a share; 0: the algorithm's steps are fixed
  std::uint64_t constant = 0;  // further steps of each work-item
};

// The costs of one level of m elements, for any n and L, as formulas in text form, which tests evaluate. The
// first level has n elements; the next level has b elements, as given by `groups`, until b is 1. If `groups`
// is empty, there is a single level.
struct LevelCost {
  std::string_view groups{};     // "⌈m / L⌉"
  std::string_view steps{};      // "log L"
  std::string_view work{};       // "b (L − 1)"
  std::string_view add_steps{};  // steps to add the offsets on each level but the last, with m operations
  std::string_view note{};       // the meaning of other letters, and differences of a form
};
// Describes a level: "each level of m elements in b = ⌈m / L⌉ blocks: T = log L, W = b (L − 1). The next
// level has b elements."
std::string text_of(const LevelCost& level);

// The growth of an algorithm's costs, and the functions that compute them. Null if an entry has no formula.
struct Complexity {
  PlanPhases (*of_plan)(const Algorithm&, const PlanRequest&) = nullptr;  // the function of the plan's shape
  // For shapes that scan block by block: of_group() computes the steps of a work-group that scans
  // `elements` elements, of_block() the T and W of operations on inputs in a block whose first `elements`
  // places contain input.
  Phases (*of_group)(std::uint64_t elements, std::uint64_t L, bool exclusive) = nullptr;
  StepsAndWork (*of_block)(std::uint64_t elements, std::uint64_t L, bool exclusive) = nullptr;
  Shares shares{};
  // Closed forms for n a power of two, and the growth of p, T, W and C with n.
  std::string processors{}, steps{}, work{};
  LevelCost level{};  // the formulas for other n
  std::string steps_class{}, work_class{}, cost_class{};
  bool cost_optimal = false;  // C grows like the sequential time
  bool work_optimal = false;  // W grows like the sequential time
};

struct Measures {
  std::uint64_t processors = 1;
  std::uint64_t steps = 0;
  std::uint64_t work = 0;
  std::uint64_t cost = 0;
  std::optional<double> speed_up;    // none if no step is taken
  std::optional<double> efficiency;  // 0 to 1; rarely more, because T(n,1) is the time of a complete scan
  std::uint64_t useful_work = 0;
  // Both exclude operations on identities; none if the useful steps are not known.
  std::optional<std::uint64_t> useful_steps;
  std::optional<double> useful_efficiency;
  std::int64_t overhead = 0;
  bool operator==(const Measures&) const = default;
};

constexpr std::uint64_t sequential_steps(std::uint64_t n) { return n - 1; }
Measures measures_of(std::uint64_t n, const PlanCost& cost);
// Returns the number of work-items of a plan's widest launch, at least 1.
std::uint64_t processors_of(const Plan& plan);

// Returns p₀ = n / log n: the largest number of processors at optimal cost, with the shortest possible time
// at that cost. None for an algorithm that does more than Θ(n) work, because no number of processors
// compensates for it.
std::optional<std::uint64_t> optimal_processors(const Complexity& complexity, std::uint64_t n);
// Returns how n must grow with p to keep E constant: "Θ(p log p)", or "none".
std::string isoefficiency_class(const Complexity& complexity);
// Returns the n at which `wanted` processors have the same efficiency as `processors` with `n`, by p log p.
// Both numbers of processors must be at least 2.
double isoefficient_n(double n, double processors, double wanted);

}  // namespace lockstep
