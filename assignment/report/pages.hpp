// Writes reports as HTML: each is one file without scripts, readable on paper and on a phone.
#pragma once

#include <string>

#include "assignment/grading/result.hpp"

namespace lockstep::assignment {

// The page for a student: the parts that the student may see, with lines of the student's own code.
std::string student_page(const Grading& grading, const SubmissionResult& result);
// The page for graders: all results, with the submissions that could not be graded first.
std::string grader_page(const Grading& grading);

}  // namespace lockstep::assignment
