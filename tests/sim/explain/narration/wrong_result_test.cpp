// The explanation of a wrong result agrees with its provenance; a right result has no explanation.
#include "sim/explain/narration/wrong_result.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/machine/state/limits.hpp"
#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

using testing::HasSubstr;

constexpr Schedule kIndependent{LaneSchedule::independent, {}};
constexpr Schedule kAdversarial{LaneSchedule::lockstep, {ExecutionOrder::Kind::adversarial, 0}};

// From a counted run and from a trace; both must agree.
std::string because(const Plan& plan, const Schedule& schedule = {}) {
  const DeviceModel& model = model_named("cc9.0");
  const auto run = run_counted(plan, model, {.schedule = schedule});
  const auto trace = Trace::record(plan, model, {.schedule = schedule});
  if (!run || !trace) {
    ADD_FAILURE() << (run ? trace.error().message : run.error().message);
    return {};
  }
  const CheckResult check = check_run(plan, *run);
  const std::string text = wrong_because(plan, model, schedule, *run, check);
  EXPECT_EQ(wrong_because(**trace, check_run(plan, (*trace)->counted())), text);
  EXPECT_EQ(check.passed(), text.empty());
  return text;
}

std::string because(const std::string& id, std::uint64_t n, std::uint64_t group_size,
                    const Schedule& schedule = {}) {
  return because(
      catalogue_plan(id, {.n = n, .group_size = group_size, .limits = limits_of(model_named("cc9.0"))}),
      schedule);
}

TEST(WrongResult, AMissingBarrierLosesTheSumsOfOtherWarps) {
  EXPECT_EQ(because("hazards/missing-barrier", 256, 256), "x96..x127, x160..x255 are missing");
}

TEST(WrongResult, AScanIsExplainedAtItsFirstWrongCell) {
  EXPECT_EQ(because("hazards/hillis-steele-one-buffer", 4096, 256, kAdversarial),
            "x0, x30 are counted twice");
  EXPECT_EQ(because("hazards/hillis-steele-one-buffer", 64, 64, kIndependent), "x0 is counted twice");
}

// In each warp the update of the last lane remains, and of all warps that of the last one.
TEST(WrongResult, LostUpdatesLeaveOneOfEachWarp) {
  EXPECT_EQ(because("hazards/lost-update", 256, 64), "it contains only x31,x63,…,x255 of x0..x255");
}

TEST(WrongResult, GroupsThatReadTooEarlyMissInputsOfOthers) {
  EXPECT_EQ(because("hazards/in-place-global-steps", 256, 64), "it contains only x0..x64, x128 of x0..x255");
  EXPECT_EQ(because("hazards/in-place-decomposition", 4096, 256, kAdversarial),
            "x15 is missing, x3840..x4095 are counted twice");
}

TEST(WrongResult, IndependentLanesMissTheLastSteps) {
  EXPECT_EQ(because("hazards/last-warp", 256, 64), "");
  EXPECT_THAT(because("hazards/last-warp", 256, 64, kIndependent), HasSubstr("only x0"));
}

TEST(WrongResult, ARightResultHasNoExplanation) {
  EXPECT_EQ(because("reduce/sequential-local", 1000, 64), "");
  EXPECT_EQ(because("hazards/missing-barrier-repaired", 1000, 64), "");
}

class OneCell : public testing::Test {
 protected:
  // A sum of four inputs in out[0] by this statement.
  static std::string of(const std::string& statement, Expectation::Kind kind = Expectation::Kind::reduction) {
    Plan plan =
        kernel_plan("kernel void k(global int *out, global const int *in) {\n" + statement + "\n}", 4, 4);
    plan.expectation = Expectation{kind, Operator::sum, 1, 0, kind == Expectation::Kind::reduction ? 1u : 4u};
    return because(plan);
  }
};

TEST_F(OneCell, ComesFromAnotherOperator) {
  EXPECT_EQ(of("out[0] = in[0] - in[1] - in[2] - in[3];"),
            "all inputs are included once, but line 2 combines them by subtraction instead of sum");
}

TEST_F(OneCell, ContainsAValueThatIsNotAnInput) {
  EXPECT_THAT(of("out[0] = in[0] + in[1] + in[2] + in[3] + 7;"),
              HasSubstr("all inputs are included once; the error comes from another value added to them"));
}

TEST_F(OneCell, ContainsNoInput) { EXPECT_EQ(of("out[0] = 5;"), "it contains no input"); }

TEST_F(OneCell, OfAnExclusiveScanBeginsWithTheIdentity) {
  EXPECT_EQ(of("out[0] = 5;", Expectation::Kind::exclusive_scan),
            "no input precedes this element, so it should be the identity");
  EXPECT_EQ(of("out[0] = in[1];", Expectation::Kind::exclusive_scan), "x1 must not be included");
}

std::string not_combined(const Plan& plan) {
  const DeviceModel& model = model_named("cc9.0");
  const auto run = run_counted(plan, model);
  if (!run) return run.error().message;
  return check_run(plan, *run).passed() ? not_combined(plan, model, {}, run->total.instructions) : "";
}

TEST(NotCombined, EveryAlgorithmCombinesItsInputs) {
  std::size_t tried = 0;
  for (const Algorithm& algorithm : catalogue())
    for (const std::uint64_t n : {1, 2, 16, 64, 256}) {
      const Choice choice{.n = n, .group_size = 16, .limits = limits_of(model_named("cc9.0"))};
      const Plan plan = catalogue_plan(algorithm.id, choice);
      if (plan.launches.empty() || !part_of(plan, 0)) continue;
      EXPECT_EQ(not_combined(plan), "") << algorithm.id << " " << n;
      ++tried;
    }
  EXPECT_GT(tried, 80u);
}

// What a pointer's subscript adds, and what a branch chooses, is no operation on the input.
TEST(NotCombined, SumsByOtherMeansAreNamed) {
  for (const char* const add :
       {"sum = &sum[in[i]];", "for (int b = 0; b < 8; ++b) if (in[i] >> b & 1) sum += 1 << b;"}) {
    Plan plan = kernel_plan(
        fmt::format("kernel void k(global int* out, global const int* in) {{ global char* sum = 0;"
                    "for (int i = 0; i < 8; ++i) {{ {} }} out[0] = (int)(long)sum; }}",
                    add),
        1, 1);
    plan.buffers[1].elements = plan.n = 8;
    plan.expectation = Expectation{};
    plan.expectation->input_buffer = 1;
    plan.expectation->result_buffer = 0;
    EXPECT_EQ(not_combined(plan), "out[0]: it contains no input") << add;
  }
}

}  // namespace
}  // namespace lockstep::sim
