#include "core/opencl/timing_summary.hpp"

#include <gtest/gtest.h>

namespace lockstep::opencl {
namespace {

TEST(Timing, Spread) {
  const measure::Spread odd = measure::spread_of({5, 1, 3});
  EXPECT_EQ(odd.median, 3u);
  EXPECT_EQ(odd.min, 1u);
  EXPECT_EQ(odd.max, 5u);
  EXPECT_EQ(odd.mean, 3u);
  EXPECT_EQ(measure::spread_of({1, 4}).median, 2u);
  EXPECT_EQ(measure::spread_of({7}).median, 7u);
}

TEST(Timing, DeviceTimeExcludesTheGapsBetweenLaunches) {
  Plan plan;
  plan.launches.resize(2);
  plan.launches[1].label = "s = 2";
  const Timing timing = summarise(plan, {RunTime{{}, {{100, 110}, {130, 135}}, 60}});
  EXPECT_EQ(timing.device_ns.median, 15u);
  EXPECT_EQ(timing.span_ns.median, 35u);
  EXPECT_EQ(timing.gap_ns.median, 20u);
  EXPECT_EQ(timing.host_ns.median, 60u);
  ASSERT_EQ(timing.launches.size(), 2u);
  EXPECT_EQ(timing.launches[1].label, "s = 2");
  EXPECT_EQ(timing.launches[1].device_ns.median, 5u);
}

TEST(Timing, KernelsThatOverlapLeaveNoGap) {
  Plan plan;
  plan.launches.resize(2);
  EXPECT_EQ(summarise(plan, {RunTime{{}, {{100, 130}, {110, 140}}, 60}}).gap_ns.median, 0u);
}

TEST(Timing, NoLaunchAndABackwardClockGiveNoTime) {
  EXPECT_EQ(summarise({}, {RunTime{{}, {}, 10}}).device_ns.median, 0u);
  Plan plan;
  plan.launches.resize(1);
  EXPECT_EQ(summarise(plan, {RunTime{{}, {{100, 90}}, 10}}).device_ns.median, 0u);
}

}  // namespace
}  // namespace lockstep::opencl
