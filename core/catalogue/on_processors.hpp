// Computes the measures of an algorithm on any number p of processors, such as T(n, p), and the best p.
//
// If each work-item takes a share of the elements first, p is a parameter of the algorithm itself: T = ⌈n /
// p⌉ + ⌈log p⌉, with a second pass over the share in a scan. Otherwise its steps are fixed, and by Brent's
// theorem step i with pᵢ active work-items takes ⌈pᵢ / p⌉ steps.
#pragma once

#include <cstdint>
#include <optional>

#include "core/catalogue/entry/entry.hpp"

namespace lockstep {

// Returns the costs on `processors` processors, at least 1; more than n are not used. The algorithm must
// have formulas.
PlanCost on_processors(const Algorithm& algorithm, const PlanRequest& request, std::uint64_t processors);
// Returns the formula for T(n, p): "⌈n / p⌉ + ⌈log p⌉" or "Σ ⌈pᵢ / p⌉".
const char* formula_on_processors(const Algorithm& algorithm);

// The number of processors with the smallest T(n, p).
struct FastestProcessors {
  // For T = n / p + log p: dT/dp = 0 at p = n ln 2; none if the steps are fixed.
  std::optional<double> exact;
  // The same without the constant, as in the lecture: p = n. For fixed steps it is the largest number of
  // active work-items, because further processors would be idle.
  std::uint64_t p = 1;
};
FastestProcessors fastest_processors(const Algorithm& algorithm, const PlanRequest& request);

}  // namespace lockstep
