// The thread of the Run on GPU tab, without a window.
#include "gui/background_jobs/benchmark/benchmark_runner.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <thread>

#include "core/benchmark_data/history.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::gui {
namespace {

AppState one_way() {
  AppState state;
  state.benchmark.algorithms = {"cpu/sequential"};
  state.benchmark.sizes = {1000, 2000};
  state.benchmark.repetitions = 2;
  state.benchmark.warm_ups = 1;
  return state;
}

BenchmarkSnapshot run_and_wait(BenchmarkRunner& runner, const AppState& state) {
  const auto wait = [&](auto done) {
    for (int i = 0; i < 3000 && !done(runner.snapshot()); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
  };
  runner.discover();
  wait([](const BenchmarkSnapshot& seen) { return !seen.discovering; });
  runner.run(state);
  wait([](const BenchmarkSnapshot& seen) { return !seen.running; });
  return runner.snapshot();
}

TEST(BenchmarkRunner, StoresPassingResultsAndComparesTheNextRun) {
  const TemporaryFolder folder;
  const std::string file = folder.file("lockstep/results.jsonl");
  BenchmarkRunner runner({}, {}, file);
  const BenchmarkSnapshot first = run_and_wait(runner, one_way());
  ASSERT_EQ(first.rows.size(), 2u);
  EXPECT_FALSE(first.rows[0].earlier);
  EXPECT_EQ(measure::read_results(file).results.size(), 2u);
  const BenchmarkSnapshot second = run_and_wait(runner, one_way());
  ASSERT_EQ(second.rows.size(), 2u);
  ASSERT_TRUE(second.rows[1].earlier);
  EXPECT_EQ(second.rows[1].earlier->times_ns.median, first.rows[1].device_ns.median);
  EXPECT_TRUE(second.problems.empty());
}

TEST(BenchmarkRunner, ReportsFilesThatCannotBeReadOrWritten) {
  const TemporaryFolder folder;
  const std::string file = folder.file("results.jsonl");
  std::ofstream(file) << "no result\n";
  BenchmarkRunner runner({}, {}, file);
  const BenchmarkSnapshot seen = run_and_wait(runner, one_way());
  ASSERT_EQ(seen.problems.size(), 1u);
  EXPECT_THAT(seen.problems[0], testing::HasSubstr("line 1 is ignored"));
  BenchmarkRunner nowhere({}, {}, file + "/results.jsonl");  // `file` is not a folder
  EXPECT_THAT(run_and_wait(nowhere, one_way()).problems, testing::SizeIs(1));
}

TEST(BenchmarkRunner, StoresNothingWithoutAPath) {
  BenchmarkRunner runner;
  const BenchmarkSnapshot seen = run_and_wait(runner, one_way());
  ASSERT_EQ(seen.rows.size(), 2u);
  EXPECT_EQ(seen.rows[0].status, measure::BenchRow::Status::passed) << seen.rows[0].reason;
  EXPECT_FALSE(seen.rows[0].earlier);
}

}  // namespace
}  // namespace lockstep::gui
