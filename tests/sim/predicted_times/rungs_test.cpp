#include "sim/predicted_times/rungs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lockstep::sim {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr double kArray = 256e6;  // larger than the cache

const DeviceRates& hopper_model() { return find_device_model("cc9.0").value()->rates; }

// A launch that fills the device; each work-group of eight warps does the work of one tree.
CountedRung rung(LaunchWork work, std::size_t launches = 1) {
  work.work_groups = 65536;
  work.warps = 8 * 65536;
  std::vector<LaunchWork> all(launches);
  all.front() = work;
  return {all, predict_time(all, hopper_model(), kArray)};
}

TEST(PredictedTime, IsThatOfTheLargestPart) {
  LaunchWork work;
  work.bytes = work.touched_bytes = 256e6;
  const PredictedTime time = rung(work).time;
  EXPECT_NEAR(time[TimePart::bytes], 256e6 / 4240, 1);
  EXPECT_NEAR(time.total(), 4600 + time[TimePart::bytes], 1);
  work.local_passes = 30e6;
  EXPECT_GT(rung(work).time.total(), time.total());
  EXPECT_LT(rung(work).time.total(), time.total() + rung(work).time[TimePart::local]);
}

TEST(PredictedTime, FewWorkGroupsLeaveMultiprocessorsIdle) {
  LaunchWork work;
  work.work_groups = 66;
  work.warps = 66 * 8;
  work.instructions = 1e6;
  const double half = predict_time({work}, hopper_model(), kArray)[TimePart::instructions];
  work.work_groups = 132;
  work.warps = 132 * 8;
  EXPECT_NEAR(predict_time({work}, hopper_model(), kArray)[TimePart::instructions], half / 2, 1);
}

TEST(PredictedTime, DataInTheCacheIsFaster) {
  LaunchWork work;
  work.work_groups = 1000;
  work.warps = 8000;
  work.memory_waits = 1e6;
  EXPECT_LT(predict_time({work}, hopper_model(), 1e6).total(),
            predict_time({work}, hopper_model(), kArray).total());
}

TEST(Ladder, NamesTheCountThatFell) {
  LaunchWork conflicts;
  conflicts.local_requests = 20e6;
  conflicts.local_passes = 60e6;
  conflicts.local_conflicts = 40e6;
  LaunchWork none = conflicts;
  none.local_passes = 20e6;
  none.local_conflicts = 0;
  const RungExplanation step = explain_rung(rung(conflicts), rung(none));
  EXPECT_GT(step.predicted_gain, 2);
  ASSERT_FALSE(step.causes.empty());
  EXPECT_EQ(step.causes.front().part, TimePart::local);
  EXPECT_EQ(step.sentence, "Less to do: bank conflicts 40 M → 0.");
}

TEST(Ladder, DistinguishesDivergenceFromFewerWarps) {
  LaunchWork work;
  work.instructions = 80e6;
  work.divergent_branches = 4e6;
  LaunchWork compact = work;
  compact.instructions = 40e6;
  compact.divergent_branches = 4e5;
  EXPECT_THAT(explain_rung(rung(work), rung(compact)).sentence, HasSubstr("divergent branches 4 M → 400 k"));
  CountedRung half = rung(compact);
  half.work.front().divergent_branches = 4e6;
  half.work.front().warps /= 2;
  EXPECT_THAT(explain_rung(rung(work), half).sentence, HasSubstr("warps 524 k → 262 k"));
}

TEST(Ladder, NamesTheCostThatReducesTheGain) {
  LaunchWork many;
  many.bytes = many.touched_bytes = 500e6;
  LaunchWork few = many;
  few.bytes = few.touched_bytes = 100e6;
  few.instructions = 90e6;
  const RungExplanation step = explain_rung(rung(many, 20), rung(few, 2));
  EXPECT_THAT(step.sentence, StartsWith("Less to do: "));
  EXPECT_THAT(step.sentence, HasSubstr("launches 20 → 2"));
  EXPECT_THAT(step.sentence, HasSubstr("; but warp instructions 0 → 90 M."));
}

// The measured times decide whether a gain or a loss is explained.
TEST(Ladder, ALossIsExplainedByTheCountThatRose) {
  LaunchWork before;
  before.bytes = before.touched_bytes = 200e6;
  before.instructions = 30e6;
  LaunchWork after = before;
  after.bytes = after.touched_bytes = 150e6;
  after.instructions = 40e6;
  EXPECT_THAT(explain_rung(rung(before), rung(after)).sentence, StartsWith("Less to do: bytes"));
  EXPECT_THAT(explain_rung(rung(before), rung(after), 0.8).sentence,
              StartsWith("More to do: warp instructions"));
}

// Twice as many work-groups use twice as many multiprocessors; this must not be explained by fewer waits.
TEST(Ladder, MoreParallelismIsNotLessWork) {
  LaunchWork few;
  few.work_groups = 16;
  few.warps = 16 * 8;
  few.memory_waits = 40'000;
  LaunchWork many = few;
  many.work_groups = 128;
  many.warps = 128 * 8;
  many.memory_waits = 44'000;
  const CountedRung below{{few}, predict_time({few}, hopper_model(), kArray)},
      rung{{many}, predict_time({many}, hopper_model(), kArray)};
  EXPECT_GT(explain_rung(below, rung).predicted_gain, 1.5);
  EXPECT_EQ(explain_rung(below, rung).sentence, "No count changed much.");
}

TEST(Ladder, NothingChanged) {
  LaunchWork work;
  work.bytes = work.touched_bytes = 200e6;
  EXPECT_EQ(explain_rung(rung(work), rung(work)).sentence, "No count changed much.");
}

TEST(Ladder, CountsAreShort) {
  EXPECT_EQ(short_count(0), "0");
  EXPECT_EQ(short_count(3.25), "3.2");
  EXPECT_EQ(short_count(4.01), "4");
  EXPECT_EQ(short_count(4096), "4096");
  EXPECT_EQ(short_count(65536), "65.5 k");
  EXPECT_EQ(short_count(2.5e9), "2.5 G");
}

}  // namespace
}  // namespace lockstep::sim
