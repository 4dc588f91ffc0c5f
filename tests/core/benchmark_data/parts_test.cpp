#include "core/benchmark_data/parts.hpp"

#include <gtest/gtest.h>

namespace lockstep::measure {
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

constexpr std::uint64_t kMany = 30'030'000;

Speeds alike(std::size_t devices) { return {std::vector<double>(devices, 1.0)}; }

double most(std::size_t devices, bool is_scan, Split split) {
  return max_speed_up_by_sharing(place_parts(kMany, alike(devices), is_scan, split), alike(devices));
}

TEST(PlacedParts, AScanByPositionGivesTheFirstDeviceBothEnds) {
  EXPECT_EQ(place_parts(900, alike(4), true, Split::position),
            (std::vector<PlacedPart>{{0, {0, 100}, Turn::first},
                                     {1, {100, 200}, Turn::middle},
                                     {2, {300, 200}, Turn::middle},
                                     {3, {500, 200}, Turn::middle},
                                     {0, {700, 200}, Turn::last}}));
  EXPECT_EQ(place_parts(900, alike(3), true, Split::equal),
            (std::vector<PlacedPart>{
                {0, {0, 300}, Turn::middle}, {1, {300, 300}, Turn::middle}, {2, {600, 300}, Turn::last}}));
  EXPECT_EQ(place_parts(9, alike(1), true, Split::position),
            (std::vector<PlacedPart>{{0, {0, 9}, Turn::last}}))
      << "a device alone has no two parts";
  EXPECT_EQ(place_parts(900, alike(2), false, Split::position),
            (std::vector<PlacedPart>{{0, {0, 450}, Turn::reduce}, {1, {450, 450}, Turn::reduce}}));
}

TEST(PlacedParts, TheBoundsAreThoseOfTheFormulas) {
  for (std::size_t d = 1; d <= 8; ++d) {
    const auto devices = static_cast<double>(d);
    EXPECT_NEAR(most(d, false, Split::position), devices, 1e-5);
    EXPECT_NEAR(most(d, true, Split::position), (2 * devices + 1) / 3, 1e-5) << d;
    EXPECT_NEAR(most(d, true, Split::equal), d == 1 ? 1 : 2 * devices / 3, 1e-5) << d;
  }
}

TEST(PlacedParts, SpeedsDecideBothSharesAndBound) {
  const Speeds speeds{{2.0, 1.0, 4.0}};
  const auto parts = place_parts(8000, speeds, true, Split::measured);
  ASSERT_EQ(parts.size(), 4u);
  EXPECT_EQ(parts[0].slice.n, 1000u);
  EXPECT_EQ(parts[1].slice.n, 1000u);
  EXPECT_EQ(parts[2].slice.n, 4000u);
  EXPECT_EQ(parts[3].slice, (Slice{6000, 2000}));
  EXPECT_NEAR(max_speed_up_by_sharing(parts, speeds), (2 + 2.0 / 3 * 5) / 4, 1e-9)
      << "over the fastest alone";
  EXPECT_NEAR(max_speed_up_by_sharing(place_parts(700, speeds, false, Split::measured), speeds), 7.0 / 4,
              1e-9);
}

TEST(PlacedParts, AMeasuredRatioOfScanAndReductionCounts) {
  for (const double r : {1.5, 2.2, 3.0})
    for (std::size_t d = 2; d <= 8; ++d) {
      Speeds speeds = alike(d);
      speeds.scan_per_read = r;
      const auto parts = place_parts(kMany, speeds, true, Split::measured);
      const auto devices = static_cast<double>(d);
      EXPECT_NEAR(max_speed_up_by_sharing(parts, speeds), (r * devices + 1) / (r + 1), 1e-5) << r << " " << d;
      EXPECT_LE(max_speed_up_by_sharing(place_parts(kMany, alike(d), true, Split::position), speeds),
                max_speed_up_by_sharing(parts, speeds) + 1e-9);
    }
}

// No other lengths of d consecutive parts are better than equal ones, or, if split by position, than these.
TEST(PlacedParts, NearbyLengthsAreNoBetter) {
  for (const Split split : {Split::equal, Split::position}) {
    const auto best = place_parts(kMany, alike(4), true, split);
    const double bound = max_speed_up_by_sharing(best, alike(4));
    for (std::size_t from = 0; from < best.size(); ++from)
      for (std::size_t to = 0; to < best.size(); ++to) {
        if (from == to) continue;
        auto moved = best;
        moved[from].slice.n -= kMany / 100;
        moved[to].slice.n += kMany / 100;
        EXPECT_LT(max_speed_up_by_sharing(moved, alike(4)), bound) << name(split) << from << to;
      }
  }
}

TEST(PlacedParts, FewElementsLeaveNoneOut) {
  for (std::size_t d = 1; d <= 8; ++d)
    for (const Split split : {Split::position, Split::equal})
      for (std::uint64_t n = 0; n <= 20; ++n)
        for (const bool is_scan : {false, true}) {
          std::uint64_t next = 0;
          const auto parts = place_parts(n, alike(d), is_scan, split);
          for (const PlacedPart& part : parts) {
            EXPECT_EQ(part.slice.first, next);
            EXPECT_GT(part.slice.n, 0u);
            EXPECT_LT(part.device, d);
            EXPECT_EQ(part.turn == Turn::last, is_scan && &part == &parts.back());
            next += part.slice.n;
          }
          EXPECT_EQ(next, n);
          EXPECT_GE(max_speed_up_by_sharing(parts, alike(d)), 0.6);
        }
}

TEST(ArrayParts, SplitsHaveNames) {
  EXPECT_EQ(parse_split("position"), Split::position);
  EXPECT_EQ(parse_split("measured"), Split::measured);
  EXPECT_EQ(parse_split("equal"), Split::equal);
  EXPECT_EQ(parse_split("half"), std::nullopt);
}

}  // namespace
}  // namespace lockstep::measure
