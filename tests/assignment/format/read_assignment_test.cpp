#include "assignment/format/read_assignment.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "assignment/dates/times.hpp"
#include "tests/assignment/made_assignment.hpp"

namespace lockstep::assignment {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string faults_of(const std::string& tests, const std::string& first_page = "") {
  const MadeAssignment made(tests, first_page);
  std::string text;
  for (const TextFault& fault : made.faults()) text += fault_text("assignment.md", fault) + "\n";
  return text;
}

TEST(ReadAssignment, ATestHasItsFieldsAndItsLaunchTheOthers) {
  const MadeAssignment made(
      "hint: 0.5: Who still adds?\nwrong: racy.cl, data race\n\n```test Small sizes\n{\"points\": 2, \"n\": "
      "[1, 2], "
      "\"L\": 4, \"visibility\": \"after due\", \"criteria\": [\"no finding\", \"barriers <= 2 log L + 1\"], "
      "\"options\": \"-D A\"}\n```\n\n```test Large\n{\"points\": 1, \"bonus\": true, \"needs\": [\"Small "
      "sizes\"]}\n```\n",
      "due: 2026-12-01 23:59 +0100\nlate: 10 % a day, at most 3 days\npoints: 2\n");
  ASSERT_THAT(made.faults(), testing::IsEmpty());
  const Assignment& it = made.assignment();
  EXPECT_EQ(it.title, "Sums");
  EXPECT_EQ(it.due, parse_time("2026-12-01T22:59:59Z"));
  EXPECT_EQ(it.late.days, 3u);
  EXPECT_EQ(it.points(), 2);
  EXPECT_EQ(it.bonus(), 1);
  const Task& task = made.task();
  EXPECT_EQ(task.name, "sum-of-a-group");
  EXPECT_EQ(task.hints.front().price, 0.5);
  EXPECT_EQ(task.wrong.front().reason, "data race");
  const auto& test = task.tests.front();
  EXPECT_EQ(test.name, "small-sizes");
  EXPECT_THAT(test.lists.n, ElementsAre(1, 2));
  EXPECT_EQ(test.visibility, Visibility::after_due);
  EXPECT_EQ(test.criteria[0].kind, Criterion::Kind::no_finding) << "the cause comes first";
  EXPECT_EQ(test.criteria[1].kind, Criterion::Kind::right_result) << "it is always asked for";
  EXPECT_EQ(test.criteria.size(), 3u);
  EXPECT_EQ(test.launch, R"({"options":"-D A"})");
  EXPECT_THAT(task.tests.back().needs, ElementsAre("small-sizes"));
}

TEST(ReadAssignment, MistakesNameTheirPlacesAndCures) {
  EXPECT_THAT(faults_of("```test A\n{\"points\": 1,}\n```\n"), HasSubstr("This is not JSON"));
  EXPECT_THAT(faults_of("```test A\n{\"points\": -1}\n```\n"), HasSubstr("\"points\" is -1"));
  EXPECT_THAT(faults_of("```test A\n{\"criteria\": \"fast\"}\n```\n"),
              HasSubstr("\"fast\" is not a criterion"));
  EXPECT_THAT(faults_of("```test A\n{\"criteria\": \"no finding of rays\"}\n```\n"),
              HasSubstr("the known kinds are data race"));
  EXPECT_THAT(faults_of("```test A\n{\"criteria\": \"swims < 3\"}\n```\n"),
              HasSubstr("\"swims\" is not the name"));
  EXPECT_THAT(faults_of("```test A\n{}\n```\n```test A\n{}\n```\n"), HasSubstr("Two tests"));
  EXPECT_THAT(faults_of("```test A\n{\"needs\": \"B\"}\n```\n"), HasSubstr("not a test above it"));
  EXPECT_THAT(faults_of("points: 3\n\n```test A\n{\"points\": 1}\n```\n"), HasSubstr("states 3 points"));
  EXPECT_THAT(faults_of("Text only.\n"), HasSubstr("has no test"));
  EXPECT_THAT(faults_of("hint: look\n\n```test A\n{}\n```\n"), HasSubstr("price"));
  EXPECT_THAT(faults_of("fyle: a.cl\n\n```test A\n{}\n```\n"), HasSubstr("Did you mean \"file:\"?"));
  EXPECT_THAT(faults_of("plan: ../x.json\n\n```test A\n{}\n```\n"), HasSubstr(".."));
  EXPECT_THAT(faults_of("```test A\n{}\n```\n", "due: tomorrow\n"), HasSubstr("not a time"));
  EXPECT_THAT(faults_of("```test A\n{}\n```\n", "late: a lot\n"), HasSubstr("rule for late"));
}

TEST(ReadAssignment, AMistakeOfATestNamesItsLineAndWhatIsMeantAndNothingElse) {
  struct Mistake {
    const char *test, *words, *cure;
  };
  for (const Mistake& mistake :
       {Mistake{"{\"points\": 1,\n \"divide\": true}", "\"divide\" is not a field", "\"divided\""},
        Mistake{"{\"points\": 1,\n \"lauches\": []}", "\"lauches\" is not a field", "\"launches\""},
        Mistake{"{\"points\": 1,\n \"visibility\": \"hidden\"}", "\"after publication\" or \"never\"", ""},
        Mistake{"{\"points\": 1,\n n: 5}", "This is not JSON", ""}}) {
    const MadeAssignment made(std::string("points: 4\n\n```test A\n") + mistake.test + "\n```\n",
                              "points: 4\n");
    ASSERT_EQ(made.faults().size(), 1u) << mistake.test << ": " << made.faults().back().what;
    const TextFault& fault = made.faults().front();
    std::istringstream lines(made.assignment().text);
    std::string line;
    for (std::uint32_t i = 0; i < fault.place.line; ++i) std::getline(lines, line);
    EXPECT_EQ(std::string(mistake.test).find(line.substr(0, 5)), std::string(mistake.test).find('\n') + 1)
        << line;
    EXPECT_THAT(fault.what, testing::HasSubstr(mistake.words));
    EXPECT_THAT(fault.cure, testing::HasSubstr(mistake.cure));
  }
}

TEST(ReadAssignment, AMissingPlanIsSaidInASentenceWithOneFullStop) {
  const MadeAssignment made("plan: missing.plan.json\n\n```test A\n{\"points\": 1}\n```\n");
  ASSERT_EQ(made.faults().size(), 1u);
  EXPECT_THAT(made.faults()[0].what, testing::Not(testing::HasSubstr("..")));
}

TEST(ReadAssignment, UsualSizesReachAroundGroupsAndTwoLevels) {
  EXPECT_THAT(usual_sizes(32), ElementsAre(1, 2, 31, 32, 33, 65, 96, 97, 127, 128, 129, 2049));
}

}  // namespace
}  // namespace lockstep::assignment
