// Counting a finished trace again for another device gives the counts of a run on that device.
#include <gtest/gtest.h>

#include "core/catalogue/catalogue_entry.hpp"
#include "sim/machine/limits.hpp"
#include "sim/trace/trace.hpp"
#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

class Recount : public testing::TestWithParam<const Algorithm*> {};

TEST_P(Recount, EqualsARunOnThatModel) {
  const DeviceModel& recorded = model_named("cc9.0");
  // Two launches of most algorithms, and a work-group that is not full.
  const Plan plan =
      catalogue_plan(GetParam()->id, {.n = 300, .group_size = 64, .limits = limits_of(recorded)});
  const auto trace = Trace::record(plan, recorded);
  ASSERT_TRUE(trace) << trace.error().message;
  for (const char* name : {"cc2.0", "cc2.0-nol1", "cc3.x", "cc5.0", "cc9.0", "cc1.0", "cc1.2"}) {
    const DeviceModel& model = model_named(name);
    const auto counted = (*trace)->recount(model);
    const auto run = run_counted(plan, model, {});
    ASSERT_TRUE(counted) << counted.error().message;
    ASSERT_TRUE(run) << run.error().message;
    EXPECT_EQ(counted->total, run->total) << name;
    EXPECT_EQ(counted->launches, run->launches) << name;
    EXPECT_EQ(counted->lines, run->lines) << name;
  }
}

std::vector<const Algorithm*> all() {
  std::vector<const Algorithm*> algorithms;
  for (const Algorithm& algorithm : catalogue()) algorithms.push_back(&algorithm);
  return algorithms;
}

INSTANTIATE_TEST_SUITE_P(Catalogue, Recount, testing::ValuesIn(all()),
                         [](const auto& chosen) { return kernel_name(chosen.param->id); });

TEST(RecountOf, AnotherWarpWidthIsRefused) {
  const auto trace = Trace::record(catalogue_plan("reduce/sequential-local"), model_named("cc9.0"));
  ASSERT_TRUE(trace);
  const auto counted = (*trace)->recount(model_named("gcn"));
  ASSERT_FALSE(counted);
  EXPECT_EQ(counted.error().message,
            "gcn has warps of 64, this run of 32: run again instead of counting again.");
}

// The models must differ; otherwise the tests above prove little.
TEST(RecountOf, ModelsGiveDifferentCounts) {
  const auto trace = Trace::record(catalogue_plan("reduce/sequential-local", {.n = 300, .group_size = 64}),
                                   model_named("cc9.0"));
  ASSERT_TRUE(trace);
  EXPECT_NE((*trace)->recount(model_named("cc1.0"))->total, (*trace)->counted().total);
  EXPECT_NE((*trace)->recount(model_named("cc2.0"))->total, (*trace)->counted().total);
}

}  // namespace
}  // namespace lockstep::sim
