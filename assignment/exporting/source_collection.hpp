// The sources of all submissions as programs compare them that look for copies: JPlag, MOSS,
// similarity-tester.
#pragma once

#include <vector>

#include "assignment/format/folder.hpp"
#include "assignment/grading/handed_in.hpp"
#include "assignment/submission/files/gathering.hpp"

namespace lockstep::assignment {

// submissions/ID/FILE by the names that the tasks ask for; base/FILE, what everybody was given; README.md
// with the commands. Recordings are left out.
std::vector<NamedBytes> source_collection(const Assignment& assignment, const AssignmentFolder& folder,
                                          const std::vector<HandedIn>& submissions);

}  // namespace lockstep::assignment
