// Writes the reports of a grading as files.
#pragma once

#include <string>

#include "assignment/grading/result.hpp"

namespace lockstep::assignment {

// Creates the folder and writes the reports to it: grades.csv, results.json, junit.xml and index.html for
// graders; scenes and figures of failures in cases/ID/; and for each student students/ID/ with index.html,
// report.txt, gradescope.json, prairielearn.json and junit.xml. For a download of Moodle, also writes its
// worksheet moodle-grades.csv, and moodle-feedback.zip. Existing files are replaced.
Result<void> write_reports(const Grading& grading, const std::string& folder);

}  // namespace lockstep::assignment
