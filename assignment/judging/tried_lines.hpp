// Which line of a submission is wrong, found by trial: in cases that hide nothing, small changes of its text
// are run, one after the other. Where a few lines have one that makes all of these cases right, they are
// named.
#pragma once

#include <vector>

#include "assignment/judging/case_judge.hpp"

namespace lockstep::assignment {

// `cases` is what was handed in. At least one of `failing` must fail; all of `failing` and `others` are right
// with each change that is returned. Empty: no change is, those of too many lines are, or what was handed in
// is a host program. How much is tried follows from steps and bytes alone.
std::vector<TriedChange> tried_changes(const CaseJudge& cases, const std::vector<OpenCase>& failing,
                                       const std::vector<OpenCase>& others);

// For students: "One small change of line 12 makes it right: this was tried." Empty: none was found.
std::string tried_lines_words(const TestResult& result, const Task& task);
// For graders: "Tried, and right: line 12: <= in place of <."
std::string tried_changes_words(const TestResult& result, const Task& task);

}  // namespace lockstep::assignment
