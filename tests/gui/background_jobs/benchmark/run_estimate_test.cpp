// The time estimate for requests of the window.
#include <gtest/gtest.h>

#include "gui/background_jobs/benchmark/benchmark_runner.hpp"

namespace lockstep::gui {
namespace {

BenchmarkSnapshot with_one_device() {
  BenchmarkSnapshot seen;
  measure::Device device;
  device.name = "Test GPU";
  device.kind = measure::Device::Kind::gpu;
  seen.devices = std::vector{device};
  return seen;
}

TEST(RunEstimate, AFreshWindowRunsTheKernelOnTheScreen) {
  AppState state;
  EXPECT_EQ(benchmark_choice(state), std::vector<std::string>{"reduce/divergent"});
  choose_algorithm(state, "scan/blelloch");
  EXPECT_EQ(benchmark_choice(state), std::vector<std::string>{"scan/blelloch"});
  const std::vector<measure::BenchRequest> requests = benchmark_requests(state, "");
  ASSERT_EQ(requests.size(), state.benchmark.sizes.size());
  EXPECT_EQ(requests.front().id(), "scan/blelloch");
  EXPECT_EQ(estimate_run(state, with_one_device()).rows, requests.size());
}

TEST(RunEstimate, AHazardOnTheScreenRuns) {
  AppState state;
  choose_algorithm(state, "hazards/missing-barrier");
  const std::vector<measure::BenchRequest> requests = benchmark_requests(state, "");
  ASSERT_EQ(requests.size(), 2u);
  EXPECT_EQ(requests.front().id(), "hazards/missing-barrier");
  EXPECT_TRUE(requests.front().by_name);
}

TEST(RunEstimate, AnEmptyListOfOldScenesStillMeansAll) {
  AppState state;
  state.benchmark.algorithms.clear();
  EXPECT_EQ(benchmark_choice(state), benchmark_ids());
  for (const measure::BenchRequest& request : benchmark_requests(state, "")) EXPECT_FALSE(request.by_name);
}

TEST(RunEstimate, MoreRowsAndMoreElementsTakeLonger) {
  AppState one, more;
  more.benchmark.sizes = {1 << 20, 1 << 28};
  const BenchmarkSnapshot seen = with_one_device();
  EXPECT_GT(estimate_run(more, seen).seconds, 1.5 * estimate_run(one, seen).seconds);
  one.benchmark.algorithms.clear();
  EXPECT_GT(estimate_run(one, seen).seconds, 10.0);
}

TEST(RunEstimate, WhatWasMeasuredBeforeCounts) {
  AppState state;
  state.benchmark.sizes = {1 << 20};
  state.benchmark.repetitions = 20;
  state.benchmark.warm_ups = 3;
  BenchmarkSnapshot seen = with_one_device();
  const double guessed = estimate_run(state, seen).seconds;
  seen.known = std::make_shared<const std::vector<measure::KnownTime>>(std::vector<measure::KnownTime>{
      {"reduce/divergent", "Test GPU", 1 << 19, 1.0}, {"reduce/divergent", "other", 1 << 20, 9}});
  const double known = estimate_run(state, seen).seconds;
  EXPECT_NEAR(known - guessed, 46, 1) << "23 runs of twice the elements";
}

}  // namespace
}  // namespace lockstep::gui
