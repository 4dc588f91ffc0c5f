// Points that a person assigns in place of the computed points. They are stored in a separate table, so that
// they are preserved when the submissions are graded again.
#pragma once

#include <string_view>

#include "assignment/grading/result.hpp"

namespace lockstep::assignment {

// Applies a table with the columns submission, task, points and reason. A line without a task sets the final
// points. The points of a group apply to its members. The Error names the line at fault, for example a line
// with an unknown submission or task.
Result<void> add_overrides(std::string_view csv, Grading& grading);

}  // namespace lockstep::assignment
