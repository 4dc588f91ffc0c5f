// Compares the answer of a run with a criterion of its test.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "assignment/judging/expected.hpp"
#include "assignment/judging/judge.hpp"

namespace lockstep::assignment {

// Returns none if the criterion holds or does not apply to this case. Times are compared in time_verdict.hpp.
std::optional<Failure> judge_criterion(const Criterion& criterion, const Case& values,
                                       const Expected& expected, const RunAnswer& answer);

// Returns the names of the buffers that a submission must not change. Buffers that are initially filled with
// a single number are work buffers, which the submission may change.
std::vector<std::string> inputs_of(const Expected& expected);

}  // namespace lockstep::assignment
