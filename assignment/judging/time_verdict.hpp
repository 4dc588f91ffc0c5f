// Judges times that were measured on a device.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "assignment/judging/expected.hpp"
#include "assignment/judging/judge.hpp"
#include "assignment/judging/time_request.hpp"

namespace lockstep::assignment {

// Returns the contents of a case in each round; the first round has the contents of the case itself. The
// Error is a mistake in the assignment.
using TimedRounds = std::vector<std::shared_ptr<const Expected>>;
Result<TimedRounds> timed_rounds(const AssignmentFolder& folder, const Task& task, const Test& test,
                                 const Case& values, const std::shared_ptr<const Expected>& first);

// `holds` is true if the submission is fast enough; if not, the state and the failure give the reason.
struct TimeVerdict {
  TestState state = TestState::passed;
  std::optional<Failure> failure;
  std::string to_look_at;  // a sentence if a manual check is needed; else empty
};
TimeVerdict time_verdict(const Criterion& criterion, const TimeAnswer& answer, const TimedRounds& rounds,
                         const Case& values);

// Whether the result of a run is right, except for rounding.
bool is_right(const Expected& expected, const Bytes& result);

}  // namespace lockstep::assignment
