// The sources of all submissions, arranged for plagiarism checkers: JPlag, MOSS, similarity-tester.
#pragma once

#include <vector>

#include "assignment/format/folder.hpp"
#include "assignment/grading/handed_in/handed_in.hpp"
#include "assignment/submission/files/gathering.hpp"

namespace lockstep::assignment {

// submissions/ID/FILE, with the file names of the assignment; base/FILE, the files given to all;
// README.md with the commands. Recordings are omitted.
std::vector<NamedBytes> source_collection(const Assignment& assignment, const AssignmentFolder& folder,
                                          const std::vector<HandedIn>& submissions);

}  // namespace lockstep::assignment
