// The accesses that a trace records are complete: their cost on another device equals that of a run on that
// device.
#include <gtest/gtest.h>

#include "core/catalogue/catalogue_entry.hpp"
#include "sim/machine/state/limits.hpp"
#include "sim/observers/counters/counter_observer.hpp"
#include "sim/trace/trace.hpp"
#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

void clear_memory_counters(Counters& counters) {
  counters.global_load_requests = counters.global_load_transactions = 0;
  counters.global_store_requests = counters.global_store_transactions = 0;
  counters.global_atomic_transactions = counters.bytes_moved = counters.bytes_asked = 0;
  counters.local_load_requests = counters.local_load_wavefronts = 0;
  counters.local_store_requests = counters.local_store_wavefronts = 0;
  counters.local_atomic_wavefronts = counters.local_conflicts = 0;
}

// The trace's run with the costs that its accesses have on another model of the same warp width.
CountedRun recount(const Trace& trace, const DeviceModel& other) {
  CountedRun run = trace.counted();
  for (Counters& launch : run.launches) clear_memory_counters(launch);
  for (LineCounters& program : run.lines)
    for (auto& [line, counters] : program) clear_memory_counters(counters);
  for (std::uint64_t position = 0; position < trace.size(); ++position) {
    const std::uint32_t launch = trace.at(position).moment.launch;
    const SourceRange& range = trace.range_at(position);
    for (const AccessDetail& access : trace.accesses(position)) {
      Counters cost;
      add_access(other, access.space, {access.kind, access.bytes, access.lanes, access.addresses}, cost);
      run.launches[launch] += cost;
      run.lines[trace.plan().launches[launch].program][{range.file, range.line}] += cost;
    }
  }
  run.total = {};
  for (const Counters& launch : run.launches) run.total += launch;
  return run;
}

class RecordedAccesses : public testing::TestWithParam<const Algorithm*> {};

TEST_P(RecordedAccesses, CostOnEachModelWhatARunThereCounts) {
  const DeviceModel& recorded = model_named("cc9.0");
  // Two launches of most algorithms, and a work-group that is not full.
  const Plan plan =
      catalogue_plan(GetParam()->id, {.n = 300, .group_size = 64, .limits = limits_of(recorded)});
  const auto trace = Trace::record(plan, recorded);
  ASSERT_TRUE(trace) << trace.error().message;
  for (const char* name : {"cc2.0", "cc2.0-nol1", "cc3.x", "cc5.0", "cc9.0", "cc1.0", "cc1.2"}) {
    const DeviceModel& model = model_named(name);
    const CountedRun counted = recount(**trace, model);
    const auto run = run_counted(plan, model, {});
    ASSERT_TRUE(run) << run.error().message;
    EXPECT_EQ(counted.total, run->total) << name;
    EXPECT_EQ(counted.launches, run->launches) << name;
    EXPECT_EQ(counted.lines, run->lines) << name;
  }
}

std::vector<const Algorithm*> all() {
  std::vector<const Algorithm*> algorithms;
  for (const Algorithm& algorithm : catalogue()) algorithms.push_back(&algorithm);
  return algorithms;
}

INSTANTIATE_TEST_SUITE_P(Catalogue, RecordedAccesses, testing::ValuesIn(all()),
                         [](const auto& chosen) { return kernel_name(chosen.param->id); });

// The models must differ; otherwise the tests above prove little.
TEST(RecordedAccesses, ModelsGiveDifferentCosts) {
  const auto trace = Trace::record(catalogue_plan("reduce/sequential-local", {.n = 300, .group_size = 64}),
                                   model_named("cc9.0"));
  ASSERT_TRUE(trace);
  EXPECT_NE(recount(**trace, model_named("cc1.0")).total, (*trace)->counted().total);
  EXPECT_NE(recount(**trace, model_named("cc2.0")).total, (*trace)->counted().total);
}

}  // namespace
}  // namespace lockstep::sim
