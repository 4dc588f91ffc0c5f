// The measures of parallel algorithms: what an algorithm costs on paper, and the same measures of a run.
//
//   p    processors: the work-items of the widest launch
//   T    parallel time in steps: the longest chain of applications of ⊕, where a work-item does one at a time
//        and waits for its operands; launches follow each other
//   W    work: executed applications of ⊕, which is the sum of the active work-items over the steps. Those on
//        an identity count, too: the padding of a block, or the first addition to an empty sum. Useful work
//        and useful steps leave them out: both operands have input.
//   C    cost p · T, which includes the waiting processors
//   S    speed-up T(n,1) / T, where one processor takes T(n,1) = n − 1 steps
//   E    efficiency S / p
//   T_O  overhead C − T(n,1)
//
// An algorithm's formulas are part of its entry in the catalogue. They hold for any n and L, whole blocks or
// not; beside them stands the closed form that textbooks give for a power of two in one block.
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

// T and W of a work-group's block, of a launch, or of several.
struct StepsAndWork {
  std::uint64_t steps = 0;
  std::uint64_t work = 0;
  bool operator==(const StepsAndWork&) const = default;
};

// All measures follow from these.
struct PlanCost {
  std::uint64_t processors = 1;
  std::uint64_t steps = 0;
  std::uint64_t work = 0;
  StepsAndWork useful{};  // its steps are 0 if they are not known: a run counts only useful work
  bool operator==(const PlanCost&) const = default;
};

// What a shape computes: the executed steps, and T and W between inputs only.
struct PlanPhases {
  std::uint64_t processors = 1;
  Phases executed{};
  StepsAndWork useful{};
};
PlanCost cost_of(const PlanPhases& phases);

// How work-items share the elements before they join their results: on any number of processors.
struct Shares {
  std::uint64_t passes = 0;    // over a share; 0: the algorithm's steps are given
  std::uint64_t constant = 0;  // further steps of each work-item
};

// What one level of m elements costs, for any n and L: formulas as text, which tests evaluate. The first
// level has the n elements; the next one has those that `groups` gives, b, until b is 1. Where `groups` is
// empty there is a single level.
struct LevelCost {
  std::string_view groups{};     // "⌈m / L⌉"
  std::string_view steps{};      // "log L"
  std::string_view work{};       // "b (L − 1)"
  std::string_view add_steps{};  // then each level but the last adds its offsets: so many steps, m operations
  std::string_view note{};       // what other letters mean, and where a form differs
};
// "Each level of m elements in b = ⌈m / L⌉ blocks: T = log L, W = b (L − 1). The next level has b elements."
std::string text_of(const LevelCost& level);

// How an algorithm's costs grow, and how they are computed. Null where an entry has no formula.
struct Complexity {
  PlanPhases (*of_plan)(const Algorithm&, const PlanRequest&) = nullptr;  // given by the plan's shape
  // For shapes that scan block by block: the steps of a work-group that scans `elements` elements; and T and
  // W between inputs in a block whose first `elements` places hold input.
  Phases (*of_group)(std::uint64_t elements, std::uint64_t L, bool exclusive) = nullptr;
  StepsAndWork (*of_block)(std::uint64_t elements, std::uint64_t L, bool exclusive) = nullptr;
  Shares shares{};
  // Closed forms, n a power of two; and how p, T, W and C grow with n.
  std::string processors{}, steps{}, work{};
  LevelCost level{};  // what holds for other n
  std::string steps_class{}, work_class{}, cost_class{};
  bool cost_optimal = false;  // C grows as the sequential time does
  bool work_optimal = false;  // W does
};

struct Measures {
  std::uint64_t processors = 1;
  std::uint64_t steps = 0;
  std::uint64_t work = 0;
  std::uint64_t cost = 0;
  std::optional<double> speed_up;    // none if no step is taken
  std::optional<double> efficiency;  // 0 to 1 and, as T(n,1) is a whole scan's, hardly ever more
  std::uint64_t useful_work = 0;
  // Without the operations on identities; none if the useful steps are not known.
  std::optional<std::uint64_t> useful_steps;
  std::optional<double> useful_efficiency;
  std::int64_t overhead = 0;
  bool operator==(const Measures&) const = default;
};

constexpr std::uint64_t sequential_steps(std::uint64_t n) { return n - 1; }
Measures measures_of(std::uint64_t n, const PlanCost& cost);
// The work-items of a plan's widest launch, at least 1.
std::uint64_t processors_of(const Plan& plan);

// p₀ = n / log n: the largest number of processors at optimal cost, with the shortest possible time at that
// cost. None for an algorithm that does more than Θ(n) work: no number of processors compensates for it.
std::optional<std::uint64_t> optimal_processors(const Complexity& complexity, std::uint64_t n);
// How n must grow with p to keep E constant: "Θ(p log p)", or "none".
std::string isoefficiency_class(const Complexity& complexity);
// The n at which `wanted` processors have the efficiency that `processors` have with `n` (both 2 or more), by
// p log p.
double isoefficient_n(double n, double processors, double wanted);

}  // namespace lockstep
