#include "assignment/grading/grade.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assignment/dates/times.hpp"
#include "assignment/grading/compare.hpp"
#include "assignment/grading/overrides.hpp"
#include "assignment/report/formats.hpp"
#include "tests/assignment/made_assignment.hpp"
#include "tests/assignment/worker_options.hpp"

namespace lockstep::assignment {
namespace {

using testing::HasSubstr;

constexpr const char* kGradedTests = "```test A\n{\"points\": 4, \"n\": [4, 8], \"L\": 4}\n```\n";

HandedIn of(const std::string& id, const std::string& kernel, std::string handed_in_at = "") {
  HandedIn one;
  one.id = one.submitter = one.shown = id;
  one.files = handed_in(kernel);
  one.handed_in = parse_time(handed_in_at);
  return one;
}

Grading graded(const MadeAssignment& made, const std::vector<HandedIn>& submissions,
               Attempts attempts = Attempts::all) {
  GradeOptions options;
  options.jobs = 3;
  options.attempts = attempts;
  options.worker = own_worker();
  auto grading = grade(made.assignment(), made.folder(), submissions, options);
  EXPECT_TRUE(grading) << grading.error().message;
  return grading ? std::move(*grading) : Grading();
}

TEST(Grade, EachSubmissionHasItsPointsFromAConfinedWorker) {
  const MadeAssignment made(kGradedTests);
  const Grading grading = graded(made, {of("ada", kRightKernel), of("bob", right_kernel_with("+=", "="))});
  ASSERT_EQ(grading.submissions.size(), 2u);
  EXPECT_EQ(grading.submissions[0].final_points, 4);
  EXPECT_EQ(grading.submissions[1].final_points, 0);
  EXPECT_FALSE(grading.confinement.empty());
}

TEST(Grade, LateSubmissionsLosePointsByTheRuleAndExtensionsPostponeIt) {
  const MadeAssignment made(kGradedTests, "due: 2026-12-01 12:00\nlate: 25 % a day, at most 2 days\n");
  std::vector<HandedIn> submissions{
      of("early", kRightKernel, "2026-12-01 12:00"), of("late", kRightKernel, "2026-12-01 12:01"),
      of("two", kRightKernel, "2026-12-03 12:00"),   of("never", kRightKernel, "2026-12-03 12:01"),
      of("ill", kRightKernel, "2026-12-05 12:00"),   of("unknown", kRightKernel)};
  ASSERT_TRUE(add_extensions("submission,due\nill,2026-12-06\n", submissions));
  EXPECT_THAT(add_extensions("submission,due\nill,soon\n", submissions).error().message, HasSubstr("line 2"));
  std::vector<double> points;
  for (const SubmissionResult& one : graded(made, submissions).submissions)
    points.push_back(one.final_points);
  EXPECT_THAT(points, testing::ElementsAre(4, 3, 2, 0, 4, 4));
}

TEST(Grade, OfSeveralAttemptsTheBestCanCount) {
  const MadeAssignment made(kGradedTests);
  HandedIn first = of("ada-1", kRightKernel), second = of("ada-2", right_kernel_with("+=", "="));
  first.submitter = second.submitter = "ada";
  const Grading best = graded(made, {first, second}, Attempts::best);
  ASSERT_EQ(best.submissions.size(), 1u);
  EXPECT_EQ(best.submissions[0].id, "ada-1");
}

TEST(Grade, AnAttemptThatIsNotGradedCouldBeTheBest) {
  const MadeAssignment made(kGradedTests);
  const Grading all = graded(made, {of("ada", kRightKernel), of("ada", right_kernel_with("+=", "="))});
  SubmissionResult lost = all.submissions[1];
  lost.id = "lost";
  lost.tasks[0].tests[0].state = TestState::not_graded;
  EXPECT_EQ(best_attempts({lost, all.submissions[0]}).front().id, "lost");
  EXPECT_EQ(best_attempts({all.submissions[0], lost}).front().id, "lost");
  EXPECT_EQ(best_attempts({all.submissions[1], all.submissions[0]}).front().final_points, 4);
}

TEST(Grade, WhatCannotBeReadHasAllItsTests) {
  const MadeAssignment made(kGradedTests);
  HandedIn broken = of("bomb", "");
  broken.files.clear();
  broken.problem = "The archive is too large.";
  const Grading grading = graded(made, {broken});
  EXPECT_EQ(grading.submissions[0].tasks[0].tests[0].state, TestState::not_gradable);
  EXPECT_THAT(student_text(grading, grading.submissions[0]), HasSubstr("The archive is too large."));
}

TEST(Grade, PointsOfAPersonReplaceThoseThatWereFound) {
  const MadeAssignment made(kGradedTests);
  Grading grading = graded(made, {of("ada", kRightKernel), of("bob", kRightKernel)});
  ASSERT_TRUE(add_overrides(
      "submission,task,points,reason\nada,,1.5,\"copied, admitted\"\nbob,sum-of-a-group,2,slow\n", grading));
  EXPECT_EQ(grading.submissions[0].final_points, 1.5);
  EXPECT_EQ(grading.submissions[1].final_points, 2);
  EXPECT_THAT(student_text(grading, grading.submissions[0]), HasSubstr("copied, admitted"));
  EXPECT_THAT(add_overrides("submission,task,points,reason\neve,,1,x\n", grading).error().message,
              HasSubstr("line 2"));
}

TEST(Grade, GradingsAreCompared) {
  const MadeAssignment made(kGradedTests);
  const std::string before =
      grader_json(graded(made, {of("ada", right_kernel_with("+=", "=")), of("bob", kRightKernel)}));
  const std::string now = grader_json(graded(made, {of("ada", kRightKernel), of("eve", kRightKernel)}));
  EXPECT_EQ(compare_gradings(before, before), "");
  const std::string changes = *compare_gradings(before, now);
  EXPECT_THAT(changes, HasSubstr("ada: 0 points, now 4: Sum of a group: A was failed and is passed"));
  EXPECT_THAT(changes, HasSubstr("eve: new"));
  EXPECT_THAT(changes, HasSubstr("bob: 4 points, no longer there"));
}

// A table that is not applied in full is an error: points would be wrong without a word.
TEST(Grade, ARowOfATableThatFitsNothingIsAnErrorWithTheNearestName) {
  const MadeAssignment made(kGradedTests);
  HandedIn ada = of("Ada_Lovelace_12345", kRightKernel);
  ada.shown = "Ada Lovelace";
  ada.original = "Ada Lovelace_12345_assignsubmission_file_";
  std::vector<HandedIn> submissions{ada, of("bob", kRightKernel)};
  EXPECT_THAT(
      add_extensions("submission,due\nAda Lovelase,2026-12-01\n", submissions).error().message,
      HasSubstr("line 2: there is no submission \"Ada Lovelase\"; the nearest name is \"Ada Lovelace\""));
  for (const char* name : {"Ada_Lovelace_12345", "Ada Lovelace", "ada lovelace", "12345", "Participant 12345",
                           "Ada Lovelace_12345_assignsubmission_file_"}) {
    submissions[0].due.reset();
    EXPECT_TRUE(add_extensions(std::string("submission,due\n") + name + ",2026-12-01\n", submissions))
        << name;
    EXPECT_TRUE(submissions[0].due) << name;
    Grading grading = ungraded(made.assignment(), submissions);
    EXPECT_TRUE(add_overrides(std::string("submission,task,points,reason\n") + name + ",Sum of a group,1,x\n",
                              grading))
        << name;
  }
  Grading grading = ungraded(made.assignment(), submissions);
  for (const auto& [row, words] :
       {std::pair("bobb,,1,x", "the nearest name is \"bob\""), std::pair("bob,Sum,1,x", "did you mean"),
        std::pair("bob,,5,x", "must have 0 to 4 points, not 5"),
        std::pair("bob,sum-of-a-group,-1,x", "must have 0 to 4 points, not -1")})
    EXPECT_THAT(
        add_overrides(std::string("submission,task,points,reason\n") + row + "\n", grading).error().message,
        testing::AllOf(HasSubstr("line 2"), HasSubstr(words)));
  EXPECT_TRUE(add_overrides("submission;task;points;reason\nbob;;2,5;x\n", grading));
  EXPECT_EQ(grading.submissions[1].final_points, 2.5);
}

TEST(Grade, LatenessAndPointsOfAPersonAreReasonsOfAComparison) {
  const MadeAssignment made(kGradedTests, "due: 2026-12-01 12:00\nlate: 25 % a day\n");
  Grading grading = graded(made, {of("ada", kRightKernel, "2026-12-01 11:00"), of("bob", kRightKernel)});
  const std::string before = grader_json(grading);
  grading.submissions[0].handed_in = parse_time("2026-12-01 12:01");
  ASSERT_TRUE(add_overrides("submission,task,points,reason\nbob,Sum of a group,1,copied\n", grading));
  const std::string changes = *compare_gradings(before, grader_json(grading));
  EXPECT_THAT(changes, HasSubstr("ada: 4 points, now 3: it was submitted in time and is now 1 day late"));
  EXPECT_THAT(changes, HasSubstr("bob: 4 points, now 1: Sum of a group: now set manually"));
}

TEST(Grade, WhatAPersonShouldLookAtIsListed) {
  const MadeAssignment made(kGradedTests);
  HandedIn other = of("eve", "");
  other.files = {{"sum.cu", "kernel"}, {"readme.txt", "text"}};
  HandedIn unread = of("max", "");
  unread.files.clear();
  unread.is_empty = true;
  unread.problem = "There is no text file in this submission.";
  unread.notes = {"sum.tar.gz is an archive within the submission and was not opened."};
  const Grading grading = graded(made, {of("ada", kRightKernel), other, unread});
  EXPECT_THAT(grading.submissions[0].doubts(), testing::IsEmpty());
  EXPECT_THAT(grading.submissions[1].doubts(), testing::ElementsAre(HasSubstr("requires OpenCL C")));
  EXPECT_THAT(grading.submissions[2].doubts(), testing::Contains(HasSubstr("sum.tar.gz")));
  EXPECT_EQ(grading.submissions[2].tasks[0].tests[0].state, TestState::not_handed_in);
  EXPECT_THAT(table_text(grading),
              HasSubstr("Please look at:\n  eve: Sum of a group: There is no file sum.cl"));
}

}  // namespace
}  // namespace lockstep::assignment
