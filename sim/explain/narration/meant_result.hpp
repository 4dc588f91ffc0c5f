// Values that a user expects are often a sum or a scan of an input. Then they say what each partial result
// must be, and the line that goes wrong can be named.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/check/check.hpp"
#include "core/plan/plan.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::sim {

// The plan with an expectation that computes the given values; for one value of each work-group, still
// values, but with their input and operator. None: the values are given by nothing that is known.
std::optional<Plan> plan_meant(const Plan& plan);

// Whether the element is a combination by the operator that is meant, so that its partial results are, too.
bool combines_by(const Trace& trace, const Plan& meant, std::uint64_t index);

// As wrong_because(), for the expectation of `meant`.
std::string wrong_because(const Plan& meant, const Trace& trace, const CheckResult& check);

}  // namespace lockstep::sim
