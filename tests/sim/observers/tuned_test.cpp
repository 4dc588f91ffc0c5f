// The tunable kernels in all their forms: with many vectors in flight, without device-scope atomics, on
// devices without shuffles, and in any order.
#include <gtest/gtest.h>

#include "core/check/check.hpp"
#include "sim/machine/state/limits.hpp"
#include "sim/observers/counters/counters.hpp"
#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

struct Form {
  const char* model = "cc9.0";
  const char* atomics = "CL3.0";
  std::uint64_t group_size = 32, rounds = 1;
  ExecutionOrder order{};
};

void check(const Algorithm& algorithm, std::uint64_t n, const Form& form, ElementType type, bool exclusive) {
  const DeviceModel& model = model_named(form.model);
  PlanRequest request;
  request.n = n;
  request.type = type;
  request.exclusive = exclusive;
  request.limits = limits_of(model);
  request.limits.device_atomics = form.atomics;
  request.tuning = {form.group_size, form.rounds, 2};
  const auto plan = make_plan(algorithm, request, *load_kernel(algorithm, ""));
  ASSERT_TRUE(plan) << plan.error().message;
  const auto run = run_counted(*plan, model, {.schedule = {LaneSchedule::lockstep, form.order}});
  ASSERT_TRUE(run) << run.error().message;
  const std::string where = algorithm.id + " n = " + std::to_string(n) + " on " + form.model + ", atomics '" +
                            form.atomics + "', rounds " + std::to_string(form.rounds) + ", " +
                            to_string(form.order);
  EXPECT_TRUE(run->findings.empty()) << where << ": " << run->findings.front().message;
  const CheckResult result =
      check_result(*plan, materialise(plan->buffers[0]), run->buffers[plan->expectation->result_buffer]);
  EXPECT_TRUE(result.passed()) << where << ": " << result.message("result");
}

class TunedKernels : public testing::TestWithParam<Form> {};

TEST_P(TunedKernels, AreRightAndWithoutAFinding) {
  for (const Algorithm& algorithm : catalogue()) {
    if (!algorithm.is_tunable) continue;
    for (const std::uint64_t n : {1u, 3u, 4u, 127u, 128u, 1000u, 4099u}) {
      check(algorithm, n, GetParam(), ElementType::int32, false);
      if (algorithm.has_exclusive_form) check(algorithm, n, GetParam(), ElementType::float64, true);
    }
  }
}

constexpr ExecutionOrder kTunedAdversarial{ExecutionOrder::Kind::adversarial, 0};

INSTANTIATE_TEST_SUITE_P(
    Forms, TunedKernels,
    testing::Values(Form{}, Form{.rounds = 3}, Form{.atomics = ""},
                    Form{.atomics = "", .group_size = 8, .rounds = 2}, Form{.group_size = 8},
                    Form{.model = "cpu", .group_size = 1, .rounds = 3},  // tiles of no whole vectors of eight
                    Form{.model = "cpu", .group_size = 1, .rounds = 4},
                    Form{.model = "cpu", .group_size = 1, .rounds = 32},
                    Form{.model = "cpu", .atomics = "", .group_size = 1, .rounds = 2},
                    Form{.model = "cpu", .group_size = 1, .rounds = 2, .order = kTunedAdversarial},
                    Form{.model = "cpu", .atomics = "", .group_size = 16},
                    Form{.model = "gcn", .group_size = 128},
                    Form{.group_size = 64, .order = kTunedAdversarial},
                    Form{.model = "cpu", .group_size = 4, .order = kTunedAdversarial},
                    Form{.rounds = 2, .order = {ExecutionOrder::Kind::random, 5}}));

// The earlier forms, some of which do not use vectors.
TEST(TunedKernels, TechniquesAreRightAndWithoutAFinding) {
  for (const Algorithm& algorithm : techniques())
    for (const Form& form : {Form{.rounds = 3}, Form{.model = "cpu", .group_size = 4, .rounds = 2}})
      for (const std::uint64_t n : {1u, 127u, 128u, 1027u}) {
        check(algorithm, n, form, ElementType::int32, false);
        check(algorithm, n, form, ElementType::float64, algorithm.has_exclusive_form);
      }
}

// Lanes read adjacent elements, also for the totals of tiles.
TEST(LookBack, ReadsWholeTransactionsWithoutAtomics) {
  PlanRequest request{.n = 16384, .group_size = 64};
  request.limits.device_atomics = "";
  request.tuning = {.group_size = 64, .rounds = 4};
  const Algorithm& algorithm = **find_algorithm("scan/look-back");
  const auto plan = make_plan(algorithm, request, *load_kernel(algorithm, ""));
  ASSERT_TRUE(plan) << plan.error().message;
  const auto run = run_counted(*plan, model_named("cc9.0"));
  ASSERT_TRUE(run) << run.error().message;
  const Counters& totals = run->launches.front();
  EXPECT_EQ(totals.global_load_transactions, 16384u * 4 / 32);
}

// A warp whose look-back finds no result reads the tile itself: it reads more, and nothing waits.
TEST(LookBack, ReadsMissingTilesItself) {
  const Plan plan = catalogue_plan("scan/look-back", {.n = 1024, .group_size = 32});
  const auto in_order = run_counted(plan, model_named("cc9.0"));
  const auto reversed =
      run_counted(plan, model_named("cc9.0"), {.schedule = {LaneSchedule::lockstep, kTunedAdversarial}});
  ASSERT_TRUE(in_order && reversed);
  EXPECT_EQ(in_order->total.global_load_requests, 8u + 15u)
      << "a vector for each lane of eight tiles; eight numbers of the run, seven look-backs";
  EXPECT_GT(reversed->total.global_load_requests, in_order->total.global_load_requests);
}

}  // namespace
}  // namespace lockstep::sim
