// Points that a person assigns in place of the computed points. They are stored in a separate table, so that
// they are preserved when the submissions are graded again.
#pragma once

#include <string_view>

#include "assignment/grading/result.hpp"

namespace lockstep::assignment {

// A table with the columns submission, task, points and reason; without a task, the points are final. The
// points of a group apply to its members. The Error names a line, for example a line for an unknown
// submission or task.
Result<void> add_overrides(std::string_view csv, Grading& grading);

}  // namespace lockstep::assignment
