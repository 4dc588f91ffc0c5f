// Finds the wrong lines of a submission by trial. Small changes to its text are tried one after another in
// cases that contain nothing hidden. If changes of only a few lines make all of these cases right, these
// lines are named.
#pragma once

#include <vector>

#include "assignment/judging/case_judge.hpp"

namespace lockstep::assignment {

// `cases` contains the submission. At least one of `failing` must fail; with each returned change, all of
// `failing` and `others` are right. Empty if no change succeeds, if changes of too many lines succeed, or if
// the submission is a host program. The number of trials depends only on steps and bytes.
std::vector<TriedChange> tried_changes(const CaseJudge& cases, const std::vector<OpenCase>& failing,
                                       const std::vector<OpenCase>& others);

// Returns the sentence for students: "One small change of line 12 makes it right: this was tried." Empty if
// no line was found.
std::string tried_lines_words(const TestResult& result, const Task& task);
// Returns the sentence for graders: "Tried, and right: line 12: <= in place of <."
std::string tried_changes_words(const TestResult& result, const Task& task);

}  // namespace lockstep::assignment
