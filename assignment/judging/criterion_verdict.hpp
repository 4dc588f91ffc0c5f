// What of a run's answer is not as a criterion of its test asks.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "assignment/judging/expected.hpp"
#include "assignment/judging/judge.hpp"

namespace lockstep::assignment {

// None: it holds, or cannot be asked in this case. Times are measured elsewhere (time_verdict.hpp).
std::optional<Failure> judge_criterion(const Criterion& criterion, const Case& values,
                                       const Expected& expected, const RunAnswer& answer);

// The names of the buffers that a submission must leave as they are. Those that begin as one number
// everywhere are places to work in.
std::vector<std::string> inputs_of(const Expected& expected);

}  // namespace lockstep::assignment
