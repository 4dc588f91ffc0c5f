// An algorithm on p processors, any p: T(n, p) and what follows from it, and which p is best.
//
// If each work-item takes a share of the elements first, p is a parameter of the algorithm itself: T = ⌈n /
// p⌉ + ⌈log p⌉, with a second pass over the share in a scan. Otherwise its steps are given, and by Brent's
// theorem step i with pᵢ active work-items takes ⌈pᵢ / p⌉ steps.
#pragma once

#include <cstdint>
#include <optional>

#include "core/catalogue/entry/entry.hpp"

namespace lockstep {

// The algorithm has formulas. `processors` is at least 1; those above n have nothing to do.
PlanCost on_processors(const Algorithm& algorithm, const PlanRequest& request, std::uint64_t processors);
// "⌈n / p⌉ + ⌈log p⌉", "Σ ⌈pᵢ / p⌉"
const char* formula_on_processors(const Algorithm& algorithm);

// The number of processors with the smallest T(n, p).
struct FastestProcessors {
  // For T = n / p + log p: dT/dp = 0 at p = n ln 2; none if steps are given.
  std::optional<double> exact;
  // The same with the constant dropped, as in the lecture: p = n. For given steps the most active work-items:
  // more processors than that find nothing to do.
  std::uint64_t p = 1;
};
FastestProcessors fastest_processors(const Algorithm& algorithm, const PlanRequest& request);

}  // namespace lockstep
