// Time on any number of processors, compared with the numbers of lecture 002.
#include "core/catalogue/on_processors.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace lockstep {
namespace {

PlanRequest sized_request(std::uint64_t n, std::uint64_t group) {
  PlanRequest request;
  request.n = n;
  request.group_size = group;
  return request;
}

const Algorithm& named(const std::string& id) { return **find_algorithm(id); }

Measures measured(const std::string& id, std::uint64_t n, std::uint64_t p) {
  return measures_of(n, on_processors(named(id), sized_request(n, 256), p));
}

// 002 sums 4,096 elements with 256 processors: n / p + log p.
TEST(OnProcessors, KernelSixOnTwoHundredAndFiftySix) {
  const Measures measures = measured("reduce/grid-stride", 4096, 256);
  EXPECT_EQ(measures.steps, 24u);
  EXPECT_EQ(measures.useful_steps, 23u);
  EXPECT_NEAR(*measures.efficiency, 0.667, 5e-4);
  EXPECT_NEAR(*measures.useful_efficiency, 0.695, 5e-4);
  EXPECT_EQ(measures.work, 4096u + 255);
  EXPECT_EQ(measures.useful_work, 4095u);
}

// Step i takes ⌈pᵢ / p⌉: 8 + 4 + 2 + 1 · 5 in blocks of 256, and 8 for the 16 totals.
TEST(OnProcessors, ATreeIsSlowerThanSharesThatAreCostOptimal) {
  EXPECT_EQ(measured("reduce/divergent", 4096, 256).steps, 27u);
  EXPECT_LT(measured("reduce/grid-stride", 4096, 256).steps, measured("reduce/divergent", 4096, 256).steps);
}

TEST(OnProcessors, AnyNumberNotOnlyPowersOfTwo) {
  EXPECT_EQ(measured("reduce/grid-stride", 4096, 341).steps, 13u + 9);
  EXPECT_EQ(measured("reduce/grid-stride", 4096, 100).steps, 41u + 7);
  EXPECT_EQ(measured("reduce/grid-stride", 4096, 1).steps, 4096u);
  EXPECT_EQ(measured("scan/cost-optimal", 4096, 341).steps, 2 * 13u + 9);
  EXPECT_EQ(measured("scan/cost-optimal", 4096, 1).steps, 4096u);
  const Measures more = measured("reduce/grid-stride", 100, 1000);
  EXPECT_EQ(more.steps, 1u + 7) << "further processors have no element";
  EXPECT_EQ(more.processors, 1000u) << "but count as processors";
}

// Each step rounds up: never below Brent's W / p nor T, and never above T + (W − T) / p.
TEST(OnProcessors, StaysWithinBrentsBounds) {
  for (const Algorithm& algorithm : catalogue()) {
    if (!algorithm.complexity.of_plan || algorithm.complexity.shares.passes != 0) continue;
    for (const std::uint64_t n : {1u, 100u, 4096u, 5000u}) {
      const PlanCost own = cost_of(algorithm.complexity.of_plan(algorithm, sized_request(n, 256)));
      for (const std::uint64_t p : {1u, 3u, 32u, 100u, 256u, 5000u, 100000u}) {
        const PlanCost cost = on_processors(algorithm, sized_request(n, 256), p);
        EXPECT_EQ(cost.work, own.work) << algorithm.id;
        EXPECT_GE(cost.steps, own.steps) << algorithm.id;
        EXPECT_GE(cost.steps * p, own.work) << algorithm.id;
        EXPECT_LE(static_cast<double>(cost.steps),
                  static_cast<double>(own.steps) +
                      static_cast<double>(own.work - own.steps) / static_cast<double>(p) + 1e-9)
            << algorithm.id;
        EXPECT_TRUE(p != 1 || cost.steps == own.work) << algorithm.id;
      }
    }
  }
}

TEST(OnProcessors, TheTimeIsLeastWhereTheDerivativeIsZero) {
  const FastestProcessors fastest = fastest_processors(named("reduce/grid-stride"), sized_request(4096, 256));
  EXPECT_EQ(fastest.p, 4096u) << "002: dT/dp = 0 where n = p";
  EXPECT_NEAR(*fastest.exact, 4096 * std::log(2), 1e-9);
  const auto time = [](double p) { return 4096 / p + std::log2(p); };
  EXPECT_LT(time(*fastest.exact), time(*fastest.exact * 1.01));
  EXPECT_LT(time(*fastest.exact), time(*fastest.exact / 1.01));
  const FastestProcessors tree = fastest_processors(named("reduce/divergent"), sized_request(4096, 256));
  EXPECT_FALSE(tree.exact);
  EXPECT_EQ(tree.p, 2048u);
  const auto on = [](std::uint64_t p) {
    return on_processors(named("reduce/divergent"), sized_request(4096, 256), p).steps;
  };
  EXPECT_EQ(on(2048), on(4096));
  EXPECT_GT(on(2047), on(2048));
}

TEST(Phases, FallingNumbersRoundUpOneByOne) {
  Phases phases;
  phases.add(Phase{10, 10, 1});  // 10, 9, … 1
  EXPECT_EQ(phases.work(), 55u);
  EXPECT_EQ(phases.steps(), 10u);
  EXPECT_EQ(phases.steps_on(4), 3u + 3 + 2 + 2 + 2 + 2 + 1 + 1 + 1 + 1);
  Phases some;
  some.add(Phase{10, 3, 1});
  EXPECT_EQ(some.work(), 27u);
  EXPECT_EQ(some.steps_on(4), 8u);
}

}  // namespace
}  // namespace lockstep
