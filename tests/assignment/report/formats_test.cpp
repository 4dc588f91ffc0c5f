#include "assignment/report/formats.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "assignment/report/markup.hpp"
#include "assignment/report/pages.hpp"
#include "assignment/report/student_view.hpp"
#include "tests/assignment/made_assignment.hpp"
#include "tests/pattern.hpp"

namespace lockstep::assignment {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* kReportTests =
    "```test Public\n{\"points\": 2, \"n\": [8, 64], \"L\": 4}\n```\n"
    "```test Hidden\n{\"points\": 1, \"n\": 71, \"L\": 8, \"visibility\": \"after due\"}\n```\n"
    "```test Secret\n{\"points\": 1, \"n\": 73, \"L\": 8, \"visibility\": \"never\"}\n```\n";

// Results of one submission, each test in the same state where one is given.
struct MadeGrading {
  MadeAssignment made{kReportTests};
  Grading grading;

  explicit MadeGrading(const std::string& kernel, std::optional<TestState> state = {}) {
    grading.assignment = &made.assignment();
    SubmissionResult& one = grading.submissions.emplace_back();
    one.id = "ada";
    one.shown = "=Ada <Lovelace>";
    one.files = handed_in(kernel);
    one.tasks.push_back(made.judged(kernel));
    for (TestResult& test : one.tasks.front().tests) test.state = state.value_or(test.state);
    add_final_points(made.assignment(), one);
  }
  const SubmissionResult& result() const { return grading.submissions.front(); }
};

std::string all_formats_of_students(const MadeGrading& made) {
  std::string text;
  for (const NamedFormat& format : formats())
    if (format.one != nullptr) text += format.one(made.grading, made.result());
  return text;
}

TEST(StudentFormats, OfAHiddenTestOnlyKindLineAndAnExampleAreSaid) {
  const MadeGrading made(right_kernel_with("i + L < n ? in[i + L] : 0", "0"));
  const std::string text = all_formats_of_students(made);
  EXPECT_THAT(text, HasSubstr("sum.cl:9: Wrong result. An example:"));
  for (const char* hidden : {"n = 71", "n = 73"}) EXPECT_THAT(text, Not(HasSubstr(hidden)));
  const auto seed = made.result().tasks.front().tests[1].failure->which->seed;
  EXPECT_THAT(text, Not(HasSubstr(std::to_string(seed))));
  EXPECT_THAT(grader_json(made.grading), HasSubstr("n = 71"));
}

// They show their report as soon as it is there.
TEST(StudentFormats, PlatformsWithoutVisibilityGetThePublicTestsOnly) {
  const MadeGrading made(right_kernel_with("i + L < n ? in[i + L] : 0", "0"));
  for (auto* const format : {prairielearn_json, autolab_line, vpl_text, coderunner_json}) {
    const std::string text = format(made.grading, made.result());
    EXPECT_THAT(text, HasSubstr("Public"));
    EXPECT_THAT(text, Not(HasSubstr("Hidden")));
    EXPECT_THAT(text, HasSubstr("2 tests more, whose results are not shown now."));
  }
}

TEST(StudentFormats, ATestThatIsNeverShownIsInNoReport) {
  const MadeGrading made(right_kernel_with("i + L < n ? in[i + L] : 0", "0"));
  for (auto* const format :
       {prairielearn_json, autolab_line, vpl_text, coderunner_json, student_text, student_page})
    EXPECT_THAT(format(made.grading, made.result()), Not(HasSubstr("Secret")));
  // Gradescope hides it; readers of JUnit want the same names in every report.
  EXPECT_THAT(gradescope_json(made.grading, made.result()), HasSubstr("\"visibility\": \"hidden\""));
  EXPECT_THAT(student_junit_xml(made.grading, made.result()),
              HasSubstr("Secret\" time=\"0\"><skipped>The result of this test is not shown.</skipped>"));
}

TEST(StudentFormats, WhatHasNotRunIsSaidToRunAfterTheDeadline) {
  MadeGrading made(kRightKernel);
  made.grading.submissions.front().tasks.front().tests.resize(1);
  EXPECT_THAT(student_text(made.grading, made.result()), HasSubstr("Hidden: after the deadline"));
  EXPECT_EQ(student_view(made.grading, made.result()).size(), 3u) << "the same tests in every report";
}

using Words = std::set<std::string>;

void expect_only(const nlohmann::json& object, const Words& known) {
  for (const auto& [key, value] : object.items()) EXPECT_TRUE(known.contains(key)) << key;
}

// https://gradescope-autograders.readthedocs.io/en/latest/specs/#output-format
void expect_gradescope(const nlohmann::json& json) {
  expect_only(json,
              {"score", "execution_time", "output", "output_format", "test_output_format", "test_name_format",
               "visibility", "stdout_visibility", "extra_data", "tests", "leaderboard"});
  const Words formats{"text", "html", "simple_format", "md", "ansi"};
  const Words visibilities{"hidden", "after_due_date", "after_published", "visible"};
  EXPECT_TRUE(json.at("score").is_number());
  EXPECT_TRUE(json.at("output").is_string());
  EXPECT_TRUE(formats.contains(json.at("output_format").get<std::string>()));
  EXPECT_TRUE(json.at("leaderboard").is_array());
  std::set<std::string> names;
  for (const auto& test : json.at("tests")) {
    expect_only(test, {"score", "max_score", "status", "name", "name_format", "number", "output",
                       "output_format", "tags", "visibility", "extra_data"});
    EXPECT_TRUE(names.insert(test.at("name").get<std::string>()).second);
    EXPECT_TRUE(test.at("max_score").is_number());
    EXPECT_TRUE(!test.contains("score") || test.at("score").is_number());
    EXPECT_TRUE(!test.contains("status") || test.at("status") == "passed" || test.at("status") == "failed");
    EXPECT_TRUE(visibilities.contains(test.at("visibility").get<std::string>()));
    EXPECT_TRUE(test.at("number").is_string() && test.at("output").is_string());
    for (const auto& tag : test.at("tags")) EXPECT_TRUE(tag.is_string());
  }
}

// https://prairielearn.readthedocs.io/en/latest/externalGrading/#grading-results
void expect_prairielearn(const nlohmann::json& json) {
  expect_only(json, {"gradable", "score", "message", "output", "images", "tests", "format_errors"});
  EXPECT_TRUE(json.at("gradable").is_boolean());
  EXPECT_TRUE(json.at("score").is_number());
  EXPECT_TRUE(json.at("message").is_string());
  EXPECT_EQ(json.contains("format_errors"), !json.at("gradable").get<bool>());
  for (const auto& one : json.value("format_errors", nlohmann::json::array())) EXPECT_TRUE(one.is_string());
  for (const auto& test : json.at("tests")) {
    expect_only(test, {"name", "description", "points", "max_points", "message", "output", "images"});
    EXPECT_TRUE(test.at("name").is_string() && test.at("message").is_string());
    EXPECT_TRUE(test.at("points").is_number() && test.at("max_points").is_number());
  }
}

std::string last_line_of(std::string text) {
  text.pop_back();  // the newline
  return text.substr(text.rfind('\n') + 1);
}

class FormatsOfStates : public testing::TestWithParam<TestState> {};
TEST_P(FormatsOfStates, AreReadableAndFinite) {
  const MadeGrading made(right_kernel_with("+=", "="), GetParam());
  for (const auto write : {gradescope_json, prairielearn_json, coderunner_json}) {
    const auto json = nlohmann::json::parse(write(made.grading, made.result()));
    EXPECT_THAT(json.dump(), Not(HasSubstr("null")));
  }
  const auto gradescope = nlohmann::json::parse(gradescope_json(made.grading, made.result()));
  EXPECT_EQ(gradescope["tests"][0].contains("score"), GetParam() != TestState::not_graded);
  const auto prairielearn = nlohmann::json::parse(prairielearn_json(made.grading, made.result()));
  EXPECT_GE(prairielearn["score"], 0);
  EXPECT_LE(prairielearn["score"], 1);
  EXPECT_EQ(prairielearn["gradable"], GetParam() != TestState::not_graded &&
                                          GetParam() != TestState::not_gradable &&
                                          GetParam() != TestState::not_handed_in);
  expect_gradescope(gradescope);
  expect_prairielearn(prairielearn);
  const auto autolab = nlohmann::json::parse(last_line_of(autolab_line(made.grading, made.result())));
  ASSERT_EQ(autolab.at("scores").size(), 1u);
  for (const auto& [task, points] : autolab.at("scores").items()) EXPECT_TRUE(points.is_number());
  const std::string grade = last_line_of(vpl_text(made.grading, made.result())), label = "Grade :=>> ";
  ASSERT_THAT(grade, testing::StartsWith(label));
  EXPECT_GT(grade.size(), label.size());
  EXPECT_EQ(grade.find_first_not_of("0123456789.", label.size()), grade.npos) << grade;
  const auto coderunner = nlohmann::json::parse(coderunner_json(made.grading, made.result()));
  EXPECT_GE(coderunner.at("fraction"), 0);
  EXPECT_LE(coderunner.at("fraction"), 1);
  const std::string junit = student_junit_xml(made.grading, made.result());
  EXPECT_THAT(junit, HasSubstr("tests=\"3\""));
  EXPECT_THAT(grades_csv(made.grading), HasSubstr("'=Ada"));
}
INSTANTIATE_TEST_SUITE_P(All, FormatsOfStates,
                         testing::Values(TestState::passed, TestState::failed, TestState::stopped,
                                         TestState::memory, TestState::crash, TestState::not_gradable,
                                         TestState::not_handed_in, TestState::skipped, TestState::not_graded),
                         [](const auto& it) {
                           std::string text(name(it.param));
                           std::ranges::replace(text, ' ', '_');
                           return text;
                         });

TEST(StudentFormats, ACompilersMessageKeepsItsLinesAndNothingIsAddedToThem) {
  const MadeGrading made(right_kernel_with("block[0]", "blocked[0]"));
  const std::string page = student_page(made.grading, made.result());
  const std::size_t begin = page.find("<pre class=\"message\">"), end = page.find("</pre>", begin);
  ASSERT_NE(begin, page.npos);
  const std::string message = page.substr(begin, end - begin);
  EXPECT_THAT(message, ContainsPattern("error: .*\n.*blocked.*\n *\\^"));
  EXPECT_THAT(message, Not(HasSubstr("The case is")));
  const std::string text = vpl_text(made.grading, made.result());
  EXPECT_THAT(text, Not(ContainsPattern("sum.cl:[0-9]+:[0-9]+: sum.cl")));
  EXPECT_THAT(grader_page(made.grading), Not(HasSubstr("The student sees")));
}

TEST(StudentFormats, WhatACriterionDemandsIsSaidInWords) {
  MadeGrading made(kRightKernel);
  TestResult& hidden = made.grading.submissions.front().tasks.front().tests[1];
  hidden.state = TestState::failed;
  hidden.failure = Failure{"W",
                           "\"W <= 71\" does not hold: W is 384.",
                           {},
                           {},
                           "W (operations) is 384.",
                           "Too much: W (operations)."};
  EXPECT_THAT(student_text(made.grading, made.result()), HasSubstr("Too much: W (operations)."));
  hidden.example = Failure{"wrong result", "the sum lacks one: x1 is missing", {}, {}};
  EXPECT_THAT(student_text(made.grading, made.result()),
              HasSubstr("x0, x1 … are the elements of the input."));
}

TEST(StudentFormats, ExtraPointsThatNobodyTriedToGetAreNoFailure) {
  MadeGrading made(kRightKernel, TestState::not_handed_in);
  EXPECT_THAT(student_page(made.grading, made.result()),
              HasSubstr("<td class=\"state other\">not handed in"));
  const MadeAssignment bonus("```test More\n{\"points\": 2, \"bonus\": true, \"n\": 8, \"L\": 4}\n```\n");
  Grading grading;
  grading.assignment = &bonus.assignment();
  SubmissionResult& one = grading.submissions.emplace_back();
  one.tasks.push_back(bonus.judged(std::vector<SourceText>{}));
  EXPECT_THAT(student_page(grading, one), HasSubstr("<td class=\"state none\">not handed in"));
  EXPECT_THAT(student_junit_xml(grading, one), HasSubstr("<skipped"));
  EXPECT_FALSE(nlohmann::json::parse(gradescope_json(grading, one))["tests"][0].contains("status"));
}

TEST(GraderJson, PointsAreRounded) {
  MadeGrading made(kRightKernel);
  made.grading.submissions.front().final_points = 15.5 * 0.9;
  EXPECT_THAT(grader_json(made.grading), HasSubstr("\"points\": 13.95,"));
}

TEST(Gradescope, WhatIsShownAtOnceDoesNotTellThePointsOfHiddenTests) {
  const MadeGrading made(kRightKernel);
  const auto json = nlohmann::json::parse(gradescope_json(made.grading, made.result()));
  EXPECT_EQ(json["output"], "2 of 2 points in the tests that are shown at once");
}

TEST(Gradescope, SimulatedStepsAreNoSeconds) {
  const MadeGrading made(kRightKernel);
  const auto json = nlohmann::json::parse(gradescope_json(made.grading, made.result()));
  EXPECT_FALSE(json.contains("execution_time"));
  EXPECT_EQ(json["extra_data"]["simulated_steps"], made.result().public_steps());
}

TEST(PrairieLearn, ALongMessageHasLinesThatFitIntoThePage) {
  const MadeGrading made(right_kernel_with("+=", "="));
  const auto json = nlohmann::json::parse(prairielearn_json(made.grading, made.result()));
  const auto message = json["tests"][0]["message"].get<std::string>();
  EXPECT_GT(std::ranges::count(message, '\n'), 0) << message;
  for (std::size_t begin = 0; begin < message.size();) {
    const std::size_t end = std::min(message.find('\n', begin), message.size());
    EXPECT_LE(end - begin, 97u) << message;
    begin = end + 1;
  }
}

TEST(GraderPage, WithoutASecretItSaysThatInputsAreKnown) {
  MadeGrading made(kRightKernel);
  EXPECT_THAT(grader_page(made.grading), HasSubstr("no secret"));
  EXPECT_THAT(grader_page(made.grading), HasSubstr("can compute the inputs of the hidden tests"));
  made.grading.has_secret = true;
  EXPECT_THAT(grader_page(made.grading), Not(HasSubstr("can compute")));
}

TEST(GraderPage, TheOverviewHasTasksDaysLateAndWhatToLookAt) {
  MadeGrading made(kRightKernel);
  made.grading.submissions.front().days_late = 3;
  made.grading.submissions.front().choices = {"b.cl was graded as sum.cl."};
  const std::string page = grader_page(made.grading);
  EXPECT_THAT(page, HasSubstr("<th>Sum of a group</th>"));
  EXPECT_THAT(page, HasSubstr("<td class=\"points\">3</td>"));
  EXPECT_THAT(page, HasSubstr("To look at"));
  EXPECT_THAT(page, HasSubstr("<h3>Sum of a group: 4 of 4</h3>"));
  EXPECT_THAT(table_text(made.grading), HasSubstr("days late"));
}

TEST(StudentFormats, TextsOfStudentsAreEscaped) {
  const MadeGrading made("kernel void sum( /* <script>alert(1)</script> */");
  EXPECT_THAT(student_page(made.grading, made.result()), Not(HasSubstr("<script")));
  EXPECT_THAT(grader_page(made.grading), Not(HasSubstr("<Lovelace>")));
}

TEST(Markup, WhatXmlDoesNotHaveIsReplaced) {
  EXPECT_EQ(escaped("a<b & \"c\"\x01\n"), "a&lt;b &amp; &quot;c&quot;\xEF\xBF\xBD\n");
  EXPECT_EQ(escaped("\xC3\xA4 \xE2\x82\xAC \xF0\x9F\x98\x80"), "\xC3\xA4 \xE2\x82\xAC \xF0\x9F\x98\x80");
  for (const char* broken : {"\xC3", "\xC0\x80", "\xED\xA0\x80", "\xF5\x80\x80\x80", "\xEF\xBF\xBF"})
    EXPECT_THAT(escaped(broken), HasSubstr("\xEF\xBF\xBD")) << broken;
}

}  // namespace
}  // namespace lockstep::assignment
