#include "core/catalogue/on_processors.hpp"

#include <algorithm>
#include <numbers>

#include "core/catalogue/formulas/network_steps.hpp"

namespace lockstep {
namespace {

// Each work-item combines a share of ⌈n / p⌉ elements sequentially, beginning with the identity. A tree
// follows over the p results, or for a scan the log p steps of a parallel prefix; a scan then makes a second
// pass over each share.
PlanCost by_shares(const Shares& shares, std::uint64_t n, std::uint64_t processors) {
  const std::uint64_t p = std::min(processors, n);
  const std::uint64_t share = (n + p - 1) / p, joining = log2_ceil(p);
  const std::uint64_t passes = p == 1 ? 1 : shares.passes;
  PlanCost cost{processors, passes * share + shares.constant + joining, 0, {}};
  const std::uint64_t joined = shares.passes == 1 ? p - 1 : p * joining - (p - 1);
  cost.work = passes * n + shares.constant * p + joined;
  cost.useful.steps = passes * share - 1 + joining;
  // In the second pass the first work-item adds nothing to its share.
  cost.useful.work = n - p + joined + (passes - 1) * (n - share);
  return cost;
}

}  // namespace

PlanCost on_processors(const Algorithm& algorithm, const PlanRequest& request, std::uint64_t processors) {
  const Complexity& complexity = algorithm.complexity;
  if (complexity.shares.passes != 0) return by_shares(complexity.shares, request.n, processors);
  const PlanPhases plan = complexity.of_plan(algorithm, request);
  PlanCost cost = cost_of(plan);
  cost.useful.steps = processors >= plan.executed.most_active() ? cost.useful.steps : 0;
  cost.steps = plan.executed.steps_on(processors);
  cost.processors = processors;
  return cost;
}

const char* formula_on_processors(const Algorithm& algorithm) {
  const Shares& shares = algorithm.complexity.shares;
  if (shares.passes == 2) return "2 ⌈n / p⌉ + ⌈log p⌉";
  if (shares.passes == 0) return "Σ ⌈pᵢ / p⌉";
  return shares.constant == 0 ? "⌈n / p⌉ + ⌈log p⌉" : "⌈n / p⌉ + 3 + ⌈log p⌉";
}

FastestProcessors fastest_processors(const Algorithm& algorithm, const PlanRequest& request) {
  const Complexity& complexity = algorithm.complexity;
  if (complexity.shares.passes == 0)
    return {std::nullopt,
            std::max<std::uint64_t>(1, complexity.of_plan(algorithm, request).executed.most_active())};
  const double exact =
      static_cast<double>(complexity.shares.passes * request.n) * std::numbers::ln2_v<double>;
  return {exact, complexity.shares.passes * request.n};
}

}  // namespace lockstep
