#include "core/benchmark_data/run_estimate.hpp"

#include <gtest/gtest.h>

namespace lockstep::measure {
namespace {

TEST(RunEstimate, WhatIsLeftFollowsTheRowsSoFar) {
  const TimeLeft left({10, 20, 30});
  EXPECT_EQ(left.total(), 60);
  EXPECT_EQ(left.left(0, 0, 0), 60);
  EXPECT_EQ(left.left(2, 0.5, 45), 15) << "as fast as was estimated";
  EXPECT_GT(left.left(1, 0, 20), 80) << "twice as slow";
  EXPECT_EQ(left.left(3, 0, 60), 0);
}

TEST(RunEstimate, IsSaidInRoundFigures) {
  EXPECT_EQ(about(0.3), "less than a second");
  EXPECT_EQ(about(4.4), "about 4 s");
  EXPECT_EQ(about(43), "about 45 s");
  EXPECT_EQ(about(200), "about 3 min");
}

}  // namespace
}  // namespace lockstep::measure
