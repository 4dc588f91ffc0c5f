#include "assignment/judging/tried_lines.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "assignment/judging/plan_changes.hpp"
#include "tests/assignment/made_assignment.hpp"

namespace lockstep::assignment {
namespace {

using testing::HasSubstr;

constexpr const char* kPublic = "```test Sizes\n{\"points\": 2, \"n\": [1, 7, 64, 192], \"L\": 16}\n```\n";

std::set<std::uint32_t> lines_of(const TestResult& result) {
  std::set<std::uint32_t> lines;
  for (const TriedChange& one : result.tried) lines.insert(one.place.line);
  return lines;
}

// The wrong value is stored at line 9, or the race is between other lines.
struct Slip {
  const char *name, *from, *to;
  std::uint32_t line;
};
class Slips : public testing::TestWithParam<Slip> {};
TEST_P(Slips, AreFoundAtTheirLine) {
  const MadeAssignment made(kPublic);
  const TestResult result =
      made.judged(right_kernel_with(GetParam().from, GetParam().to), false).tests.front();
  EXPECT_EQ(result.state, TestState::failed);
  EXPECT_THAT(lines_of(result), testing::Contains(GetParam().line));
  EXPECT_LE(lines_of(result).size(), 3u);
  EXPECT_THAT(tried_lines_words(result, made.task()), HasSubstr(std::to_string(GetParam().line)));
}
INSTANTIATE_TEST_SUITE_P(Kernels, Slips,
                         testing::Values(Slip{"group", "* 2 * L", "* L", 3},
                                         Slip{"guard", "i < n", "i <= n", 4},
                                         Slip{"distance", "s = L / 2", "s = L / 4", 5},
                                         Slip{"barrier", "barrier(CLK_LOCAL_MEM_FENCE)", "", 6},
                                         Slip{"condition", "t < s", "t <= s", 7},
                                         Slip{"operator", "+= block", "-= block", 7}),
                         [](const auto& it) { return std::string(it.param.name); });

TEST(TriedLines, StudentsAreToldTheLineAndGradersTheChange) {
  const MadeAssignment made(kPublic);
  const TestResult result = made.judged(right_kernel_with("+= block", "-= block"), false).tests.front();
  const std::string told = tried_lines_words(result, made.task());
  EXPECT_EQ(told, "One small change of line 7 makes it right: this was tried.");
  EXPECT_THAT(tried_changes_words(result, made.task()), HasSubstr("line 7: += in place of -="));
}

TEST(TriedLines, OfAHiddenTestTheyAreFoundWithItsExample) {
  const MadeAssignment made(
      "```test Sizes\n{\"points\": 2, \"n\": [192, 640], \"L\": 16, \"visibility\": \"after due\"}\n```\n");
  const TestResult with = made.judged(right_kernel_with("+= block", "-= block")).tests.front();
  EXPECT_THAT(lines_of(with), testing::ElementsAre(7));
  const TestResult without = made.judged(right_kernel_with("+= block", "-= block"), false).tests.front();
  EXPECT_THAT(without.tried, testing::IsEmpty()) << "no case is open";
}

// Each run of the test itself takes as many steps as all trials may take together.
TEST(TriedLines, OfALargePublicTestTheyAreFoundWithASmallCase) {
  const MadeAssignment made("```test Sizes\n{\"points\": 2, \"n\": [65536], \"L\": 16}\n```\n");
  EXPECT_THAT(lines_of(made.judged(right_kernel_with("t < s", "0")).tests.front()), testing::ElementsAre(7));
}

// What a test asks of counters is too much for small arrays: then they say nothing.
TEST(TriedLines, CasesThatTheReferenceFailsConfirmNothing) {
  const MadeAssignment made(
      "```test Sizes\n{\"points\": 2, \"n\": [512], \"L\": 16, \"criteria\": [\"W > 300\"]}\n```\n");
  EXPECT_THAT(lines_of(made.judged(right_kernel_with("+= block", "-= block")).tests.front()),
              testing::ElementsAre(7));
}

// Each alone is still wrong with a change of the other.
TEST(TriedLines, TwoMistakesAreNamedTogether) {
  const MadeAssignment made(kPublic);
  std::string kernel = right_kernel_with("+= block", "-= block");
  kernel.replace(kernel.find("i < n"), 5, "i > n");
  const TestResult result = made.judged(kernel, false).tests.front();
  EXPECT_EQ(tried_lines_words(result, made.task()),
            "Changes of lines 4 and 7 together make it right: this was tried.");
}

TEST(TriedLines, NothingIsSaidThatWasNotTried) {
  const MadeAssignment made(kPublic);
  std::string kernel = right_kernel_with("+= block", "-= block");
  kernel.replace(kernel.find("i < n"), 5, "i > n");
  kernel.replace(kernel.find("t == 0"), 6, "t == 1");
  const TestResult result = made.judged(kernel, false).tests.front();
  EXPECT_EQ(result.state, TestState::failed);
  EXPECT_THAT(result.tried, testing::IsEmpty());
  EXPECT_EQ(tried_lines_words(result, made.task()), "");
}

// Students read of a place, never what the reference has there.
TEST(TriedLines, AMissingStatementIsNamedByItsPlace) {
  const MadeAssignment made(kPublic);
  const std::string line = "    if (t < s) block[t] += block[t + s];\n";
  const TestResult blank = made.judged(right_kernel_with(line, "\n"), false).tests.front();
  EXPECT_EQ(tried_lines_words(blank, made.task()), "A statement is missing in line 7: this was tried.");
  const TestResult closed = made.judged(right_kernel_with(line, ""), false).tests.front();
  EXPECT_EQ(tried_lines_words(closed, made.task()),
            "A statement is missing between line 6 and line 7: this was tried.");
  EXPECT_THAT(tried_changes_words(closed, made.task()), HasSubstr("block[t + s]; is missing"));
}

// No statement of it stands in the reference.
TEST(TriedLines, AnotherSolutionOfTheAuthorsMayBeNearer) {
  const std::string other =
      "kernel void sum(global const int* in, global int* out, uint n, local int* block) {\n"
      "  int all = 0;\n"
      "  for (uint k = get_local_id(0); k < 2 * get_local_size(0); k += get_local_size(0)) {\n"
      "    const uint at = 2 * get_local_size(0) * get_group_id(0) + k;\n"
      "    if (at < n) all += in[at];\n"
      "  }\n"
      "  all = work_group_reduce_add(all);\n"
      "  if (get_local_id(0) == 0) out[get_group_id(0)] = all;\n"
      "}\n";
  const MadeAssignment made(std::string("right: at-once.cl\n\n") + kPublic);
  ASSERT_THAT(made.task().right, testing::ElementsAre("at-once.cl"));
  made.write("right/" + made.task().name + "/at-once.cl", other);
  std::string wrong = other;
  const std::string line = "  all = work_group_reduce_add(all);\n";
  wrong.replace(wrong.find(line), line.size(), "");
  const TestResult result = made.judged(wrong, false).tests.front();
  EXPECT_EQ(tried_lines_words(result, made.task()),
            "A statement is missing between line 6 and line 7: this was tried.");
}

TEST(PlanChanges, AreOfNumbersAndFormulas) {
  const std::string plan = "{\"lockstep_plan\": 1,\n \"launches\": [{\"global\": \"{ceil(n / 2)}\"}]}\n";
  std::set<std::string> words;
  for (const sim::Edit& edit : plan_changes(plan)) {
    EXPECT_EQ(std::ranges::count(edit.text, '\n'), 2);
    words.insert(std::to_string(edit.line) + ": " + edit.words);
  }
  EXPECT_THAT(words, testing::IsSupersetOf({"2: 3 in place of 2", "2: * in place of /",
                                            "2: floor in place of ceil", "2: (n + 1) in place of n"}));
}

}  // namespace
}  // namespace lockstep::assignment
