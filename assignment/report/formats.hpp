// Writes results in formats that other programs read. A score is finite in every format and for every state.
// If the format permits this, a test that could not be run has no score. Every format states that such a test
// was not run.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assignment/grading/result.hpp"

namespace lockstep::assignment {

// Reports on all submissions, for graders.
std::string table_text(const Grading& grading);  // for a terminal
std::string grades_csv(const Grading& grading);
std::string grader_json(const Grading& grading);  // complete; read by --compare
std::string junit_xml(const Grading& grading);

// Reports on one submission, for the student.
std::string gradescope_json(const Grading& grading, const SubmissionResult& result);
std::string prairielearn_json(const Grading& grading, const SubmissionResult& result);
std::string autolab_line(const Grading& grading, const SubmissionResult& result);
std::string vpl_text(const Grading& grading, const SubmissionResult& result);
std::string coderunner_json(const Grading& grading, const SubmissionResult& result);
std::string student_text(const Grading& grading, const SubmissionResult& result);
// For platforms that display the report immediately, regardless of the visibility of a test.
std::string student_text_at_once(const Grading& grading, const SubmissionResult& result);
// JUnit XML with the parts that a student may see.
std::string student_junit_xml(const Grading& grading, const SubmissionResult& result);

struct NamedFormat {
  std::string_view name, of;  // "gradescope", "a results.json of Gradescope"
  // Exactly one of the two functions is set.
  std::string (*all)(const Grading&) = nullptr;
  std::string (*one)(const Grading&, const SubmissionResult&) = nullptr;
};
const std::vector<NamedFormat>& formats();

}  // namespace lockstep::assignment
