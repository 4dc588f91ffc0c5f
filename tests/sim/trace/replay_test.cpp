// A run of the whole trace compared with the recorded run.
#include "sim/trace/replay.hpp"

#include <gtest/gtest.h>

#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

class Counted final : public Observer {
 public:
  std::uint64_t accesses = 0;
  void on_access(const MachineState&, const Moment&, const Instruction&, const ObservedAccess&) override {
    ++accesses;
  }
};

class RerunOf : public testing::TestWithParam<const char*> {};

// Memory and its ids equal those of the recorded run at each position, also if a run is divided into pieces
// and is so long that the machine uses the shapes of accesses.
TEST_P(RerunOf, HasTheStatesOfTheTrace) {
  const auto trace =
      Trace::record(catalogue_plan(GetParam(), {.n = 600, .group_size = 64}), model_named("cc9.0"));
  ASSERT_TRUE(trace.has_value());
  Counted watcher;
  Rerun rerun(**trace, watcher);
  std::uint64_t expected = 0;
  while (rerun.position() < (*trace)->size())
    rerun.go_on([&](std::uint64_t position) {
      EXPECT_EQ(position, expected++);
      if (position % 61 == 0) {
        const auto sought = (*trace)->seek(position + 1);
        EXPECT_TRUE(rerun.state().machine == sought->machine) << position;
        EXPECT_EQ(rerun.state().buffer_provenance, sought->buffer_provenance) << position;
        EXPECT_EQ(rerun.state().local_provenance, sought->local_provenance) << position;
      }
      return position % 1000 != 999;
    });
  EXPECT_EQ(expected, (*trace)->size());
  std::uint64_t accesses = 0;
  (*trace)->each_access([&](std::uint64_t, const ObservedAccess&) { ++accesses; });
  EXPECT_EQ(watcher.accesses, accesses);
}

INSTANTIATE_TEST_SUITE_P(Algorithms, RerunOf,
                         testing::Values("reduce/first-add", "scan/blelloch", "scan/warp", "scan/look-back",
                                         "reduce/vector-loads", "patterns/segmented-scan",
                                         "patterns/convolve-1d-tiled-halo",
                                         "patterns/histogram-global-atomics"));

TEST(Rerun, EndsWhereTheTraceEnds) {
  const Plan plan = kernel_plan(
      "kernel void k(global int *out, global const int *in) { int g = get_global_id(0);\n"
      "  for (int i = 0; i < 100000; ++i) out[g] += in[g] + i; }",
      8, 8);
  TraceOptions options;
  options.max_moments_of_group = 3000;
  const auto trace = Trace::record(plan, model_named("cc9.0"), options);
  ASSERT_TRUE(trace.has_value());
  Counted watcher;
  Rerun rerun(**trace, watcher);
  std::uint64_t visited = 0;
  rerun.go_on([&](std::uint64_t) { return ++visited != 0; });
  EXPECT_EQ(visited, (*trace)->size());
  EXPECT_EQ(rerun.position(), (*trace)->size());
}

}  // namespace
}  // namespace lockstep::sim
