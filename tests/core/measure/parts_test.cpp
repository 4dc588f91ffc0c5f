#include "core/measure/parts.hpp"

#include <gtest/gtest.h>

namespace lockstep::opencl {
namespace {

using Slices = std::vector<Slice>;

TEST(ArrayParts, FollowEachOtherInProportion) {
  EXPECT_EQ(cut(10, std::vector{1.0, 1.0}), (Slices{{0, 5}, {5, 5}}));
  EXPECT_EQ(cut(11, std::vector{1.0, 1.0, 1.0}), (Slices{{0, 4}, {4, 3}, {7, 4}}));
  EXPECT_EQ(cut(1'000'000'000'000, std::vector{3.0, 1.0}),
            (Slices{{0, 750'000'000'000}, {750'000'000'000, 250'000'000'000}}));
  EXPECT_EQ(cut(7, std::vector{0.3}), (Slices{{0, 7}}));
}

TEST(ArrayParts, SmallArraysLoseNoElements) {
  for (const std::uint64_t n : {0u, 1u, 2u, 3u}) {
    const Slices slices = cut(n, std::vector{1.0, 1e-9, 5.0, 1.0});
    ASSERT_EQ(slices.size(), 4u);
    std::uint64_t next = 0;
    for (const Slice& slice : slices) {
      EXPECT_EQ(slice.first, next);
      next += slice.n;
    }
    EXPECT_EQ(next, n);
  }
}

TEST(ArrayParts, SplitsHaveNames) {
  EXPECT_EQ(parse_split("measured"), Split::measured);
  EXPECT_EQ(parse_split("equal"), Split::equal);
  EXPECT_EQ(parse_split("half"), std::nullopt);
}

}  // namespace
}  // namespace lockstep::opencl
