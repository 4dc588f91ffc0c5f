// The reports of a grading as files.
#pragma once

#include <string>

#include "assignment/grading/result.hpp"

namespace lockstep::assignment {

// In the folder, which is made: grades.csv, results.json, junit.xml and index.html for graders, and in
// cases/ID/ scenes and figures of failures; for each student students/ID/ with index.html, report.txt,
// gradescope.json, prairielearn.json and junit.xml. From a download of Moodle also moodle-grades.csv, its
// worksheet, and moodle-feedback.zip. A file that exists is replaced.
Result<void> write_reports(const Grading& grading, const std::string& folder);

}  // namespace lockstep::assignment
