#include "assignment/judging/judge.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "assignment/judging/execute.hpp"
#include "assignment/judging/expected.hpp"
#include "tests/assignment/made_assignment.hpp"

namespace lockstep::assignment {
namespace {

using testing::HasSubstr;

constexpr const char* kTests =
    "```test Sizes\n{\"points\": 2, \"n\": [1, 7, 64, 192], \"L\": 16}\n```\n"
    "```test Counters\n{\"points\": 1, \"n\": 512, \"L\": 64, \"schedules\": \"lockstep\", \"visibility\": "
    "\"after due\", "
    "\"criteria\": [\"T <= 2 log n\", \"uses local memory\", \"barriers per group <= log L\", \"transactions "
    "<= 1.1 "
    "reference\"]}\n```\n";

// The state, kind and line of the first test.
struct Wrong {
  const char *name, *from, *to;
  TestState state;
  const char* kind;
  std::uint32_t line;
};

class WrongKernels : public testing::TestWithParam<Wrong> {};
TEST_P(WrongKernels, LosePointsForTheirReasonAtTheirLine) {
  const MadeAssignment made(kTests);
  const TaskResult result = made.judged(right_kernel_with(GetParam().from, GetParam().to), false);
  const TestResult& test = result.tests.front();
  EXPECT_EQ(test.state, GetParam().state);
  EXPECT_EQ(test.points, 0);
  ASSERT_TRUE(test.failure);
  EXPECT_EQ(test.failure->kind, GetParam().kind) << test.failure->reason;
  EXPECT_EQ(test.failure->place.line, GetParam().line) << test.failure->reason;
  EXPECT_EQ(test.failure->place.file, GetParam().line == 0 ? "" : "sum.cl");
}
INSTANTIATE_TEST_SUITE_P(
    All, WrongKernels,
    testing::Values(
        Wrong{"Half", " + (i + L < n ? in[i + L] : 0)", "", TestState::failed, "wrong result", 9},
        Wrong{"Barrier", "barrier(CLK_LOCAL_MEM_FENCE);", "", TestState::failed, "data race", 4},
        Wrong{"Bound", "i < n ? in[i]", "true ? in[i]", TestState::failed, "out of bounds", 4},
        Wrong{"Endless", "s /= 2", "s /= 1", TestState::stopped, "does not end", 5},
        Wrong{"Syntax", "if (t < s)", "if (t < s", TestState::not_gradable, "does not compile", 7},
        Wrong{"Name", "void sum", "void other", TestState::not_gradable, "does not compile", 0},
        Wrong{"Constant", "= block[0]", "= 0", TestState::failed, "wrong result", 9},
        Wrong{"Unwritten", "if (t == 0) out", "if (t == 99) out", TestState::failed, "wrong result", 1}),
    [](const auto& it) { return it.param.name; });

TEST(Judge, ARightKernelHasAllPoints) {
  const MadeAssignment made(kTests);
  const TaskResult result = made.judged(kRightKernel);
  EXPECT_EQ(result.points, 3);
  EXPECT_TRUE(result.has_all_points());
}

TEST(Judge, CountersAreComparedWithFormulasAndTheReference) {
  const MadeAssignment made(kTests);
  const TaskResult serial = made.judged(
      "kernel void sum(global const int* in, global int* out, uint n, local int* block) {\n  int s = 0;\n  "
      "uint b = "
      "get_group_id(0) * 2 * get_local_size(0);\n  if (get_local_id(0) == 0) {\n    for (uint i = b; i < b + "
      "2 * "
      "get_local_size(0) && i < n; ++i) s += in[i];\n    out[get_group_id(0)] = s;\n  }\n}\n");
  EXPECT_TRUE(serial.tests[0].is_passed());
  ASSERT_TRUE(serial.tests[1].failure);
  EXPECT_EQ(serial.tests[1].failure->kind, "T") << serial.tests[1].failure->reason;
  EXPECT_THAT(serial.tests[1].failure->reason, HasSubstr("\"T <= 2 log n\" does not hold: T is"));
}

TEST(Judge, ACounterThatIsTooHighNamesTheLineWithMost) {
  const MadeAssignment made(
      "```test A\n{\"points\": 1, \"n\": 128, \"L\": 64, \"criteria\": \"bank conflicts = 0\"}\n```\n");
  const std::string interleaved = right_kernel_with(
      "for (uint s = L / 2; s > 0; s /= 2) {\n    barrier(CLK_LOCAL_MEM_FENCE);\n    if (t < s) block[t] += "
      "block[t + s];",
      "for (uint s = 1; s < L; s *= 2) {\n    barrier(CLK_LOCAL_MEM_FENCE);\n    if (2 * s * t < L) block[2 "
      "* s * t] += "
      "block[2 * s * t + s];");
  const TaskResult result = made.judged(interleaved, false);
  ASSERT_TRUE(result.tests[0].failure);
  EXPECT_EQ(result.tests[0].failure->kind, "bank conflicts");
  EXPECT_EQ(result.tests[0].failure->place.line, 7u);
}

TEST(Judge, AnExampleIsSmallAndFailsForTheSameReason) {
  const MadeAssignment made(kTests);
  const TaskResult result = made.judged(right_kernel_with("t < s", "t < s - 1"));
  const TestResult& hidden = result.tests[1];
  ASSERT_TRUE(hidden.example);
  EXPECT_EQ(hidden.example->kind, hidden.failure->kind);
  EXPECT_LE(hidden.example->which->n, 200u);
  EXPECT_NE(hidden.example->which->seed, hidden.failure->which->seed) << "the hidden seed";
}

// Sizes that are no multiple of 4 fail at the load, those above 60 at the store.
TEST(Judge, AnExampleFailsAtTheSameLine) {
  const MadeAssignment made(
      "```test A\n{\"points\": 1, \"n\": [64], \"L\": 4, \"visibility\": \"after due\"}\n```\n");
  std::string kernel = right_kernel_with("= block[0]", "= n > 60 ? 7 : block[0]");
  kernel.insert(kernel.find("barrier"), "if (n % 4 != 0) block[t] = 5;\n");
  const TaskResult result = made.judged(kernel);
  ASSERT_TRUE(result.tests[0].failure);
  ASSERT_TRUE(result.tests[0].example);
  EXPECT_TRUE(result.tests[0].failure->place.is_known());
  EXPECT_EQ(result.tests[0].example->place.line, result.tests[0].failure->place.line);
}

// What the launches do not depend on is not said: a maximum is no sum.
TEST(Judge, ACaseNamesOnlyWhatItsTestDependsOn) {
  const MadeAssignment made("```test A\n{\"points\": 1, \"n\": [64], \"L\": 4}\n```\n");
  const auto text = [&](const assignment::Test& test) {
    return cases_of(made.task(), test, std::string(kPublicSecret))->front().text();
  };
  assignment::Test test = made.task().tests[0];
  EXPECT_THAT(text(test), HasSubstr("L = 4, int, seed"));
  test.lists.operators = {"max"};
  EXPECT_THAT(text(test), HasSubstr("L = 4, int, max, seed"));
}

TEST(Judge, HiddenSeedsComeFromTheSecretAndPublicOnesDoNot) {
  const MadeAssignment made(kTests);
  const auto seed = [&](std::size_t test, const std::string& secret) {
    return cases_of(made.task(), made.task().tests[test], secret)->front().seed;
  };
  EXPECT_NE(seed(1, "a"), seed(1, "b"));
  EXPECT_EQ(seed(1, "a"), seed(1, "a"));
}

TEST(Judge, ExamplesOfATestForPowersOfTwoArePowersOfTwo) {
  const MadeAssignment made(
      "```test A\n{\"points\": 1, \"n\": [4, 64, 256], \"L\": 4, \"visibility\": \"after due\"}\n```\n");
  // Right for all sizes but those above 12: 13 would be the smallest example.
  const TaskResult result = made.judged(right_kernel_with("= block[0]", "= n > 12 ? 0 : block[0]"));
  ASSERT_TRUE(result.tests[0].example);
  EXPECT_EQ(result.tests[0].example->which->n, 16u);
}

TEST(Judge, TheSolutionOfTheReferenceCanBeExpected) {
  const MadeAssignment made(
      "```test A\n{\"points\": 1, \"n\": [5, 64], \"L\": 4, \"type\": \"float\", \"expect\": {\"buffer\": "
      "\"out\", \"values\": \"solution\"}, \"options\": \"-D int=float\"}\n```\n");
  EXPECT_TRUE(made.judged(kRightKernel).has_all_points());
  const TaskResult wrong = made.judged(right_kernel_with("+=", "-="));
  ASSERT_TRUE(wrong.tests[0].failure);
  EXPECT_EQ(wrong.tests[0].failure->kind, "wrong result");
  EXPECT_EQ(wrong.tests[0].failure->place.line, 7u) << wrong.tests[0].failure->reason;
}

TEST(Judge, AnotherOrderOfAdditionsIsAsRightAsThatOfTheReference) {
  const MadeAssignment made(
      "```test A\n{\"points\": 1, \"n\": 4096, \"L\": 32, \"type\": \"float\", \"expect\": {\"buffer\": "
      "\"out\", \"values\": \"solution\"}, \"options\": \"-D int=float\"}\n```\n");
  const std::string sum = "int sum = 0; for (uint k = i - t; k < i - t + 2 * L; ++k) sum += in[k]; ";
  EXPECT_TRUE(made.judged(right_kernel_with("if (t == 0) out[get_group_id(0)] = block[0]",
                                            sum + "if (t == 0) out[get_group_id(0)] = sum"))
                  .has_all_points());
  EXPECT_FALSE(made.judged(right_kernel_with("= block[0]", "= block[0] + 0.01f")).has_all_points());
}

TEST(Judge, WhatASolutionReachesIsTheGreatestOfAllCases) {
  const MadeAssignment made(
      "```test A\n{\"points\": 1, \"n\": [64, 8], \"L\": 4, \"criteria\": [\"no finding\", \"work-groups < "
      "100\", "
      "\"barriers < 1000\"]}\n```\n"
      "```test B\n{\"points\": 1, \"n\": 8, \"L\": 4}\n```\n");
  const TaskResult result = made.judged(kRightKernel);
  EXPECT_EQ(result.tests[0].reached, 8);
  EXPECT_EQ(result.tests[1].reached, std::nullopt);
}

TEST(Judge, ATestThatNeedsAnotherIsSkipped) {
  const MadeAssignment made(
      "```test A\n{\"points\": 1, \"n\": 8, \"L\": 4}\n```\n```test B\n{\"points\": 1, \"n\": 9, \"L\": 4, "
      "\"needs\": \"A\"}\n```\n");
  const TaskResult result = made.judged(right_kernel_with("+=", "="));
  EXPECT_EQ(result.tests[1].state, TestState::skipped);
  EXPECT_EQ(result.points, 0);
}

TEST(Judge, PointsCanBeDividedDeductedAndExtra) {
  const MadeAssignment made(
      "```test Divided\n{\"points\": 4, \"n\": [1, 2, 3, 4], \"L\": 4, \"divided\": true, \"seeds\": 5, "
      "\"schedules\": "
      "\"lockstep\"}\n```\n"
      "```test Clean\n{\"points\": 0, \"deduct\": 1, \"n\": 4, \"L\": 4}\n```\n"
      "```test Extra\n{\"points\": 2, \"bonus\": true, \"n\": 1, \"L\": 2}\n```\n");
  const TaskResult wrong = made.judged(right_kernel_with("i < n ? in[i]", "i < n && i != 3 ? in[i]"));
  EXPECT_EQ(wrong.tests[0].passed_cases, 3u);
  EXPECT_EQ(wrong.tests[0].points, 3);
  EXPECT_EQ(wrong.points, 2) << "one point is deducted";
  EXPECT_EQ(wrong.bonus, 2);
}

TEST(Judge, AnIncludedFileIsOneOfTheSubmissionOnly) {
  const MadeAssignment made("```test A\n{\"points\": 1, \"n\": 8, \"L\": 4}\n```\n");
  const std::string with_header = "#include \"own.h\"\n" + right_kernel_with("/= 2", "/= TWO");
  EXPECT_TRUE(made.judged({{"sum.cl", with_header}, {"own.h", "#define TWO 2\n"}}).has_all_points());
  for (const std::string path : {"/etc/passwd", "../hidden.h", "reference/sum.cl"}) {
    const TaskResult result = made.judged("#include \"" + path + "\"\n" + kRightKernel);
    ASSERT_TRUE(result.tests[0].failure) << path;
    EXPECT_EQ(result.tests[0].state, TestState::not_gradable) << path;
    EXPECT_THAT(result.tests[0].failure->reason, testing::Not(HasSubstr("root"))) << path;
  }
}

TEST(Judge, ALostRunIsNotGraded) {
  const MadeAssignment made(kTests);
  Judge judge(made.assignment(), made.folder(), "");
  const auto result =
      judge.judge(made.task(), handed_in(kRightKernel), [](const RunRequest&) { return RunAnswer{}; }, {});
  ASSERT_TRUE(result);
  EXPECT_FALSE(result->is_graded());
  EXPECT_EQ(result->tests[0].state, TestState::not_graded);
}

TEST(Judge, AMistakeInThePlanIsAProblemOfTheAssignment) {
  const MadeAssignment made("```test A\n{\"points\": 1, \"launches\": []}\n```\n");
  Judge judge(made.assignment(), made.folder(), "");
  EXPECT_THAT(judge.problems(), testing::Not(testing::IsEmpty()));
}

TEST(Judge, TheRequestHoldsNoExpectedValuesAndNoSeed) {
  const MadeAssignment made("```test A\n{\"points\": 1, \"n\": 8, \"L\": 4, \"seeds\": 31415926}\n```\n");
  Judge judge(made.assignment(), made.folder(), "");
  std::string requests;
  const auto result = judge.judge(made.task(), handed_in(kRightKernel),
                                  [&](const RunRequest& request) {
                                    requests += to_line(request);
                                    return execute(request);
                                  },
                                  {});
  EXPECT_TRUE(result);
  EXPECT_THAT(requests, HasSubstr("contents"));
  EXPECT_THAT(requests, testing::Not(HasSubstr("31415926")));
  EXPECT_THAT(requests, testing::Not(HasSubstr("reference")));
}

// Also where what is expected of each group is computed before the run.
TEST(Judge, TheInputIsWhatTheAuthorFilled) {
  const MadeAssignment made(
      "```test Inputs\n{\"n\": 64, \"L\": 32, \"criteria\": [\"inputs unchanged\"]}\n```\n");
  EXPECT_TRUE(made.judged(kRightKernel).tests[0].is_passed());
  std::string kernel = right_kernel_with("global const int* in", "global int* in");
  kernel.replace(kernel.rfind("}"), 1, "  barrier(CLK_GLOBAL_MEM_FENCE);\n  in[i] = 0;\n}");
  const TestResult emptied = made.judged(kernel).tests[0];
  ASSERT_TRUE(emptied.failure);
  EXPECT_EQ(emptied.failure->kind, "input changed");
}

// The finding names the line of the mistake.
TEST(Judge, AWrongResultWithAFindingHasItsPlaceAndReason) {
  const MadeAssignment made(
      "```test Counters\n{\"n\": 256, \"L\": 64, \"schedules\": \"lockstep\", \"criteria\": [\"barriers >= "
      "0\"]}\n```\n");
  struct Mistake {
    const char *from, *to, *kind, *line;
  };
  for (const Mistake& mistake :
       {Mistake{"    barrier(CLK_LOCAL_MEM_FENCE);\n", "", "data race", "block[t] += block[t + s]"},
        Mistake{"out[get_group_id(0)] = block[0]", "out[get_group_id(0) + n] = block[0]", "out of bounds",
                "out[get_group_id(0) + n]"}}) {
    const std::string kernel = right_kernel_with(mistake.from, mistake.to);
    const TestResult result = made.judged(kernel).tests[0];
    ASSERT_TRUE(result.failure) << mistake.kind;
    EXPECT_EQ(result.failure->kind, mistake.kind);
    std::istringstream lines(kernel);
    std::string line;
    for (std::uint32_t i = 0; i < result.failure->place.line; ++i) std::getline(lines, line);
    EXPECT_THAT(line, HasSubstr(mistake.line));
  }
  const TestResult plain = made.judged(right_kernel_with("block[0];", "block[0] + 1;")).tests[0];
  EXPECT_EQ(plain.failure->kind, "wrong result") << "without a finding";
}

// No test pays a kernel whose result is right by chance.
TEST(Judge, ACriterionOfCountersAsksForNoFindingToo) {
  const MadeAssignment made(
      "```test A\n{\"points\": 1, \"n\": 64, \"L\": 64, \"schedules\": \"lockstep\", \"criteria\": "
      "\"barriers < "
      "9\"}\n```\n```test B\n{\"points\": 1, \"n\": 64, \"L\": 64, \"schedules\": \"lockstep\", "
      "\"criteria\": [\"no "
      "finding of out of bounds\"]}\n```\n");
  const TaskResult result = made.judged(right_kernel_with(
      "  for (uint s = L / 2; s > 0; s /= 2) {\n    barrier(CLK_LOCAL_MEM_FENCE);",
      "  for (uint s = L / 2; s > 0; s /= 2) {\n    if (s >= 32) barrier(CLK_LOCAL_MEM_FENCE);"));
  ASSERT_TRUE(result.tests[0].failure);
  EXPECT_EQ(result.tests[0].failure->kind, "data race");
  EXPECT_TRUE(result.tests[1].is_passed()) << result.tests[1].failure->reason;
}

// Also of one result for each work-group, and of values of the reference solution.
TEST(Judge, AResultThatIsNotMadeOfItsInputsIsNotCombined) {
  for (const char* const expect : {"", ", \"expect\": {\"buffer\": \"out\", \"values\": \"solution\"}"}) {
    const MadeAssignment made(std::string("```test A\n{\"points\": 1, \"n\": 16, \"L\": 8, \"seeds\": 3") +
                              expect + "}\n```\n");
    EXPECT_TRUE(made.judged(kRightKernel).has_all_points()) << expect;
    // The sum by the bits of its elements, which no operation on them computes.
    const TestResult bits =
        made.judged(right_kernel_with(
                        "= block[0];",
                        "= 0; if (t == 0) for (uint k = i; k < n && k < i + 2 * L; ++k)\n"
                        "for (int b = 0; b < 32; ++b) if (in[k] >> b & 1) out[get_group_id(0)] += 1u << b;"))
            .tests[0];
    ASSERT_TRUE(bits.failure) << expect;
    EXPECT_EQ(bits.failure->kind, "not combined") << bits.failure->reason;
    EXPECT_THAT(bits.failure->reason, HasSubstr("it contains no input"));
  }
}

// x + y - y has each of them: a prefix may be taken away again.
TEST(Judge, InputsMayBeInAResultMoreThanOnce) {
  const MadeAssignment made(
      "```test A\n{\"points\": 1, \"n\": 16, \"L\": 8, \"criteria\": \"T <= 8\"}\n```\n");
  EXPECT_TRUE(made.judged(right_kernel_with("= block[0];", "= block[0] + in[0] - in[0];")).has_all_points());
}

TEST(Judge, UsesLocalMemoryMeansThatResultsAreCombinedThere) {
  const MadeAssignment made(
      "```test A\n{\"points\": 1, \"n\": 256, \"L\": 64, \"criteria\": \"uses local memory\", \"options\": "
      "\"-cl-std=CL3.0\"}\n```\n");
  EXPECT_TRUE(made.judged(kRightKernel).has_all_points());
  const TestResult dummy =
      made.judged(
              "kernel void sum(global const int* in, global int* out, uint n, local int* block) {\n"
              "  uint t = get_local_id(0), L = get_local_size(0), i = get_group_id(0) * 2 * L + t;\n"
              "  block[t] = t;\n"
              "  int sum = work_group_reduce_add((i < n ? in[i] : 0) + (i + L < n ? in[i + L] : 0));\n"
              "  if (t == 0) out[get_group_id(0)] = sum;\n}\n")
          .tests[0];
  ASSERT_TRUE(dummy.failure);
  EXPECT_EQ(dummy.failure->kind, "local memory") << dummy.failure->reason;
}

// Each value of the first input has a line, on which the result becomes wrong.
std::string kernel_that_tells_its_input() {
  std::string lines = "  if (t == 0 && n > 100) switch (in[0]) {\n";
  for (int value = -99; value <= 99; ++value)
    lines += "    case " + std::to_string(value) + ": out[get_group_id(0)] += 1000; break;\n";
  std::string kernel = kRightKernel;
  return kernel.insert(kernel.rfind('}'), lines + "  }\n");
}

TEST(Judge, WhatAStudentSeesOfAHiddenTestDoesNotDependOnTheSecret) {
  const MadeAssignment made(
      "```test Hidden\n{\"points\": 1, \"n\": [128, 256], \"L\": 8, \"visibility\": \"after due\"}\n```\n");
  std::set<std::uint32_t> of_graders, of_students;
  for (const char* secret : {"a", "b", "c", "d", "e"}) {
    Judge judge(made.assignment(), made.folder(), secret);
    const auto result = judge.judge(made.task(), handed_in(kernel_that_tells_its_input()),
                                    [](const RunRequest& request) { return execute(request); }, {});
    ASSERT_TRUE(result && result->tests[0].failure);
    of_graders.insert(result->tests[0].failure->place.line);
    of_students.insert(result->tests[0].public_place.line);
  }
  EXPECT_GT(of_graders.size(), 1u) << "or nothing is tested";
  EXPECT_EQ(of_students.size(), 1u);
}

TEST(Judge, WithoutAPublicRunThatFailsNoLineIsShown) {
  const MadeAssignment made(
      "```test Hidden\n{\"n\": 4, \"L\": 4, \"visibility\": \"after due\", \"buffers\": [{\"name\": \"in\", "
      "\"fill\": \"1000,2,3,4\"}]}\n```\n");
  const TestResult result =
      made.judged(right_kernel_with("= block[0];", "= in[0] == 1000 ? 0 : block[0];")).tests[0];
  ASSERT_TRUE(result.failure);
  EXPECT_TRUE(result.failure->place.is_known());
  EXPECT_FALSE(result.public_place.is_known());
}

TEST(Judge, AMistakeThatNeedsSeveralGroupsHasAnExample) {
  const MadeAssignment made("```test Hidden\n{\"n\": 1024, \"L\": 16, \"visibility\": \"after due\"}\n```\n");
  const TestResult result = made.judged(right_kernel_with("out[get_group_id(0)] =",
                                                          "if (get_group_id(0) < 2) out[get_group_id(0)] ="))
                                .tests[0];
  ASSERT_TRUE(result.example);
  EXPECT_GT(result.example->which->n, 64u);
}

}  // namespace
}  // namespace lockstep::assignment
