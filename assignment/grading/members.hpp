// Gives each member of a group the result of its submission.
#pragma once

#include "assignment/grading/result.hpp"

namespace lockstep::assignment {

// Adds a result for each member after that of the group; it replaces an empty submission from the
// member. A member who also handed in files keeps the points for these, with a note.
void add_members(Grading& grading);

}  // namespace lockstep::assignment
