// The sentence about a right result: that it is right, with both numbers.
#pragma once

#include <cstdint>
#include <string>

#include "core/plan/plan.hpp"
#include "sim/observers/counters/counters.hpp"

namespace lockstep::sim {

struct RightResult {
  std::string sentence;  // "341 as expected", "all 64 elements as expected"; empty: not known to be right
  std::uint64_t elements = 0;      // number of elements compared
  std::string computed, expected;  // of the first element
};

// For a run whose result has passed its check.
RightResult right_result(const Plan& plan, const CountedRun& run);

}  // namespace lockstep::sim
