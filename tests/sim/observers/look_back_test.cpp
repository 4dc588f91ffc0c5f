// The last rungs of the patterns in all their forms: many elements per work-item, devices without shuffles,
// work-groups of one work-item, any order; also every kernel that prepares its next run, run twice.
#include <gtest/gtest.h>

#include "core/check/check.hpp"
#include "core/plan/input.hpp"
#include "sim/machine/state/limits.hpp"
#include "sim/observers/counters/counters.hpp"
#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

struct LookBackForm {
  const char* model = "cc9.0";
  std::uint64_t group_size = 32, rounds = 1;
  Schedule schedule{};
};

PlanRequest request_of(std::uint64_t n, const LookBackForm& form, const DeviceModel& model) {
  PlanRequest request;
  request.n = n;
  request.limits = limits_of(model);
  request.limits.device_atomics = "CL3.0";
  request.group_size = form.group_size;
  request.tuning = {form.group_size, form.rounds, 2};
  return request;
}

void check(const Algorithm& algorithm, const PlanRequest& request, const LookBackForm& form) {
  const DeviceModel& model = model_named(form.model);
  const auto plan = make_plan(algorithm, request, *load_kernel(algorithm, ""));
  ASSERT_TRUE(plan) << algorithm.id << ": " << plan.error().message;
  const auto run = run_counted(*plan, model, {.schedule = form.schedule});
  ASSERT_TRUE(run) << algorithm.id << ": " << run.error().message;
  const std::string where = algorithm.id + " n = " + std::to_string(request.n) + " " +
                            std::string(opencl_name(request.type)) + " " + std::string(name(request.op)) +
                            " on " + form.model + ", rounds " + std::to_string(form.rounds) + ", " +
                            to_string(form.schedule.lanes) + ", " + to_string(form.schedule.order);
  EXPECT_TRUE(run->findings.empty()) << where << ": " << run->findings.front().message;
  const CheckResult result =
      check_result(*plan, materialise(plan->buffers[0]), run->buffers[plan->expectation->result_buffer]);
  EXPECT_TRUE(result.passed()) << where << ": " << result.message("result");
}

std::vector<const Algorithm*> last_rungs() {
  std::vector<const Algorithm*> all;
  for (const Algorithm& algorithm : patterns())
    if (algorithm.is_tunable) all.push_back(&algorithm);
  return all;
}

class LastRungs : public testing::TestWithParam<LookBackForm> {};

TEST_P(LastRungs, AreRightAndWithoutAFinding) {
  for (const Algorithm* algorithm : last_rungs())
    for (const std::uint64_t n : {1u, 3u, 4u, 31u, 127u, 128u, 1003u})
      check(*algorithm, request_of(n, GetParam(), model_named(GetParam().model)), GetParam());
}

constexpr ExecutionOrder kAdversarialOrder{ExecutionOrder::Kind::adversarial, 0};

INSTANTIATE_TEST_SUITE_P(
    Forms, LastRungs,
    testing::Values(LookBackForm{}, LookBackForm{.rounds = 3}, LookBackForm{.group_size = 8},
                    LookBackForm{.group_size = 256, .rounds = 2},
                    LookBackForm{.model = "cpu", .group_size = 1, .rounds = 37}, LookBackForm{.model = "cpu"},
                    LookBackForm{.model = "gcn", .group_size = 64},
                    LookBackForm{.schedule = {LaneSchedule::lockstep, kAdversarialOrder}},
                    LookBackForm{.schedule = {LaneSchedule::lockstep, {ExecutionOrder::Kind::random, 9}}},
                    LookBackForm{.schedule = {LaneSchedule::independent, {}}},
                    LookBackForm{.schedule = {LaneSchedule::independent, kAdversarialOrder}}));

TEST(LastRungs, EveryTypeAndOperator) {
  const LookBackForm form{.rounds = 2};
  for (const Algorithm* algorithm : last_rungs())
    for (const ElementType type : algorithm->types)
      for (const Operator op : algorithm->operators) {
        if (!takes(op, type)) continue;
        PlanRequest request = request_of(700, form, model_named(form.model));
        request.type = type;
        request.op = op;
        check(*algorithm, request, form);
      }
}

TEST(SegmentedScans, KeysLongSegmentsAndTheExclusiveForm) {
  for (const char* id : {"patterns/segmented-scan", "patterns/segmented-scan-look-back"})
    for (const std::uint64_t segment : {1, 2, 50, 100000})
      for (const std::uint64_t by_keys : {0, 1})
        for (const bool exclusive : {false, true})
          for (const LookBackForm& form :
               {LookBackForm{.rounds = 2}, LookBackForm{.model = "cpu", .group_size = 1, .rounds = 37}}) {
            PlanRequest request = request_of(900, form, model_named(form.model));
            request.pattern.segment = segment;
            request.pattern.by_keys = by_keys;
            request.exclusive = exclusive;
            check(**find_algorithm(id), request, form);
          }
}

TEST(RadixSorts, SortByTheLowestBits) {
  for (const char* id :
       {"patterns/radix-sort-bits", "patterns/radix-sort-digits", "patterns/radix-sort-look-back"})
    for (const std::uint64_t bits : {1, 3, 4, 6, 9, 31, 32}) {
      PlanRequest request = request_of(200, {}, model_named("cc9.0"));
      request.input.pattern = Content::Pattern::iota;
      request.pattern.key_bits = bits;
      check(**find_algorithm(id), request, {});
    }
}

// The launches are run twice: counters and states left by the first run must not affect the second run, nor a
// third one.
TEST(RunsInARow, FindWhatTheyNeed) {
  for (const auto* list : all_lists())
    for (const Algorithm& algorithm : *list)
      for (const LookBackForm& form :
           {LookBackForm{}, LookBackForm{.model = "cpu", .group_size = 1, .rounds = 37}}) {
        if (!algorithm.is_tunable) continue;
        const DeviceModel& model = model_named(form.model);
        const PlanRequest request = request_of(1500, form, model);
        if (form.group_size < algorithm.min_group_size) continue;
        auto plan = make_plan(algorithm, request, *load_kernel(algorithm, ""));
        ASSERT_TRUE(plan) << plan.error().message;
        const bool keeps = std::ranges::any_of(plan->buffers, [](const PlanBuffer& buffer) {
          return buffer.refill == PlanBuffer::Refill::never;
        });
        const std::vector<PlanLaunch> once = plan->launches;
        EXPECT_EQ(keeps, !request.limits.device_atomics.empty() && !algorithm.technique) << algorithm.id;
        for (int more = 0; more < 2; ++more)
          plan->launches.insert(plan->launches.end(), once.begin(), once.end());
        const auto run = run_counted(*plan, model);
        ASSERT_TRUE(run) << run.error().message;
        const CheckResult result = check_result(*plan, materialise(plan->buffers[0]),
                                                run->buffers[plan->expectation->result_buffer]);
        EXPECT_TRUE(result.passed()) << algorithm.id << " on " << form.model << ": "
                                     << result.message("result");
        EXPECT_TRUE(run->findings.empty()) << algorithm.id << ": " << run->findings.front().message;
      }
}

}  // namespace
}  // namespace lockstep::sim
