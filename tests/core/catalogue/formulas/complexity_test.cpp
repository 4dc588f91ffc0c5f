// The formulas of the measures. tests/sim/observers/measures_test.cpp compares them with counted runs.
#include "core/catalogue/formulas/complexity.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/catalogue/algorithm.hpp"
#include "core/catalogue/formulas/network_steps.hpp"

namespace lockstep {
namespace {

PlanRequest request_of(std::uint64_t n, std::uint64_t group, bool exclusive = false) {
  PlanRequest request;
  request.n = n;
  request.group_size = group;
  request.exclusive = exclusive;
  return request;
}

bool is_scan(const Algorithm& algorithm) { return algorithm.family == Algorithm::Family::scan; }

PlanCost cost_of(const Algorithm& algorithm, std::uint64_t n, std::uint64_t group, bool exclusive = false) {
  return cost_of(algorithm.complexity.of_plan(algorithm, request_of(n, group, exclusive)));
}

std::uint64_t product(const PlanCost& cost) { return cost.processors * cost.steps; }

double ratio(std::uint64_t value, std::uint64_t n) {
  return static_cast<double>(value) / static_cast<double>(n);
}

TEST(Measures, FollowFromProcessorsStepsAndWork) {
  const Measures measures = measures_of(16, {.processors = 8, .steps = 4, .work = 17, .useful = {3, 15}});
  EXPECT_EQ(measures.cost, 32u);
  EXPECT_DOUBLE_EQ(*measures.speed_up, 15.0 / 4);
  EXPECT_DOUBLE_EQ(*measures.efficiency, 15.0 / 32);
  EXPECT_EQ(measures.overhead, 17);
  EXPECT_EQ(measures.work, 17u);
  EXPECT_EQ(measures.useful_work, 15u);
  EXPECT_DOUBLE_EQ(*measures.useful_efficiency, 15.0 / 24);
  EXPECT_FALSE(measures_of(16, {.processors = 8, .steps = 4, .work = 17, .useful = {0, 15}}).useful_steps);
}

TEST(Measures, WithoutAStepThereIsNoSpeedUp) {
  const Measures measures = measures_of(1, {});
  EXPECT_FALSE(measures.speed_up || measures.efficiency);
  EXPECT_EQ(measures.cost, 0u);
  EXPECT_EQ(measures.overhead, 0);
}

TEST(Measures, EveryEntryOfTheCatalogueHasMeasures) {
  for (const Algorithm& algorithm : catalogue()) {
    const Complexity& complexity = algorithm.complexity;
    if (!complexity.of_plan) continue;
    EXPECT_TRUE(predicted_measures(algorithm, request_of(1000, 64))) << algorithm.id;
    for (const std::string& text : {complexity.processors, complexity.steps, complexity.work,
                                    complexity.steps_class, complexity.work_class, complexity.cost_class})
      EXPECT_FALSE(text.empty()) << algorithm.id;
    EXPECT_TRUE(complexity.work_optimal || !complexity.cost_optimal)
        << algorithm.id << ": what is cost-optimal is work-optimal";
    EXPECT_EQ(complexity.work_optimal, complexity.work_class == "Θ(n)") << algorithm.id;
    EXPECT_EQ(complexity.cost_optimal, complexity.cost_class == "Θ(n)") << algorithm.id;
  }
}

TEST(Measures, ProcessorsAreTheWorkItemsOfTheWidestLaunch) {
  for (const Algorithm& algorithm : catalogue()) {
    if (!algorithm.complexity.of_plan) continue;
    for (const std::uint64_t n : {1u, 2u, 3u, 31u, 64u, 65u, 127u, 1000u, 4096u, 65537u, 1000003u}) {
      for (const std::uint64_t group : {32u, 64u, 256u}) {
        for (const bool exclusive : {false, true}) {
          if (exclusive && !is_scan(algorithm)) continue;
          const PlanRequest request = request_of(n, group, exclusive);
          const auto plan = make_plan(algorithm, request, *load_kernel(algorithm, ""));
          ASSERT_TRUE(plan) << plan.error().message;
          EXPECT_EQ(algorithm.complexity.of_plan(algorithm, request).processors, processors_of(*plan))
              << algorithm.id << " n = " << n << " L = " << group << (exclusive ? " exclusive" : "");
        }
      }
    }
  }
}

TEST(Measures, AReductionTakesOneUsefulApplicationLessThanElements) {
  for (const Algorithm& algorithm : catalogue()) {
    if (is_scan(algorithm) || !algorithm.complexity.of_plan) continue;
    // Lanes that exchange sums also compute some sums that are not used.
    for (const std::uint64_t n : {1u, 2u, 5u, 64u, 1000u, 4096u, 1u << 24}) {
      const std::uint64_t work = cost_of(algorithm, n, 256).useful.work;
      EXPECT_TRUE(algorithm.is_tunable ? work >= n - 1 && work < 4 * n + 4 : work == n - 1)
          << algorithm.id << " " << work;
    }
  }
}

// The textbook formulas for n = 2^k elements in one block; they count only operations on inputs.
TEST(BlockCosts, AreTheClassicalClosedFormsInAWholeBlock) {
  for (std::uint64_t n = 2; n <= 2048; n *= 2) {
    const std::uint64_t log = log2_ceil(n);
    EXPECT_EQ(tree_cost(n), (StepsAndWork{log, n - 1}));
    EXPECT_EQ(hillis_steele_cost(n, n, false), (StepsAndWork{log, n * log - (n - 1)}));
    EXPECT_EQ(brent_kung_cost(n, n / 2, false), (StepsAndWork{2 * log - 1, 2 * (n - 1) - log}));
    EXPECT_EQ(blelloch_cost(n, n / 2, true).work, 2 * (n - 1) - log);
    EXPECT_EQ(blelloch_cost(n, n / 2, false).work, 3 * (n - 1) - log);
    if (n < 4) continue;
    EXPECT_EQ(blelloch_cost(n, n / 2, true).steps, 2 * log - 2);
    EXPECT_EQ(blelloch_cost(n, n / 2, false).steps, 2 * log);
  }
  // Executed: 001's figures 10 and 11, n = 8.
  EXPECT_EQ(blelloch_phases(8, 4, true).steps(), 6u);
  EXPECT_EQ(blelloch_phases(8, 4, true).work(), 14u);
  EXPECT_EQ(blelloch_phases(8, 4, false).steps(), 8u);
  EXPECT_EQ(blelloch_phases(8, 4, false).work(), 22u);
  for (std::uint64_t L = 128; L <= 1024; L *= 2) {
    EXPECT_EQ(block_scan_cost(L, L, false).steps, log2_ceil(L) + 2);
    EXPECT_EQ(grid_scan_cost(4 * L, L, false).steps, log2_ceil(4 * L) + 6);
    EXPECT_NEAR(ratio(block_scan_cost(L, L, false).work, L), 6, 0.8);
    EXPECT_NEAR(ratio(grid_scan_cost(4 * L, L, false).work, 4 * L), 3, 0.1);
  }
}

TEST(Measures, OneItemPerOutputIsQuadratic) {
  for (const Algorithm& algorithm : catalogue()) {
    if (algorithm.complexity.work_class != "Θ(n²)") continue;
    for (const std::uint64_t n : {1u, 2u, 64u, 1000u}) {
      EXPECT_EQ(cost_of(algorithm, n, 64).work, n * (n + 1) / 2);
      EXPECT_EQ(cost_of(algorithm, n, 64).steps, n);
      EXPECT_EQ(cost_of(algorithm, n, 64).useful, (StepsAndWork{n - 1, n * (n - 1) / 2}));
      EXPECT_EQ(cost_of(algorithm, n, 64, true).work, n * (n - 1) / 2);
    }
  }
}

// "Optimal" means: below a constant multiple of n for all n. Here n grows by a factor of 2^14, and log n from
// 16 to 30: the cost per element of an algorithm that is not cost-optimal grows by a factor of 1.9.
TEST(Measures, CostOptimalIsInProportionToN) {
  for (const Algorithm& algorithm : catalogue()) {
    if (!algorithm.complexity.of_plan) continue;
    const std::uint64_t large = std::min<std::uint64_t>(algorithm.max_n, std::uint64_t{1} << 30);
    const std::uint64_t small = 1u << 16;
    const double growth = ratio(product(cost_of(algorithm, large, 256)), large) /
                          ratio(product(cost_of(algorithm, small, 256)), small);
    EXPECT_EQ(algorithm.complexity.cost_optimal, growth < 1.5) << algorithm.id << " " << growth;
  }
}

TEST(Measures, WorkOptimalIsInProportionToN) {
  for (const Algorithm& algorithm : catalogue()) {
    if (!algorithm.complexity.of_plan) continue;
    const std::uint64_t n = std::min<std::uint64_t>(algorithm.max_n, std::uint64_t{1} << 30);
    double most = 0;
    for (std::uint64_t group = 32; group <= 1024; group *= 2)
      most = std::max(most, ratio(cost_of(algorithm, n, group).work, n));
    EXPECT_EQ(algorithm.complexity.work_optimal, most < 10) << algorithm.id << " " << most;
  }
}

TEST(Measures, OptimalProcessorsAreNByLogN) {
  Complexity good;
  good.work_optimal = true;
  EXPECT_EQ(optimal_processors(good, 4096), 341u);  // as in the lecture slides
  EXPECT_EQ(optimal_processors(good, 1), 1u);
  EXPECT_EQ(optimal_processors(good, 2), 1u);
  EXPECT_EQ(optimal_processors(good, 4), 2u);
  EXPECT_EQ(optimal_processors(Complexity{}, 4096), std::nullopt);
  EXPECT_EQ(isoefficiency_class(good), "Θ(p log p)");
  EXPECT_EQ(isoefficiency_class(Complexity{}), "none");
}

// T(n,p) = n / p + log p has constant efficiency along n = p log p.
TEST(Measures, EfficiencyStaysAlongTheIsoefficiencyCurve) {
  const auto efficiency = [](double n, double p) { return n / (p * (n / p + std::log2(p))); };
  const double n = 5000;
  for (const double p : {16.0, 1024.0, 65536.0})
    EXPECT_NEAR(efficiency(isoefficient_n(n, 32, p), p), efficiency(n, 32), 1e-9);
}

// The tolerance of a floating-point result is that of the algorithm's order of addition: it depends on T.
TEST(Measures, NoChainIsLongerThanTheSteps) {
  for (const Algorithm& algorithm : catalogue()) {
    if (!algorithm.complexity.of_plan) continue;
    for (const std::uint64_t n : {2u, 100u, 5000u}) {
      const auto plan = make_plan(algorithm, request_of(n, 64), *load_kernel(algorithm, ""));
      ASSERT_TRUE(plan);
      EXPECT_LE(plan->expectation->depth, cost_of(algorithm, n, 64).steps) << algorithm.id;
      EXPECT_GT(plan->expectation->depth, 0u) << algorithm.id;
    }
  }
}

}  // namespace
}  // namespace lockstep
