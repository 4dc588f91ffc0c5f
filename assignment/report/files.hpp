// The reports of a grading as files.
#pragma once

#include <string>

#include "assignment/grading/result.hpp"

namespace lockstep::assignment {

// Creates the folder. It contains grades.csv, results.json, junit.xml and index.html for graders; scenes and
// figures of failures in cases/ID/; and for each student students/ID/ with index.html, report.txt,
// gradescope.json, prairielearn.json and junit.xml. For a download of Moodle, also its worksheet
// moodle-grades.csv, and moodle-feedback.zip. Existing files are replaced.
Result<void> write_reports(const Grading& grading, const std::string& folder);

}  // namespace lockstep::assignment
