#include "core/base/time_slice.hpp"

#include <gtest/gtest.h>

namespace lockstep {
namespace {

TEST(TimeSlice, OneWithoutEndIsNeverOver) {
  TimeSlice slice;
  EXPECT_FALSE(slice.has_end());
  for (int i = 0; i < 10'000; ++i) ASSERT_FALSE(slice.is_over(1000));
}

// Work in pieces makes progress, however short the pieces are.
TEST(TimeSlice, OneThatIsOverAllowsSomeWork) {
  TimeSlice slice(std::chrono::milliseconds(0));
  EXPECT_TRUE(slice.has_end());
  int rounds = 1;
  while (!slice.is_over()) ++rounds;
  EXPECT_GT(rounds, 10);
  EXPECT_LT(rounds, 1000);
  EXPECT_TRUE(slice.is_over(1000));
}

TEST(TimeSlice, OneHasItsTime) {
  TimeSlice slice(std::chrono::hours(1));
  for (int i = 0; i < 10'000; ++i) ASSERT_FALSE(slice.is_over());
}

}  // namespace
}  // namespace lockstep
