// Finds the origin of a failure: its line, and the same failure in a case that contains nothing hidden.
#pragma once

#include <vector>

#include "assignment/judging/case_judge.hpp"

namespace lockstep::assignment {

// Explains a test that did not pass: the line of a wrong result, the parts that a student may see, a
// small example with public seeds, and, for graders, the moment. Returns the case of the example, and
// some larger cases.
std::vector<OpenCase> explain_failure(const CaseJudge& cases, const Test& test, TestResult& result);

}  // namespace lockstep::assignment
