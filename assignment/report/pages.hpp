// Reports as HTML: one file without scripts, readable on paper and on a phone.
#pragma once

#include <string>

#include "assignment/grading/result.hpp"

namespace lockstep::assignment {

// The parts that the student may see, with lines of the student's own text.
std::string student_page(const Grading& grading, const SubmissionResult& result);
// All results; submissions that could not be graded come first.
std::string grader_page(const Grading& grading);

}  // namespace lockstep::assignment
