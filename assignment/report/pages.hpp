// Reports as HTML: one file without scripts, readable on paper and on a phone.
#pragma once

#include <string>

#include "assignment/grading/result.hpp"

namespace lockstep::assignment {

// What the student may see, with the lines of his own text.
std::string student_page(const Grading& grading, const SubmissionResult& result);
// Everything; what could not be graded comes first.
std::string grader_page(const Grading& grading);

}  // namespace lockstep::assignment
