// The measures of parallel algorithms: what an algorithm costs on paper, and the same measures of a run.
//
//   p    processors: the work-items of the widest launch
//   T    parallel time in steps: the longest chain of applications of ⊕, where a work-item does one at a time
//        and waits for its operands; launches follow each other
//   W    work: applications of ⊕ to two values that both come from the input (adding an identity is no work)
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
  bool operator==(const PlanCost&) const = default;
};

// How an algorithm's costs grow, and how they are computed. Null where an entry has no formula.
struct Complexity {
  PlanCost (*of_plan)(const Algorithm&, const PlanRequest&) = nullptr;  // given by the plan's shape
  // For shapes that scan block by block: one block of which the first `elements` places hold input.
  StepsAndWork (*of_block)(std::uint64_t elements, std::uint64_t L, bool exclusive) = nullptr;
  // Closed forms, n a power of two; and how p, T, W and C grow with n.
  std::string processors{}, steps{}, work{};
  std::string steps_class{}, work_class{}, cost_class{};
  bool cost_optimal = false;  // C grows as the sequential time does
  bool work_optimal = false;  // W does
};

struct Measures {
  std::uint64_t processors = 1;
  std::uint64_t steps = 0;
  std::uint64_t work = 0;
  std::uint64_t cost = 0;
  std::optional<double> speed_up;    // none where no step is taken
  std::optional<double> efficiency;  // 0 to 1 and, as T(n,1) is a whole scan's, hardly ever more
  std::int64_t overhead = 0;
  bool operator==(const Measures&) const = default;
};

constexpr std::uint64_t sequential_steps(std::uint64_t n) { return n - 1; }
Measures measures_of(std::uint64_t n, const PlanCost& cost);
// From the formulas; none where the algorithm has none.
std::optional<Measures> predicted_measures(const Algorithm& algorithm, const PlanRequest& request);
// The work-items of a plan's widest launch, at least 1.
std::uint64_t processors_of(const Plan& plan);

// p₀ = n / log n: as many processors as can be used at optimal cost, and the time is then the shortest
// possible at that cost. None for an algorithm that does more than Θ(n) work: no number of processors makes
// up for it.
std::optional<std::uint64_t> optimal_processors(const Complexity& complexity, std::uint64_t n);
// How n must grow with p to keep E constant: "Θ(p log p)", or "none".
std::string isoefficiency_class(const Complexity& complexity);
// The n that has the efficiency on `wanted` processors which `n` has on `processors` (both 2 or more), by p
// log p.
double isoefficient_n(double n, double processors, double wanted);

}  // namespace lockstep
