// A run that pauses as often as possible gives the same result as a run without pauses.
#include "sim/observers/counted_run_maker.hpp"

#include <gtest/gtest.h>

#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

struct Paused {
  CountedRun run;
  std::size_t pieces = 1;
};

Paused run_in_pieces(const Plan& plan, const RunOptions& options) {
  auto maker = CountedRunMaker::begin(plan, model_named("cc9.0"), options);
  EXPECT_TRUE(maker) << maker.error().message;
  Paused paused;
  while (maker->go_on(std::chrono::milliseconds(0))) ++paused.pieces;
  paused.run = maker->finish();
  return paused;
}

void expect_same(const CountedRun& one, const CountedRun& other) {
  EXPECT_EQ(one.total, other.total);
  EXPECT_EQ(one.launches, other.launches);
  EXPECT_EQ(one.lines, other.lines);
  EXPECT_EQ(one.buffers, other.buffers);
  EXPECT_EQ(one.printed, other.printed);
  EXPECT_EQ(one.early_end, other.early_end);
  ASSERT_EQ(one.findings.size(), other.findings.size());
  for (std::size_t i = 0; i < one.findings.size(); ++i)
    EXPECT_EQ(one.findings[i].message, other.findings[i].message);
}

class InPieces : public testing::TestWithParam<const char*> {};
TEST_P(InPieces, ARunIsTheSame) {
  const Plan plan = catalogue_plan(GetParam(), {.n = 4096, .group_size = 128});
  for (const LaneSchedule lanes : {LaneSchedule::lockstep, LaneSchedule::independent})
    for (const auto kind : {ExecutionOrder::Kind::fixed, ExecutionOrder::Kind::random}) {
      RunOptions options;
      options.threads = 1;
      options.schedule = {lanes, {}};
      options.schedule.order.kind = kind;
      const auto whole = run_counted(plan, model_named("cc9.0"), options);
      ASSERT_TRUE(whole) << whole.error().message;
      const Paused paused = run_in_pieces(plan, options);
      EXPECT_GT(paused.pieces, 2u);
      expect_same(paused.run, *whole);
    }
}
INSTANTIATE_TEST_SUITE_P(Some, InPieces,
                         testing::Values("reduce/divergent", "scan/blelloch", "scan/look-back",
                                         "hazards/missing-barrier"),
                         [](const auto& it) {
                           std::string name = it.param;
                           for (char& c : name)
                             if (c == '/' || c == '-') c = '_';
                           return name;
                         });

// If threads share the work-groups, the run does not pause, because a paused part would be missing.
TEST(InPieces, ThreadsDoNotPause) {
  const Plan plan = catalogue_plan("reduce/divergent", {.n = 1 << 16, .group_size = 256});
  RunOptions options;
  options.threads = 2;
  const auto whole = run_counted(plan, model_named("cc9.0"), options);
  ASSERT_TRUE(whole) << whole.error().message;
  expect_same(run_in_pieces(plan, options).run, *whole);
}

TEST(InPieces, AnEndlessLoopPausesAndIsStopped) {
  const Plan plan = kernel_plan(
      "kernel void k(global int *out, global const int *in) { for (uint i = 1; i != 0; i += 2) out[0] = i; }",
      64, 64);
  std::stop_source stop;
  RunOptions options;
  options.stop = stop.get_token();
  auto maker = CountedRunMaker::begin(plan, model_named("cc9.0"), options);
  ASSERT_TRUE(maker) << maker.error().message;
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(maker->go_on(std::chrono::milliseconds(0)));
  stop.request_stop();
  EXPECT_FALSE(maker->go_on(std::chrono::milliseconds(0)));
  EXPECT_EQ(maker->finish().early_end, EarlyEnd::requested);
}

}  // namespace
}  // namespace lockstep::sim
