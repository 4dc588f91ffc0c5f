// The plans of the two tunable algorithms, with and without atomics of device scope.
#include <gtest/gtest.h>

#include "core/catalogue/algorithm.hpp"

namespace lockstep {
namespace {

Plan plan_of(const char* id, PlanRequest request) {
  const Algorithm& algorithm = **find_algorithm(id);
  auto plan = make_plan(algorithm, request, *load_kernel(algorithm, ""));
  EXPECT_TRUE(plan) << plan.error().message;
  return plan ? std::move(*plan) : Plan{};
}

PlanRequest request_for(std::uint64_t n, std::string atomics) {
  PlanRequest request;
  request.n = n;
  request.limits.compute_units = 10;
  request.limits.device_atomics = std::move(atomics);
  request.tuning = {.group_size = 128, .rounds = 2, .groups_per_unit = 3};
  return request;
}

TEST(TunedPlans, OneLaunchWithTheAtomics) {
  const Plan reduction = plan_of("reduce/tuned", request_for(1'000'000, "CL3.0"));
  ASSERT_EQ(reduction.launches.size(), 1u);
  EXPECT_EQ(reduction.group_size, 128u);
  EXPECT_EQ(reduction.launches[0].range.group_count(), 30u) << "3 for each of 10 units";
  EXPECT_NE(reduction.programs[0].options.find("-cl-std=CL3.0"), std::string::npos);
  EXPECT_NE(reduction.programs[0].options.find("-D ROUNDS=2"), std::string::npos);
  const Plan scan = plan_of("scan/look-back", request_for(1'000'000, "CL3.0"));
  ASSERT_EQ(scan.launches.size(), 1u);
  EXPECT_EQ(scan.launches[0].range.group_count(), 977u) << "tiles of 128 · 4 · 2";
}

TEST(TunedPlans, MoreLaunchesWithoutTheAtomics) {
  const Plan reduction = plan_of("reduce/tuned", request_for(1'000'000, ""));
  ASSERT_EQ(reduction.launches.size(), 2u);
  EXPECT_EQ(reduction.launches[1].range.group_count(), 1u);
  EXPECT_EQ(reduction.programs[0].options.find("-cl-std"), std::string::npos);
  // Totals and tiles at each level; the last one is a single tile.
  const Plan scan = plan_of("scan/look-back", request_for(2'000'000, ""));
  ASSERT_EQ(scan.launches.size(), 5u);
  EXPECT_EQ(scan.launches[0].kernel, "scan_look_back_totals");
  EXPECT_EQ(scan.launches[2].range.group_count(), 1u);
  EXPECT_EQ(scan.launches[4].range.group_count(), 1954u);
}

TEST(TunedPlans, EveryGroupHasABlock) {
  EXPECT_EQ(plan_of("reduce/tuned", request_for(1, "CL3.0")).launches[0].range.group_count(), 1u);
  EXPECT_EQ(plan_of("reduce/tuned", request_for(2047, "CL3.0")).launches[0].range.group_count(), 1u);
  EXPECT_EQ(plan_of("reduce/tuned", request_for(2048, "CL3.0")).launches[0].range.group_count(), 2u);
}

TEST(TunedPlans, AGroupSmallerThanAWarpHasFewerLanes) {
  PlanRequest request = request_for(64, "CL3.0");
  request.tuning.group_size = 0;
  request.group_size = 8;
  EXPECT_NE(plan_of("reduce/tuned", request).programs[0].options.find("-D WARP=8"), std::string::npos);
  EXPECT_EQ(plan_of("reduce/tuned", request).group_size, 8u) << "the request's own, where nothing was tuned";
}

TEST(TunedPlans, ValuesOf64BitsTakeTwoWordsOfState) {
  PlanRequest request = request_for(10'000, "CL3.0");
  request.type = ElementType::float64;
  EXPECT_EQ(plan_of("scan/look-back", request).buffers.back().elements, 41u)
      << "20 blocks, and the number of the run";
}

// On a CPU, written data would first be read into a cache that cannot hold it.
TEST(TunedPlans, AScanStreamsWhatNoCacheHolds) {
  const auto streams = [](const char* id, std::uint64_t n, std::uint64_t group_size,
                          std::uint64_t cache_bytes) {
    PlanRequest request = request_for(n, "CL3.0");
    request.tuning.group_size = group_size;
    request.limits.cache_bytes = cache_bytes;
    return plan_of(id, request).programs[0].options.find("-D STREAMED=1") != std::string::npos;
  };
  constexpr std::uint64_t fitting = std::uint64_t{4} << 20, cache_bytes = std::uint64_t{64} << 20;
  EXPECT_FALSE(streams("scan/look-back", fitting, 1, 0)) << "in and out: 32 MiB";
  EXPECT_TRUE(streams("scan/look-back", fitting + 1, 1, 0));
  EXPECT_TRUE(streams("scan/look-back", fitting + 1, 1, 1 << 20)) << "the nearest cache's size";
  EXPECT_FALSE(streams("scan/look-back", 2 * fitting, 1, cache_bytes));
  EXPECT_TRUE(streams("scan/look-back", 2 * fitting + 1, 1, cache_bytes));
  EXPECT_FALSE(streams("scan/look-back", 4 * fitting, 128, cache_bytes)) << "as on a GPU";
  EXPECT_FALSE(streams("reduce/tuned", 4 * fitting, 1, cache_bytes)) << "hardly anything is written";
}

}  // namespace
}  // namespace lockstep
