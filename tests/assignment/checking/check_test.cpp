#include "assignment/checking/check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assignment/checking/mutants.hpp"
#include "assignment/judging/execute.hpp"
#include "sim/compiler/compile.hpp"
#include "tests/assignment/made_assignment.hpp"

namespace lockstep::assignment {
namespace {

using testing::HasSubstr;

AssignmentCheck checked(const std::string& tests) {
  const MadeAssignment made(tests);
  CheckOptions options;
  options.run = [](const RunRequest& request) { return execute(request); };
  auto check = check_assignment(made.assignment(), made.folder(), options);
  EXPECT_TRUE(check) << check.error().message;
  return check ? std::move(*check) : AssignmentCheck{};
}

TEST(Mutants, AreManyAndMostCompile) {
  const std::vector<Mutant> mutants = mutants_of({"sum.cl", kRightKernel});
  EXPECT_GT(mutants.size(), 40u);
  std::size_t compiled = 0;
  for (const Mutant& mutant : mutants) {
    EXPECT_NE(mutant.text, kRightKernel) << mutant.words;
    EXPECT_EQ(std::ranges::count(mutant.text, '\n'), std::ranges::count(kRightKernel, '\n')) << mutant.words;
    compiled += sim::language::compile({"sum.cl", mutant.text}, "") ? 1 : 0;
  }
  EXPECT_GT(compiled * 10, mutants.size() * 9);
}

TEST(CheckAssignment, GoodTestsCatchEveryMutantThatChangesSomething) {
  const AssignmentCheck check =
      checked("```test A\n{\"points\": 1, \"n\": [1, 2, 5, 8, 64], \"L\": [4, 16, 32]}\n```\n");
  EXPECT_THAT(check.problems, testing::IsEmpty());
  EXPECT_EQ(check.tasks.front().caught + check.tasks.front().equivalent, check.tasks.front().mutants);
  EXPECT_GT(check.tasks.front().caught, 40u);
}

TEST(CheckAssignment, WhatWeakTestsDoNotCatchIsNamed) {
  const AssignmentCheck check = checked(
      "```test A\n{\"points\": 1, \"n\": [32], \"L\": [4], \"schedules\": \"lockstep\", \"criteria\": "
      "\"result "
      "right\"}\n```\n");
  EXPECT_THAT(check.problems, testing::Contains(HasSubstr("a mistake that loses no points: sum.cl, line")));
}

TEST(CheckAssignment, MutantsMustLosePointsOfABonus) {
  const AssignmentCheck check = checked(
      "```test A\n{\"points\": 1, \"bonus\": true, \"n\": [1, 2, 5, 8, 64], \"L\": [4, 16, 32]}\n```\n");
  EXPECT_THAT(check.problems, testing::IsEmpty());
  EXPECT_GT(check.tasks.front().caught, 40u);
}

TEST(CheckAssignment, AParIsWhatTheReferenceReaches) {
  const std::string test =
      "\n\n```test A\n{\"points\": 1, \"n\": [1, 2, 5, 8, 64], \"L\": [4, 16], \"criteria\": [\"no "
      "finding\", "
      "\"barriers per group <= 4\"]}\n```\n";
  EXPECT_THAT(checked("par: 4" + test).problems, testing::IsEmpty());
  EXPECT_THAT(checked("par: 3" + test).problems,
              testing::ElementsAre(HasSubstr("par is 3, and the reference reaches 4")));
  EXPECT_THAT(checked("par: 3\n\n```test A\n{\"points\": 1, \"n\": 64, \"L\": 4}\n```\n").problems,
              testing::Contains(HasSubstr("the first test compares no counter")));
}

TEST(CheckAssignment, ASolutionIsAFileOrAFolderOfSome) {
  const MadeAssignment made(
      "right: same.cl, folder\nwrong: other, wrong result\nwrong: none, wrong result\n\n```test "
      "A\n{\"points\": 1, "
      "\"n\": [5, 64], \"L\": 4}\n```\n");
  made.write("right/sum-of-a-group/same.cl", kRightKernel);
  made.write("right/sum-of-a-group/folder/sum.cl", right_kernel_with("+=", "-="));
  made.write("wrong/sum-of-a-group/other/sum.cl", right_kernel_with("+=", "-="));
  CheckOptions options;
  options.with_mutants = false;
  options.run = [](const RunRequest& request) { return execute(request); };
  const auto check = check_assignment(made.assignment(), made.folder(), options);
  ASSERT_TRUE(check) << check.error().message;
  EXPECT_EQ(check->tasks.front().solutions, 5u) << "the reference, the skeleton, and three others";
  EXPECT_THAT(check->problems, testing::ElementsAre(HasSubstr("folder does not pass"),
                                                    HasSubstr("wrong/sum-of-a-group/none/ has none")));
}

TEST(CheckAssignment, ASkeletonWithPointsAndAWrongSolutionWithoutItsReasonAreNamed) {
  const AssignmentCheck check = checked(
      "wrong: missing.cl, data race\n\n```test A\n{\"points\": 1, \"n\": 4, \"L\": 4, \"buffers\": "
      "[{\"name\": \"in\", "
      "\"fill\": 0}]}\n```\n");
  EXPECT_THAT(check.problems, testing::Contains(HasSubstr("the skeleton gets 1 points")));
  EXPECT_THAT(check.problems, testing::Contains(HasSubstr("missing.cl")));
}

}  // namespace
}  // namespace lockstep::assignment
