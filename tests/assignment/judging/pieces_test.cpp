// Judged in pieces, a task has the same points for the same reasons as judged at once.
#include <gtest/gtest.h>

#include "assignment/judging/execute.hpp"
#include "assignment/judging/judge.hpp"
#include "tests/assignment/made_assignment.hpp"

namespace lockstep::assignment {
namespace {

constexpr const char* kPublicTests =
    "```test Sizes\n{\"points\": 2, \"n\": [1, 7, 64, 192], \"L\": 16}\n```\n"
    "```test Counters\n{\"points\": 1, \"n\": 512, \"L\": 64, \"schedules\": \"lockstep\", \"needs\": "
    "[\"Sizes\"], \"criteria\": [\"T <= 2 log n\", \"uses local memory\"]}\n```\n";

std::string text_of(const TaskResult& result) {
  std::string text = std::to_string(result.points);
  for (const TestResult& test : result.tests) {
    text += "\n" + std::string(name(test.state)) + " " + std::to_string(test.passed_cases) + " of " +
            std::to_string(test.cases) + ", " + std::to_string(test.steps);
    if (test.failure) text += ": " + test.failure->place.text() + " " + test.failure->reason;
    if (test.example) text += "\n  " + test.example->place.text() + " " + test.example->reason;
  }
  return text;
}

class InPieces : public testing::TestWithParam<std::pair<const char*, const char*>> {};
TEST_P(InPieces, HaveTheSameResult) {
  const MadeAssignment made(kPublicTests);
  const auto files = handed_in(right_kernel_with(GetParam().first, GetParam().second));
  Judge judge(made.assignment(), made.folder(), "secret");
  const Judge::Pieces pieces = judge.pieces(made.task(), files, {}, {});
  std::optional<Result<TaskResult>> result;
  std::size_t count = 0;
  for (; !result; ++count) result = pieces(std::chrono::milliseconds(0));
  ASSERT_TRUE(*result) << result->error().message;
  EXPECT_GT(count, 3u);
  EXPECT_EQ(text_of(**result), text_of(made.judged(files)));
}
INSTANTIATE_TEST_SUITE_P(All, InPieces,
                         testing::Values(std::pair("in[i]", "in[i]"),
                                         std::pair(" + (i + L < n ? in[i + L] : 0)", ""),
                                         std::pair("barrier(CLK_LOCAL_MEM_FENCE);", ""),
                                         std::pair("s /= 2", "s /= 1"), std::pair("if (t < s)", "if (t < s"),
                                         std::pair("i < n ? in[i]", "true ? in[i]")));

TEST(JudgingInPieces, SaysWhatIsNotHandedIn) {
  const MadeAssignment made(kPublicTests);
  Judge judge(made.assignment(), made.folder(), "secret");
  const Judge::Pieces pieces = judge.pieces(made.task(), {}, {}, {});
  std::optional<Result<TaskResult>> result;
  while (!result) result = pieces(std::chrono::milliseconds(0));
  ASSERT_TRUE(*result);
  EXPECT_EQ((*result)->tests.front().state, TestState::not_handed_in);
}

TEST(JudgingInPieces, EndsSoonAfterAStop) {
  const MadeAssignment made(kPublicTests);
  Judge judge(made.assignment(), made.folder(), "secret");
  std::stop_source stop;
  const Judge::Pieces pieces = judge.pieces(made.task(), handed_in(kRightKernel), {}, stop.get_token());
  EXPECT_FALSE(pieces(std::chrono::milliseconds(0)));
  stop.request_stop();
  EXPECT_TRUE(pieces(std::chrono::milliseconds(0)));
}

}  // namespace
}  // namespace lockstep::assignment
