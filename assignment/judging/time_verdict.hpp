// What times on a device say of a submission.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "assignment/judging/expected.hpp"
#include "assignment/judging/judge.hpp"
#include "assignment/judging/time_request.hpp"

namespace lockstep::assignment {

// What a case is given in each round, beginning with the case itself. The Error is a mistake in the
// assignment.
using TimedRounds = std::vector<std::shared_ptr<const Expected>>;
Result<TimedRounds> timed_rounds(const AssignmentFolder& folder, const Task& task, const Test& test,
                                 const Case& values, const std::shared_ptr<const Expected>& first);

// `holds`: whether it is fast enough; the state and the failure say why it is not.
struct TimeVerdict {
  TestState state = TestState::passed;
  std::optional<Failure> failure;
  std::string to_look_at;  // by a person; empty: nothing
};
TimeVerdict time_verdict(const Criterion& criterion, const TimeAnswer& answer, const TimedRounds& rounds,
                         const Case& values);

// The result of a run is right, but for rounding.
bool is_right(const Expected& expected, const Bytes& result);

}  // namespace lockstep::assignment
