// The adversarial order finds the failing order of two work-groups, whichever of them must run first.
#include "sim/machine/launch/adversary.hpp"

#include <gtest/gtest.h>

#include "core/check/check.hpp"
#include "sim/observers/watchers.hpp"
#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

constexpr Schedule kAdversarialRun{LaneSchedule::lockstep, {ExecutionOrder::Kind::adversarial, 0}};

bool passes(const std::string& id, std::uint64_t n, std::uint64_t group_size) {
  const Plan plan = catalogue_plan(id, {.n = n, .group_size = group_size});
  const auto run = run_counted(plan, model_named("cc9.0"), {.schedule = kAdversarialRun});
  EXPECT_TRUE(run) << run.error().message;
  const Expectation& expected = *plan.expectation;
  return check_result(plan, materialise(plan.buffers[expected.input_buffer]),
                      run->buffers[expected.result_buffer])
      .passed();
}

TEST(Adversary, FindsTheOrderOfTwoWorkGroupsThatFails) {
  EXPECT_FALSE(passes("hazards/in-place-global-steps", 16, 8));   // fails if group 0 is first
  EXPECT_FALSE(passes("hazards/two-steps-a-launch", 16, 8));      // likewise
  EXPECT_FALSE(passes("hazards/in-place-decomposition", 16, 8));  // fails if group 1 is first
}

TEST(Adversary, FindsNoOrderThatHarmsARightKernel) {
  for (const char* id : {"hazards/in-place-global-steps-repaired", "hazards/two-steps-a-launch-repaired",
                         "hazards/in-place-decomposition-repaired", "reduce/sequential-local"})
    for (const std::uint64_t n : {16u, 37u}) EXPECT_TRUE(passes(id, n, 8)) << id << ", n " << n;
}

TEST(Adversary, PositionsAndIndicesAreInverse) {
  for (const std::uint64_t which : {std::uint64_t{0}, kFromFirst}) {
    const ExecutionOrder order{ExecutionOrder::Kind::adversarial, which};
    for (std::uint32_t count = 1; count < 9; ++count) {
      for (std::uint32_t i = 0; i < count; ++i)
        EXPECT_EQ(adversarial_position(order, adversarial_index(order, i, count), count), i);
    }
    EXPECT_EQ(adversarial_index(order, 0, 5), which == 0 ? 4u : 0u);
  }
}

}  // namespace
}  // namespace lockstep::sim
