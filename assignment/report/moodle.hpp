// Results for Moodle: the grading worksheet, and the feedback as a zip archive.
//   https://docs.moodle.org/en/Assignment_FAQ
#pragma once

#include <string>
#include <vector>

#include "assignment/grading/result.hpp"
#include "assignment/submission/files/gathering.hpp"

namespace lockstep::assignment {

// The worksheet that Moodle imports. Ungraded submissions have no grade. Empty if nothing comes from
// Moodle's download.
std::string moodle_grades(const Grading& grading);
// The files of the archive, in folders named as in the download.
std::vector<NamedBytes> moodle_feedback(const Grading& grading);

}  // namespace lockstep::assignment
