// Deducts the cost of the hints that a student has taken. The window stores the number of these hints next to
// the files that are submitted.
#pragma once

#include "assignment/grading/result.hpp"

namespace lockstep::assignment {

inline constexpr const char* kHintsFile = "hints.json";

// Deducts the cost, which follows from the number of hints of each task and the prices in the assignment. The
// extra points are reduced first, and no points fall below 0. The notes record the deduction.
void take_off_hints(const std::vector<SourceText>& files, SubmissionResult& result);

}  // namespace lockstep::assignment
