// Writes results for Moodle: the grading worksheet, and the feedback as a zip archive.
//   https://docs.moodle.org/en/Assignment_FAQ
#pragma once

#include <string>
#include <vector>

#include "assignment/grading/result.hpp"
#include "assignment/submission/files/gathering.hpp"

namespace lockstep::assignment {

// Returns the worksheet that Moodle imports. Ungraded submissions have no grade. Empty if no submission comes
// from a download of Moodle.
std::string moodle_grades(const Grading& grading);
// Returns the files of the archive, in folders with the names of the download.
std::vector<NamedBytes> moodle_feedback(const Grading& grading);

}  // namespace lockstep::assignment
