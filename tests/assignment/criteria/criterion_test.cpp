#include "assignment/criteria/criterion.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lockstep::assignment {
namespace {

using testing::HasSubstr;

// Launch k has work-items[k] and as many operations.
RunCounts counts_of(const std::vector<std::uint64_t>& work_items) {
  RunCounts counts;
  for (const std::uint64_t count : work_items) {
    RunCounts::Launch launch;
    launch.work_items = count;
    launch.counters.useful_work = count;
    launch.counters.steps = 1;
    counts.total += launch.counters;
    counts.launches.push_back(launch);
  }
  return counts;
}

Compared compared(const std::string& text, const RunCounts& counts, std::uint64_t n = 16) {
  const auto criterion = parse_criterion(text);
  EXPECT_TRUE(criterion) << criterion.error().message;
  const auto result = compare(*criterion, counts, nullptr, n, 4);
  EXPECT_TRUE(result) << result.error().message;
  return result.value_or(Compared{});
}

TEST(CriterionOfEachLaunch, HoldsWhereItHoldsInAll) {
  const RunCounts tree = counts_of({8, 4, 2, 1});
  EXPECT_TRUE(compared("each launch: work-items = n / 2^(step + 1)", tree).holds);
  EXPECT_TRUE(compared("each launch: T <= 1", tree).holds);
  EXPECT_TRUE(compared("T = 4", tree).holds);
  EXPECT_TRUE(compared("each launch: launches = 0", tree).holds) << "each has its own counters";
}

TEST(CriterionOfEachLaunch, NamesTheFirstWhereItDoesNot) {
  const RunCounts all_at_once = counts_of({15, 1, 0, 0});
  const Compared work = compared("each launch: useful work <= n / 2^(step + 1)", all_at_once);
  EXPECT_FALSE(work.holds);
  EXPECT_EQ(work.launch, 0u);
  EXPECT_EQ(work.left, 15);
  EXPECT_EQ(work.right, 8);
  EXPECT_EQ(compared("each launch: useful work > 0", all_at_once).launch, 2u);
}

TEST(CriterionOfEachLaunch, HasNoReferenceAndOtherCriteriaHaveNoStep) {
  const auto reference = parse_criterion("each launch: T <= reference");
  ASSERT_FALSE(reference);
  EXPECT_THAT(reference.error().message, HasSubstr("reference"));
  const auto step = parse_criterion("T <= step");
  ASSERT_FALSE(step);
  EXPECT_THAT(step.error().message, HasSubstr("step"));
}

TEST(CriterionOfEachLaunch, IsCalledByWhatItCounts) {
  EXPECT_EQ(parse_criterion("each launch: work-items <= n")->subject(), "work-items");
  EXPECT_TRUE(parse_criterion("each launch: T <= 1")->needs_steps());
  EXPECT_FALSE(parse_criterion("each launch: barriers <= n")->needs_steps());
}

}  // namespace
}  // namespace lockstep::assignment
