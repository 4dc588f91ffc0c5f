// Counts made on the worker thread: correct, in time, and only those that are needed.
#include "gui/background_jobs/count_runner.hpp"

#include <gmock/gmock.h>

#include <atomic>
#include <thread>

namespace lockstep::gui {
namespace {

using testing::HasSubstr;

constexpr auto kLongRun = std::chrono::minutes(1);

CountRequest request_of(const std::string& algorithm, std::uint64_t n = 64, std::uint64_t group = 64) {
  AppState state;
  state.algorithm = algorithm;
  state.n = n;
  state.group_size = group;
  return {run_request(state), false};
}

CountRequest own(const std::string& text) {
  CountRequest request = request_of("reduce/divergent");
  request.run.text = text;
  request.own_text = true;
  return request;
}

TEST(CountRun, CountsWhatTheSimulatorCounts) {
  const Counted counted = count_run(request_of("reduce/divergent"), "");
  ASSERT_TRUE(counted.counters) << counted.reason;
  EXPECT_EQ(counted.counters->launches, 1u);
  EXPECT_EQ(counted.counters->warps, 2u);
  EXPECT_EQ(counted.counters->steps, 6u);
  EXPECT_EQ(counted.counters->work, 63u);
  EXPECT_EQ(counted.processors, 64u);
  EXPECT_EQ(counted.reason + counted.wrong, "");
}

TEST(CountRun, ReportsWhyItCannotRun) {
  const Counted counted = count_run(request_of("scan/block", 64, 2048), "");
  EXPECT_FALSE(counted.counters);
  EXPECT_THAT(counted.reason, HasSubstr("at most 1024"));
  EXPECT_THAT(count_run(own("no kernel"), "").reason, HasSubstr("1:"));
}

TEST(CountRun, RunsThatTakeTooLongAreRefused) {
  EXPECT_THAT(count_run(request_of("reduce/divergent", 1 << 24), "").reason, HasSubstr("choose a smaller n"));
  const Counted counted =
      count_run(own("__kernel void reduce_divergent(__global T *out, __global const T *in, "
                    "__local T *s, uint n) { while (n > 0) out[0] = in[0]; }"),
                "");
  EXPECT_FALSE(counted.counters);
  EXPECT_THAT(counted.reason, HasSubstr("never leaves the loop at line 1"));
}

TEST(CountRun, InPiecesItIsTheSame) {
  const CountRequest request = request_of("scan/blelloch", 4096, 256);
  Counting counting(request, "");
  std::optional<Counted> counted;
  std::size_t pieces = 0;
  for (; !counted; ++pieces) counted = counting.go_on(std::chrono::milliseconds(0));
  EXPECT_GT(pieces, 3u);
  EXPECT_EQ(counted->counters, count_run(request, "").counters);
}

TEST(CountRun, AWrongKernelIsCountedAndItsErrorReported) {
  const Counted counted =
      count_run(own("__kernel void reduce_divergent(__global T *out, __global const T *in, "
                    "__local T *s, uint n) { out[get_global_id(0)] = 0; }"),
                "");
  EXPECT_NE(counted.wrong + counted.reason, "");
}

// The reported reason is the size, not the reads that result from it.
TEST(CountRun, AKernelThatDoesNotSuitTheWorkGroupSaysSo) {
  const Counted counted = count_run(request_of("scan/warp", 64, 16), "");
  EXPECT_THAT(counted.wrong, HasSubstr("Not made for work-groups of 16: "));
  EXPECT_EQ(count_run(request_of("scan/warp", 64, 32), "").wrong, "");
}

TEST(CountRunner, FillsRowByRowAndKeepsTheCounts) {
  CountRunner runner;
  const std::vector<CountRequest> wanted{request_of("reduce/divergent"), request_of("scan/blelloch")};
  runner.want(wanted);
  runner.wait(kLongRun);
  const CountSnapshot seen = runner.snapshot();
  ASSERT_TRUE(seen.complete());
  EXPECT_FALSE(seen.running);
  EXPECT_EQ(seen.find(wanted[1])->counters->local_conflicts, 120u);
  runner.want({});
  EXPECT_TRUE(runner.snapshot().requests.empty());
  runner.want(wanted);
  EXPECT_TRUE(runner.snapshot().complete()) << "counted once, kept";
}

TEST(CountRunner, ANewRequestCancelsWaitingCounts) {
  CountRunner runner;
  std::vector<CountRequest> many;
  for (std::uint64_t n = 1000; n < 1030; ++n) many.push_back(request_of("scan/one-item-per-output", n));
  runner.want(many);
  const std::vector<CountRequest> few{request_of("reduce/divergent")};
  runner.want(few);
  runner.wait(kLongRun);
  EXPECT_EQ(runner.snapshot().requests, few);
  EXPECT_TRUE(runner.snapshot().complete());
  runner.want(many);
  EXPECT_LT(runner.snapshot().finished(), 3u) << "at most the counts that had started";
  runner.want({});
}

// Without threads: finished counts are kept, the current run ends immediately, and all runs are counted in
// the end.
TEST(CountRunner, StopsAndGoesOn) {
  const auto slices = std::make_shared<JobSlices>();
  CountRunner runner("", {{}, slices});
  const std::vector<CountRequest> wanted{request_of("reduce/divergent"), request_of("scan/blelloch", 4096),
                                         request_of("scan/grid", 4096)};
  runner.want(wanted);
  while (runner.snapshot().running != 1) slices->run_slice(std::chrono::milliseconds(0));
  runner.stop();
  runner.want(wanted);  // called in every frame
  EXPECT_TRUE(runner.snapshot().is_stopped);
  slices->run_slice(std::chrono::milliseconds(0));
  EXPECT_FALSE(slices->has_work());
  EXPECT_EQ(runner.snapshot().finished(), 1u);
  runner.go_on();
  runner.stop();
  runner.go_on();  // before the stopped run has ended
  EXPECT_FALSE(runner.snapshot().is_stopped);
  runner.wait(kLongRun);
  runner.snapshot();
  runner.wait(kLongRun);
  EXPECT_TRUE(runner.snapshot().complete());
  runner.stop();
  EXPECT_FALSE(runner.snapshot().is_stopped) << "nothing was left";
}

TEST(CountRunner, WakesTheWindowForEveryRow) {
  std::atomic<int> woken = 0;
  CountRunner runner("", [&] { ++woken; });
  runner.want({request_of("reduce/divergent"), request_of("reduce/unrolled")});
  runner.wait(kLongRun);
  for (int i = 0; i < 1000 && woken < 2; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_EQ(woken, 2);
}

}  // namespace
}  // namespace lockstep::gui
