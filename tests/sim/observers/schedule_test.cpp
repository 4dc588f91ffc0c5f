// Every algorithm of the catalogue is correct with every schedule, counts the same work, and can be
// replayed backwards.
#include <gtest/gtest.h>

#include "core/check/check.hpp"
#include "core/plan/input.hpp"
#include "sim/observers/counters/counters.hpp"
#include "sim/trace/trace.hpp"
#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

std::vector<Schedule> other_schedules() {
  using enum ExecutionOrder::Kind;
  std::vector<Schedule> schedules{{LaneSchedule::lockstep, {adversarial, 0}},
                                  {LaneSchedule::lockstep, {random, 9}}};
  for (const ExecutionOrder order : {ExecutionOrder{fixed, 0}, {adversarial, 0}, {random, 9}})
    schedules.push_back({LaneSchedule::independent, order});
  return schedules;
}

TEST(Schedule, TheCatalogueDoesNotDependOnIt) {
  for (const Algorithm& algorithm : catalogue()) {
    const Plan plan = catalogue_plan(algorithm.id, {.n = 300, .group_size = 64});
    const auto reference = run_counted(plan, model_named("cc9.0"));
    ASSERT_TRUE(reference.has_value()) << reference.error().message;
    const std::size_t result = plan.expectation->result_buffer;
    for (const Schedule& schedule : other_schedules()) {
      const auto run = run_counted(plan, model_named("cc9.0"), {.schedule = schedule});
      ASSERT_TRUE(run.has_value());
      const std::string where =
          algorithm.id + ": " + to_string(schedule.lanes) + ", " + to_string(schedule.order);
      EXPECT_EQ(run->buffers[result], reference->buffers[result]) << where;
      EXPECT_EQ(run->findings.size(), reference->findings.size()) << where;
      EXPECT_EQ(run->total.barriers, reference->total.barriers) << where;
      if (schedule.lanes == LaneSchedule::lockstep && !algorithm.depends_on_order) {
        EXPECT_EQ(run->total.local_load_wavefronts, reference->total.local_load_wavefronts) << where;
        EXPECT_EQ(run->total.divergent_branches, reference->total.divergent_branches) << where;
      }
    }
  }
}

TEST(Schedule, ATraceGoesBackOnAnySchedule) {
  const Plan plan = catalogue_plan("reduce/sequential-local", {.n = 32, .group_size = 16});
  for (const Schedule& schedule : other_schedules()) {
    const auto trace = Trace::record(plan, model_named("cc9.0"), {.schedule = schedule});
    ASSERT_TRUE(trace.has_value());
    std::vector<std::uint64_t> hashes;
    for (std::uint64_t position = 0; position <= (*trace)->size(); ++position)
      hashes.push_back((*trace)->seek(position)->hash());
    for (std::uint64_t position = (*trace)->size() + 1; position-- > 0;)
      ASSERT_EQ((*trace)->seek(position)->hash(), hashes[position]) << to_string(schedule.order) << position;
  }
}

}  // namespace
}  // namespace lockstep::sim
