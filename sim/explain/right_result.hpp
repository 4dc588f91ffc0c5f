// Composes the sentence that describes a right result, with the computed and the expected value.
#pragma once

#include <cstdint>
#include <string>

#include "core/plan/plan.hpp"
#include "sim/observers/counters/counters.hpp"

namespace lockstep::sim {

struct RightResult {
  std::string sentence;            // "341 as expected"; empty if the result is not known to be right
  std::uint64_t elements = 0;      // number of elements compared
  std::string computed, expected;  // of the first element
};

// Describes a run whose result has passed its check.
RightResult right_result(const Plan& plan, const CountedRun& run);

}  // namespace lockstep::sim
