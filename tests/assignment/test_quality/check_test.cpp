#include "assignment/test_quality/check.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assignment/judging/execute.hpp"
#include "assignment/test_quality/mutants.hpp"
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
      "\"no finding of out of bounds\"}\n```\n");
  EXPECT_THAT(check.problems, testing::Contains(HasSubstr("a mistake that loses no points: sum.cl, line")));
}

TEST(CheckAssignment, MutantsMustLosePointsOfABonus) {
  const AssignmentCheck check = checked(
      "```test A\n{\"points\": 1, \"bonus\": true, \"n\": [1, 2, 5, 8, 64], \"L\": [4, 16, 32]}\n```\n");
  EXPECT_THAT(check.problems, testing::IsEmpty());
  EXPECT_GT(check.tasks.front().caught, 40u);
}

// Tasks that are different, each with a mutant that changes nothing: 0 < 2.
TEST(CheckAssignment, MutantsAreTriedWithTheTestsOfTheirTask) {
  constexpr int kTasks = 8;
  std::string pages;
  for (int i = 0; i < kTasks; ++i)
    pages += fmt::format(
        "\n---\n\n# Task {0}\n\nfile: times-{0}.cl\nplan: times.plan.json\n\n```test A\n{{\"points\": 1, "
        "\"n\": {1}, "
        "\"L\": 4}}\n```\n",
        i, 8 + i);
  const MadeAssignment made("```test A\n{\"points\": 1, \"n\": [1, 2, 5, 8, 64], \"L\": [4, 16, 32]}\n```\n" +
                            pages);
  made.write("times.plan.json", R"({"lockstep_plan": 1, "file": "times.cl",
    "buffers": [{"name": "in", "type": "int", "count": "{n}", "fill": "random:{seed}:1..99"},
                {"name": "out", "type": "int", "count": "{n}"}],
    "launches": [{"kernel": "times", "global": "{n}", "local": 1, "arguments": ["in", "out"]}],
    "expect": {"buffer": "out", "values": "solution"}})");
  const std::string head = "kernel void times(global const int* in, global int* out) {";
  for (int i = 0; i < kTasks; ++i) {
    made.write(
        fmt::format("reference/times-{}.cl", i),
        fmt::format("{}\n  int i = get_global_id(0);\n  if (0 < 1) out[i] = {} * in[i];\n}}\n", head, i + 2));
    made.write(fmt::format("skeleton/times-{}.cl", i), head + "}\n");
  }
  CheckOptions options;
  options.run = [](const RunRequest& request) { return execute(request); };
  const auto read = read_assignment(made.folder());
  const auto check = check_assignment(read->assignment, made.folder(), options);
  ASSERT_TRUE(check) << check.error().message;
  EXPECT_THAT(check->problems, testing::IsEmpty());
  for (std::size_t i = 1; i < check->tasks.size(); ++i)
    EXPECT_GT(check->tasks[i].equivalent, 0u) << check->tasks[i].task->title;
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
              testing::Contains(HasSubstr("its first test compares no counter")));
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

TEST(CheckAssignment, ASolutionThatNoLineNamesIsAProblem) {
  const MadeAssignment made(
      "wrong: no-sum.cl, wrong result\n\n```test A\n{\"points\": 1, \"n\": 8, \"L\": 4}\n```\n");
  made.write("wrong/sum-of-a-group/no-sum.cl", right_kernel_with("block[0]", "0"));
  CheckOptions options;
  options.with_mutants = false;
  options.run = [](const RunRequest& request) { return execute(request); };
  EXPECT_THAT(check_assignment(made.assignment(), made.folder(), options)->problems, testing::IsEmpty());
  made.write("wrong/sum-of-a-group/forgotten.cl", "x");
  made.write("right/sum-of-a-group/other/sum.cl", "x");
  made.write("wrong/sum/lost.cl", "x");
  EXPECT_THAT(
      check_assignment(made.assignment(), made.folder(), options)->problems,
      testing::UnorderedElementsAre(testing::HasSubstr("no line \"wrong: forgotten.cl, REASON\""),
                                    testing::HasSubstr("no line \"right: other\""),
                                    testing::HasSubstr("wrong/sum/lost.cl is in the folder of no task")));
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
