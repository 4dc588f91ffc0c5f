// What the hints cost that a student has taken: the window writes them beside the files that are handed in.
#pragma once

#include "assignment/grading/result.hpp"

namespace lockstep::assignment {

inline constexpr const char* kHintsFile = "hints.json";

// By the number of hints of each task and the prices of the assignment; off the extra points first, and never
// below 0. What is taken off is among the notes.
void take_off_hints(const std::vector<SourceText>& files, SubmissionResult& result);

}  // namespace lockstep::assignment
