// JUnit XML: https://github.com/testmoapp/junitxml, as Artemis, GitLab and Jenkins read it. The names of
// tests are the same in every report, even if nothing compiles.
#include <fmt/format.h>

#include "assignment/report/formats.hpp"
#include "assignment/report/markup.hpp"
#include "assignment/report/student_view.hpp"

namespace lockstep::assignment {
namespace {

struct Counted {
  std::size_t tests = 0, failures = 0, errors = 0, skipped = 0;
};

// A test that was not run is skipped. A test that the grader could not run is an error.
std::string body(const StudentTest& test, const std::string& words, Counted& counted) {
  ++counted.tests;
  if (!test.is_run || test.state == TestState::skipped || test.is_left_out()) {
    ++counted.skipped;
    return fmt::format("<skipped>{}</skipped>", escaped(test.sentences));  // older schemas have no message
  }
  if (test.is_passed()) return {};
  const bool is_error = test.is_not_graded();
  ++(is_error ? counted.errors : counted.failures);
  const std::string_view element = is_error ? "error" : "failure";
  return fmt::format("<{0} message=\"{1}\" type=\"{2}\">{3}</{0}>", element, escaped(words),
                     escaped(name(test.state)), escaped(test.place));
}

// `suite` is set for graders and empty for students. Students see all names, but not all results.
std::string cases(const Grading& grading, const SubmissionResult& result, const std::string& suite,
                  Counted& counted) {
  std::string text;
  for (StudentTest test : student_view(grading, result)) {
    if (suite.empty() && !test.is_ever_shown()) {
      test.is_run = false;
      test.sentences = "The result of this test is not shown.";
    }
    const std::string inside = body(test, test.sentences, counted);
    text += fmt::format("    <testcase classname=\"{}\" name=\"{}\" time=\"0\"{}\n",
                        escaped(suite.empty() ? test.task : suite), escaped(test.name),
                        inside.empty() ? "/>" : ">" + inside + "</testcase>");
  }
  return text;
}

std::string suite(const std::string& name, const std::string& cases, const Counted& counted) {
  return fmt::format(
      "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"0\">\n{}  "
      "</testsuite>\n",
      escaped(name), counted.tests, counted.failures, counted.errors, counted.skipped, cases);
}

std::string document(const std::string& suites) {
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n" + suites + "</testsuites>\n";
}

}  // namespace

std::string junit_xml(const Grading& grading) {
  std::string suites;
  for (const SubmissionResult& one : grading.submissions) {
    Counted counted;
    const std::string text = cases(grading, one, one.id, counted);
    suites += suite(one.id, text, counted);
  }
  return document(suites);
}

std::string student_junit_xml(const Grading& grading, const SubmissionResult& result) {
  Counted counted;
  const std::string text = cases(grading, result, "", counted);
  return document(suite(grading.assignment->title, text, counted));
}

}  // namespace lockstep::assignment
