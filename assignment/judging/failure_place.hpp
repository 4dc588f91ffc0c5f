// Where a failure comes from: its line, and the same failure in a case that hides nothing.
#pragma once

#include <vector>

#include "assignment/judging/case_judge.hpp"

namespace lockstep::assignment {

// Of a test that did not pass: the line of a wrong result, what a student may see of it, a small example with
// public seeds, and for graders the moment. The case of the example is returned, and some larger ones.
std::vector<OpenCase> explain_failure(const CaseJudge& cases, const Test& test, TestResult& result);

}  // namespace lockstep::assignment
