// The values that a user expects are often a sum or a scan of an input. In this case they determine each
// partial result, so that the line with the error can be named.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/check/check.hpp"
#include "core/plan/plan.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::sim {

// The plan with an expectation that computes the given values. For one value of each work-group: still
// values, but with their input and operator. None if no known operation gives the values.
std::optional<Plan> plan_meant(const Plan& plan);

// Whether the element combines values by the intended operator, so that its partial results do, too.
bool combines_by(const Trace& trace, const Plan& meant, std::uint64_t index);

// As wrong_because(), for the expectation of `meant`.
std::string wrong_because(const Plan& meant, const Trace& trace, const CheckResult& check);

}  // namespace lockstep::sim
