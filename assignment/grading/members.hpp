// Gives each member of a group the result of the group's submission.
#pragma once

#include "assignment/grading/result.hpp"

namespace lockstep::assignment {

// Adds a result for each member after the result of the group. This result replaces an empty submission of
// the member. A member who also submitted files keeps the points for these files, with a note.
void add_members(Grading& grading);

}  // namespace lockstep::assignment
