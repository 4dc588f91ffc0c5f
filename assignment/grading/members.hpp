// Gives each member of a group the result of its submission.
#pragma once

#include "assignment/grading/result.hpp"

namespace lockstep::assignment {

// Adds a result for each member after the result of the group; it replaces an empty submission of the member.
// A member who also handed in files keeps the points for them, with a note.
void add_members(Grading& grading);

}  // namespace lockstep::assignment
