#include "assignment/report/formats.hpp"

#include "assignment/report/pages.hpp"

namespace lockstep::assignment {

const std::vector<NamedFormat>& formats() {
  static const std::vector<NamedFormat> all{
      {"text", "a table for people", table_text, nullptr},
      {"csv", "a line for each submission", grades_csv, nullptr},
      {"json", "everything, for graders", grader_json, nullptr},
      {"junit", "JUnit XML, for graders", junit_xml, nullptr},
      {"html", "the graders' page", grader_page, nullptr},
      {"student", "the student's page", nullptr, student_page},
      {"student-text", "the student's report as text", nullptr, student_text},
      {"student-junit", "JUnit XML that a student may see, as Artemis and GitLab read it", nullptr,
       student_junit_xml},
      {"gradescope", "results.json of Gradescope", nullptr, gradescope_json},
      {"prairielearn", "results.json of PrairieLearn", nullptr, prairielearn_json},
      {"autolab", "the last line for Autolab", nullptr, autolab_line},
      {"vpl", "comments and grade for Moodle's VPL", nullptr, vpl_text},
      {"coderunner", "the answer of a template grader of CodeRunner", nullptr, coderunner_json}};
  return all;
}

}  // namespace lockstep::assignment
