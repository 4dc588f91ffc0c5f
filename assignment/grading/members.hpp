// A group hands in once, and each of its members has the result.
#pragma once

#include "assignment/grading/result.hpp"

namespace lockstep::assignment {

// A result for each member beside that of the group, in place of an empty submission of the same person. Who
// is a member and has handed in files, too, keeps the points for these, with a note.
void add_members(Grading& grading);

}  // namespace lockstep::assignment
