// Each error of a plan before it runs is reported as one sentence or as the compiler's report.
#include <gtest/gtest.h>

#include "tests/core/opencl/test_device.hpp"

namespace lockstep::opencl {
namespace {

class PlanErrors : public testing::Test {
 protected:
  void SetUp() override {
    if (!test_device()) GTEST_SKIP() << "no OpenCL device";
  }

  static void expect_error(const Plan& plan, std::string_view part) {
    expect_error(*test_device(), plan, part);
  }

  static void expect_error(const measure::Device& device, const Plan& plan, std::string_view part) {
    const auto report = run_plan(device, plan, {.repetitions = 1});
    ASSERT_FALSE(report) << part;
    EXPECT_NE(report.error().message.find(part), std::string::npos) << report.error().message;
  }
};

constexpr const char* good = "__kernel void k(__global int *a) { a[get_global_id(0)] = 1; }";

TEST_F(PlanErrors, AGoodPlanWithoutAnExpectationIsUnchecked) {
  const auto report = run_plan(*test_device(), plan_of(good), {.repetitions = 1});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->status, RunReport::Status::unchecked);
  EXPECT_TRUE(report->timing);
}

TEST_F(PlanErrors, ASyntaxErrorNamesFileLineAndColumn) {
  expect_error(plan_of("__kernel void k(__global int *a)\n{\n    a[0] = ;\n}\n"), "test.cl:3:12: error: ");
  expect_error(plan_of("__kernel void k(__global int *a) { a[0] = nothing; }"),
               "undeclared identifier 'nothing'");
}

TEST_F(PlanErrors, AMissingKernelListsTheExistingKernels) {
  expect_error(plan_of(good, "reduce"), "test.cl has no kernel 'reduce'; it has k.");
}

TEST_F(PlanErrors, AWrongArgumentCountNamesBothCounts) {
  Plan plan = plan_of(good);
  plan.launches[0].arguments.push_back(scalar_argument(1u));
  expect_error(plan, "Kernel k has 1 parameters but is given 2 arguments");
  plan.launches[0].arguments.clear();
  expect_error(plan, "is given 0 arguments");
}

TEST_F(PlanErrors, AWrongArgumentSizeNamesTheLaunch) {
  Plan plan = plan_of("__kernel void k(uint n) {}");
  plan.launches[0].label = "s = 1";
  plan.launches[0].arguments = {scalar_argument(std::uint64_t{1})};
  expect_error(plan, "preparing kernel k (s = 1): CL_INVALID_ARG_SIZE");
}

TEST_F(PlanErrors, LimitsOfTheDevice) {
  measure::Device small = *test_device();
  small.max_group_size = 8;
  expect_error(small, plan_of(good), "is above the limit of");
  small = *test_device();
  small.max_buffer_bytes = 100;
  expect_error(small, plan_of(good), "allows at most 100 bytes for one buffer");
  small = *test_device();
  small.global_bytes = 100;
  expect_error(small, plan_of(good), "has 100 bytes of memory");
  small = *test_device();
  small.local_bytes = 100;
  expect_error(small, plan_for("reduce/divergent", {}), "of local memory");
}

TEST_F(PlanErrors, MoreMemoryThanTheHostHas) {
  measure::Device large = *test_device();
  large.max_buffer_bytes = large.global_bytes = UINT64_MAX;
  Plan plan = plan_of(good);
  plan.buffers[0].elements = std::uint64_t{1} << 60;
  expect_error(large, plan, "of the host's memory");
}

TEST_F(PlanErrors, AnInvalidPlanIsNotRun) {
  Plan plan = plan_of(good);
  plan.launches[0].range.local_size[0] = 0;
  expect_error(plan, "at least 1");
}

}  // namespace
}  // namespace lockstep::opencl
