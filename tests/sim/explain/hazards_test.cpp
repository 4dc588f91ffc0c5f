// Every broken kernel has the finding that the list of hazards names, on every device model and in any order;
// its repaired twin has no finding and gives the correct result.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "core/check/check.hpp"
#include "sim/machine/state/limits.hpp"
#include "sim/observers/counters/counters.hpp"
#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

using testing::HasSubstr;

struct Judged {
  std::vector<Finding> findings;
  std::string wrong;  // empty if the result is correct
};

Judged judge(const Algorithm& algorithm, std::uint64_t n, std::uint64_t group_size, const DeviceModel& model,
             const Schedule& schedule = {}) {
  const Plan plan =
      catalogue_plan(algorithm.id, {.n = n, .group_size = group_size, .limits = limits_of(model)});
  const auto counted = run_counted(plan, model, {.schedule = schedule});
  if (!counted) {
    ADD_FAILURE() << algorithm.id << ": " << counted.error().message;
    return {};
  }
  const Expectation& expected = *plan.expectation;
  return {counted->findings, check_result(plan, materialise(plan.buffers[expected.input_buffer]),
                                          counted->buffers[expected.result_buffer])
                                 .message("result")};
}

const Finding* finding_of(const Judged& run, const std::string& kind) {
  const auto found = std::ranges::find_if(
      run.findings, [&](const Finding& finding) { return kind_name(finding.kind) == kind; });
  return found == run.findings.end() ? nullptr : &*found;
}

std::vector<Schedule> every_schedule() {
  using enum ExecutionOrder::Kind;
  std::vector<Schedule> schedules;
  for (const LaneSchedule lanes : {LaneSchedule::lockstep, LaneSchedule::independent})
    for (const ExecutionOrder order : {ExecutionOrder{fixed, 0}, {random, 1}, {adversarial, 0}})
      schedules.push_back({lanes, order});
  return schedules;
}

class Broken : public testing::TestWithParam<const Algorithm*> {};
class Repaired : public testing::TestWithParam<const Algorithm*> {};

// The sizes that `counters` and `trace` use by default.
TEST_P(Broken, HasItsFindingOnEveryModel) {
  for (const DeviceModel& model : device_models()) {
    EXPECT_TRUE(finding_of(judge(*GetParam(), 4096, 256, model), GetParam()->hazard->finding)) << model.name;
    EXPECT_TRUE(finding_of(judge(*GetParam(), 16, 8, model), GetParam()->hazard->finding)) << model.name;
  }
}

TEST_P(Broken, HasItsFindingInAnyOrder) {
  for (const Schedule& schedule : every_schedule()) {
    const Judged broken = judge(*GetParam(), 300, 64, model_named("cc9.0"), schedule);
    EXPECT_TRUE(finding_of(broken, GetParam()->hazard->finding)) << to_string(schedule.order);
  }
}

TEST_P(Broken, SaysWhoAndWhere) {
  const Judged broken = judge(*GetParam(), 4096, 256, model_named("cc9.0"));
  const Finding* finding = finding_of(broken, GetParam()->hazard->finding);
  ASSERT_TRUE(finding);
  for (const Finding::Party& party : {finding->first, finding->second}) {
    if (!party.present) continue;
    EXPECT_THAT(finding->message, HasSubstr("work-item " + std::to_string(party.work_item) + " "));
    EXPECT_THAT(finding->message, HasSubstr("at line " + std::to_string(party.range.line)));
  }
  const bool needs_two =
      finding->kind == Finding::Kind::data_race || finding->kind == Finding::Kind::barrier_divergence;
  EXPECT_EQ(finding->second.present, needs_two);
}

TEST_P(Repaired, IsCleanAndRightOnEveryModel) {
  for (const DeviceModel& model : device_models()) {
    for (const std::uint64_t n : {1, 33, 256, 1000}) {
      const Judged repaired = judge(*GetParam(), n, 64, model);
      EXPECT_TRUE(repaired.findings.empty()) << model.name << " " << n << repaired.findings.front().message;
      EXPECT_EQ(repaired.wrong, "") << model.name << " " << n;
    }
  }
}

TEST_P(Repaired, IsCleanAndRightInAnyOrder) {
  for (const Schedule& schedule : every_schedule()) {
    for (const std::uint64_t n : {1, 2, 31, 32, 33, 255, 256, 257, 1000, 4096}) {
      const Judged repaired = judge(*GetParam(), n, 256, model_named("cc9.0"), schedule);
      EXPECT_TRUE(repaired.findings.empty()) << n << repaired.findings.front().message;
      EXPECT_EQ(repaired.wrong, "") << n;
    }
  }
}

std::vector<const Algorithm*> all_that_are(bool broken) {
  std::vector<const Algorithm*> chosen;
  for (const Algorithm& algorithm : hazards())
    if (algorithm.hazard->broken == broken) chosen.push_back(&algorithm);
  return chosen;
}

std::string case_name(const testing::TestParamInfo<const Algorithm*>& info) {
  return kernel_name(info.param->id);
}

INSTANTIATE_TEST_SUITE_P(Hazards, Broken, testing::ValuesIn(all_that_are(true)), case_name);
INSTANTIATE_TEST_SUITE_P(Hazards, Repaired, testing::ValuesIn(all_that_are(false)), case_name);

// This kernel passes every test on a device whose warps run in lockstep.
TEST(LastWarp, IsRightInLockstepAndWrongWithIndependentLanes) {
  const Algorithm& algorithm = **find_algorithm("hazards/last-warp");
  const DeviceModel& model = model_named("cc9.0");
  EXPECT_EQ(judge(algorithm, 4096, 256, model).wrong, "");
  EXPECT_NE(judge(algorithm, 4096, 256, model, {LaneSchedule::independent, {}}).wrong, "");
}

}  // namespace
}  // namespace lockstep::sim
