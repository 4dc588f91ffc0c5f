#include "sim/quiz/question/run.hpp"

#include <gtest/gtest.h>

#include "tests/sim/plans.hpp"

namespace lockstep::quiz {
namespace {

// The values at the first branch of a kernel with this condition.
std::vector<std::string> values_of(const std::string& condition) {
  const Plan plan = sim::kernel_plan(
      "kernel void k(global int* a, global const int* in) {\n"
      "  int t = get_local_id(0);\n"
      "  if (" +
          condition +
          ") a[t] = t;\n"
          "}\n",
      4, 4);
  const QuizRun run(*sim::Trace::record(plan, sim::model_named("cc9.0")));
  for (std::uint64_t at = 0; at < run.trace().size(); ++at)
    if (const auto branch = run.branch_at(at)) return branch->values;
  ADD_FAILURE() << condition << " is not a branch";
  return {};
}

// A reason says "Lane 3 is idle: t < 2 is 3 < 2", but only "t & 1 is false".
TEST(QuizRun, ABranchHasTheValuesOfAComparisonOnly) {
  const std::vector<std::string> values = values_of("t < 2");
  ASSERT_GE(values.size(), 4u);
  EXPECT_EQ(values[0], "0 < 2");
  EXPECT_EQ(values[3], "3 < 2");
  for (const char* const other : {"t & 1", "t % 2", "t >> 1", "t - 1", "!t", "t"})
    EXPECT_TRUE(values_of(other).empty()) << other;
}

}  // namespace
}  // namespace lockstep::quiz
