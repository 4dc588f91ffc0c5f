// The values that a user expects are often a sum or a scan of an input. In this case, the operation also
// determines each partial result, so that the line with the error can be named.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/check/check.hpp"
#include "core/plan/plan.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::sim {

// Returns the plan with an expectation that computes the given values. If there is one value for each
// work-group, the expectation still contains these values, but also their input and operator. None if no
// known operation gives the values.
std::optional<Plan> plan_meant(const Plan& plan);

// Whether the element combines values by the intended operator, so that its partial results can be checked.
bool combines_by(const Trace& trace, const Plan& meant, std::uint64_t index);

// Returns the same as wrong_because() in wrong_result.hpp, but for the expectation of `meant`.
std::string wrong_because(const Plan& meant, const Trace& trace, const CheckResult& check);

}  // namespace lockstep::sim
