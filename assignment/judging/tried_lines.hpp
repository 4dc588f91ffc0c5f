// Finds the wrong line of a submission by trial: small changes of its text are run one after another in cases
// that hide nothing. If changes of only a few lines make all of these cases right, these lines are named.
#pragma once

#include <vector>

#include "assignment/judging/case_judge.hpp"

namespace lockstep::assignment {

// `cases` contains the submission. At least one of `failing` must fail; all of `failing` and `others` are
// right with each returned change. Empty if no change succeeds, if changes of too many lines succeed, or if
// the submission is a host program. The number of trials depends only on steps and bytes.
std::vector<TriedChange> tried_changes(const CaseJudge& cases, const std::vector<OpenCase>& failing,
                                       const std::vector<OpenCase>& others);

// For students: "One small change of line 12 makes it right: this was tried." Empty if no line was found.
std::string tried_lines_words(const TestResult& result, const Task& task);
// For graders: "Tried, and right: line 12: <= in place of <."
std::string tried_changes_words(const TestResult& result, const Task& task);

}  // namespace lockstep::assignment
