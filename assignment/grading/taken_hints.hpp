// The cost of the hints that a student has taken: the window stores them next to the files that are
// handed in.
#pragma once

#include "assignment/grading/result.hpp"

namespace lockstep::assignment {

inline constexpr const char* kHintsFile = "hints.json";

// Uses the number of hints of each task and the prices in the assignment; deducts from the extra points
// first, and never below 0. The deduction is recorded in the notes.
void take_off_hints(const std::vector<SourceText>& files, SubmissionResult& result);

}  // namespace lockstep::assignment
