// Arranges the sources of all submissions for plagiarism checkers: JPlag, MOSS, similarity-tester.
#pragma once

#include <vector>

#include "assignment/format/folder.hpp"
#include "assignment/grading/handed_in/handed_in.hpp"
#include "assignment/submission/files/gathering.hpp"

namespace lockstep::assignment {

// Returns submissions/ID/FILE, with the file names of the assignment; base/FILE, with the files that all
// students receive; and README.md, with the commands. Recordings are omitted.
std::vector<NamedBytes> source_collection(const Assignment& assignment, const AssignmentFolder& folder,
                                          const std::vector<HandedIn>& submissions);

}  // namespace lockstep::assignment
