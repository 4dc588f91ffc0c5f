// The verdict on times measured on a device.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "assignment/judging/expected.hpp"
#include "assignment/judging/judge.hpp"
#include "assignment/judging/time_request.hpp"

namespace lockstep::assignment {

// The contents of a case in each round, beginning with the case itself. The Error is a mistake
// in the assignment.
using TimedRounds = std::vector<std::shared_ptr<const Expected>>;
Result<TimedRounds> timed_rounds(const AssignmentFolder& folder, const Task& task, const Test& test,
                                 const Case& values, const std::shared_ptr<const Expected>& first);

// `holds`: whether the submission is fast enough; the state and the failure give the reason if it is not.
struct TimeVerdict {
  TestState state = TestState::passed;
  std::optional<Failure> failure;
  std::string to_look_at;  // for a manual check; empty: not needed
};
TimeVerdict time_verdict(const Criterion& criterion, const TimeAnswer& answer, const TimedRounds& rounds,
                         const Case& values);

// Whether the result of a run is right, except for rounding.
bool is_right(const Expected& expected, const Bytes& result);

}  // namespace lockstep::assignment
