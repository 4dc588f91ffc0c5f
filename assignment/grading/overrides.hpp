// Points that a person gives in place of those that were found. They are kept in a table of their own, so
// that grading again does not lose them.
#pragma once

#include <string_view>

#include "assignment/grading/result.hpp"

namespace lockstep::assignment {

// A table with the columns submission, task, points and reason; without a task the points are final. Those
// of a group are those of its members. The Error names a line, such as one that fits no submission or task.
Result<void> add_overrides(std::string_view csv, Grading& grading);

}  // namespace lockstep::assignment
