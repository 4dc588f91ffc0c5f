// The shapes of the plans, and all requests that are rejected.
#include <gtest/gtest.h>

#include <bit>
#include <cstring>

#include "core/catalogue/algorithm.hpp"

namespace lockstep {
namespace {

Result<Plan> plan_for(std::string_view id, const PlanRequest& request) {
  const Algorithm& algorithm = **find_algorithm(id);
  return make_plan(algorithm, request, *load_kernel(algorithm, ""));
}

PlanRequest small_request(std::uint64_t n, std::uint64_t group) {
  PlanRequest request;
  request.n = n;
  request.group_size = group;
  return request;
}

std::uint32_t scalar(const Argument& argument) {
  std::uint32_t value = 0;
  const auto& bytes = std::get<ScalarArgument>(argument).bytes;
  EXPECT_EQ(bytes.size(), sizeof value);
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

void expect_refusal(std::string_view id, const PlanRequest& request, std::string_view part) {
  const auto plan = plan_for(id, request);
  ASSERT_FALSE(plan) << part;
  EXPECT_EQ(plan.error().kind, Error::Kind::usage);
  EXPECT_NE(plan.error().message.find(part), std::string::npos) << plan.error().message;
  EXPECT_EQ(plan.error().message.back(), '.');
}

TEST(MakePlan, GroupTreeHalvesByLevels) {
  const auto plan = plan_for("reduce/divergent", small_request(1000, 64));
  ASSERT_TRUE(plan);
  ASSERT_EQ(plan->launches.size(), 2u);
  EXPECT_EQ(plan->launches[0].range.global_size[0], 1024u);
  EXPECT_EQ(plan->launches[0].range.local_size[0], 64u);
  EXPECT_EQ(plan->launches[0].label, "level 1: 1,000 → 16");
  EXPECT_EQ(plan->launches[1].range.global_size[0], 64u);
  EXPECT_EQ(scalar(plan->launches[1].arguments[3]), 16u);
  ASSERT_EQ(plan->buffers.size(), 3u);
  EXPECT_EQ(plan->buffers[1].elements, 16u);
  EXPECT_EQ(plan->buffers[2].name, "out");
  EXPECT_EQ(plan->expectation->result_buffer, 2u);
  EXPECT_EQ(plan->expectation->depth, 10u) << "6 levels, and 4 for the 16 that are left";
  EXPECT_EQ(std::get<LocalArgument>(plan->launches[0].arguments[2]).bytes, 256u);
}

TEST(MakePlan, OneElementNeedsOneLaunchOfATreeAndNoStepLaunch) {
  const auto tree = plan_for("reduce/sequential-local", small_request(1, 64));
  ASSERT_TRUE(tree);
  EXPECT_EQ(tree->launches.size(), 1u);
  const auto steps = plan_for("reduce/interleaved-global", small_request(1, 64));
  ASSERT_TRUE(steps);
  EXPECT_TRUE(steps->launches.empty());
  EXPECT_EQ(steps->expectation->result_buffer, steps->expectation->input_buffer);
}

TEST(MakePlan, InterleavedStepsRunHalfOfTheRemainingElements) {
  const auto plan = plan_for("reduce/interleaved-global", small_request(4096, 256));
  ASSERT_TRUE(plan);
  ASSERT_EQ(plan->launches.size(), 12u);
  std::uint64_t s = 1;
  for (const PlanLaunch& launch : plan->launches) {
    EXPECT_EQ(launch.range.global_size[0], 4096 / (2 * s));
    EXPECT_LE(launch.range.local_size[0], 256u);
    EXPECT_EQ(scalar(launch.arguments[1]), s);
    s *= 2;
  }
}

TEST(MakePlan, EveryPairOfAnyNHasAWorkItem) {
  for (std::uint64_t n = 2; n < 300; ++n) {
    const auto plan = plan_for("reduce/interleaved-global", small_request(n, 8));
    ASSERT_TRUE(plan);
    ASSERT_TRUE(validate(*plan)) << n;
    for (std::size_t step = 0; step < plan->launches.size(); ++step) {
      const std::uint64_t s = std::uint64_t{1} << step;
      std::uint64_t pairs = 0;
      for (std::uint64_t left = 0; left + s < n; left += 2 * s) ++pairs;
      EXPECT_GE(plan->launches[step].range.global_size[0], pairs);
      EXPECT_LT(plan->launches[step].range.global_size[0], pairs + 8);
    }
    EXPECT_GE(std::uint64_t{1} << plan->launches.size(), n);
  }
}

TEST(MakePlan, PlansAreValidAndReproducible) {
  for (const Algorithm& algorithm : catalogue())
    for (const std::uint64_t n : {1u, 2u, 63u, 64u, 65u, 4096u, 99999u, 16777216u}) {
      if (n >= algorithm.max_n) continue;
      const auto plan = plan_for(algorithm.id, small_request(n, 64));
      ASSERT_TRUE(plan) << algorithm.id;
      EXPECT_TRUE(validate(*plan)) << algorithm.id << " " << n;
      EXPECT_EQ(*plan, *plan_for(algorithm.id, small_request(n, 64)));
      EXPECT_FALSE(*plan == *plan_for(algorithm.id, small_request(n + 1, 64)));
    }
}

TEST(MakePlan, RefusesInvalidSizes) {
  for (const Algorithm& algorithm : catalogue()) {
    expect_refusal(algorithm.id, small_request(0, 64), "n is 0");
    expect_refusal(algorithm.id, small_request(64, 0), "work-group size is 0");
    expect_refusal(algorithm.id, small_request(64, 2048), "at most 1024");
    const bool quadratic = algorithm.max_n != max_uint_elements;
    expect_refusal(algorithm.id, small_request(std::uint64_t{1} << 32, 64),
                   quadratic ? "1,048,576" : "4,294,967,295");
    expect_refusal(algorithm.id, small_request(UINT64_MAX, 64), quadratic ? "Θ(n²)" : "uint");
  }
  expect_refusal("scan/block", small_request(64, 48), "48 is not a multiple of 32 (64 is)");
  expect_refusal("reduce/divergent", small_request(64, 1), "at least 2");
  expect_refusal("reduce/divergent", small_request(64, 96), "96 is not a power of two (64 and 128 are)");
  EXPECT_TRUE(plan_for("reduce/interleaved-global", small_request(64, 1)));
  EXPECT_TRUE(plan_for("reduce/interleaved-global", small_request(64, 96)));
}

TEST(MakePlan, RefusesSizesBeyondTheDevice) {
  PlanRequest request = small_request(1 << 20, 256);
  request.limits.max_buffer_bytes = 1 << 20;
  expect_refusal("reduce/divergent", request, "at most 262,144");
  request = small_request(1 << 20, 256);
  request.limits.global_bytes = 4 << 20;
  expect_refusal("reduce/divergent", request, "of global memory");
  request = small_request(1 << 20, 256);
  request.limits.local_bytes = 512;
  expect_refusal("reduce/divergent", request, "of local memory");
  request = small_request(16, 4);
  request.type = ElementType::float64;
  request.limits.has_float64 = false;
  expect_refusal("reduce/divergent", request, "double precision");
}

TEST(MakePlan, RefusesUnsupportedTypesOperatorsAndKinds) {
  PlanRequest request = small_request(16, 4);
  request.type = ElementType::int8;
  expect_refusal("reduce/divergent", request, "choose int, uint, float");
  request = small_request(16, 4);
  request.exclusive = true;
  expect_refusal("reduce/divergent", request, "only scans");
  Algorithm only_sum = **find_algorithm("reduce/divergent");
  only_sum.operators = {Operator::sum};
  request = small_request(16, 4);
  request.op = Operator::max;
  const auto plan = make_plan(only_sum, request, *load_kernel(only_sum, ""));
  ASSERT_FALSE(plan);
  EXPECT_NE(plan.error().message.find("choose sum."), std::string::npos) << plan.error().message;
}

}  // namespace
}  // namespace lockstep
