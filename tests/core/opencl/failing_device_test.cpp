// A device that fails during a run: entry points are replaced by functions that fail after some calls.
#include <gtest/gtest.h>

#include "core/opencl/driver/cl.hpp"
#include "core/opencl/driver/loader.hpp"
#include "core/opencl/driver/quirks.hpp"
#include "tests/core/opencl/test_device.hpp"

namespace lockstep::opencl {
namespace {

int calls_left = 0;
decltype(&::clEnqueueNDRangeKernel) real_enqueue = nullptr;
decltype(&::clFinish) real_finish = nullptr;

cl_int failing_enqueue(cl_command_queue a, cl_kernel b, cl_uint c, const size_t* d, const size_t* e,
                       const size_t* f, cl_uint g, const cl_event* h, cl_event* i) {
  return calls_left-- > 0 ? real_enqueue(a, b, c, d, e, f, g, h, i) : CL_OUT_OF_RESOURCES;
}

cl_int failing_finish(cl_command_queue a) { return calls_left-- > 0 ? real_finish(a) : -9999; }

cl_mem failing_buffer(cl_context, cl_mem_flags, size_t, void*, cl_int* status) {
  *status = CL_MEM_OBJECT_ALLOCATION_FAILURE;
  return nullptr;
}

cl_context failing_context(const cl_context_properties*, cl_uint, const cl_device_id*,
                           void(CL_CALLBACK*)(const char*, const void*, size_t, void*), void*,
                           cl_int* status) {
  *status = CL_DEVICE_NOT_AVAILABLE;
  return nullptr;
}

class FailingDevice : public testing::Test {
 protected:
  void SetUp() override {
    if (!test_device()) GTEST_SKIP() << "no OpenCL device";
    plan = plan_for("reduce/divergent", {.n = 4096, .group_size = 64});
    runner.emplace(*test_device());
  }

  void expect_failure(std::string_view part, Error::Kind kind = Error::Kind::failed) {
    const auto report = runner->run(plan, {.repetitions = 5, .warm_ups = 1});
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().kind, kind);
    EXPECT_NE(report.error().message.find(part), std::string::npos) << report.error().message;
  }

  void expect_recovery() {
    const auto report = runner->run(plan, {.repetitions = 1});
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(report->status, RunReport::Status::passed);
  }

  Plan plan;
  std::optional<PlanRunner> runner;  // continues after each failure
};

TEST_F(FailingDevice, ALaunchThatFailsAfterSomeRepetitionsNamesThePlace) {
  {
    const ReplacedEntryPoint failing("clEnqueueNDRangeKernel", reinterpret_cast<void*>(&failing_enqueue));
    real_enqueue = reinterpret_cast<decltype(real_enqueue)>(failing.original());
    calls_left = 5;
    expect_failure(
        "The device failed while running kernel reduce_divergent (level 2: 64 → 1), run 3 of 6: "
        "CL_OUT_OF_RESOURCES.");
  }
  expect_recovery();
}

// The reason is known only for drivers that report register counts.
TEST_F(FailingDevice, AFirstLaunchThatFails) {
  {
    const ReplacedEntryPoint failing("clEnqueueNDRangeKernel", reinterpret_cast<void*>(&failing_enqueue));
    calls_left = 0;
    if (register_option(test_device()->platform).empty())
      expect_failure(
          "The device failed while running kernel reduce_divergent (level 1: 4,096 → 64), run 1 of 6");
    else
      expect_failure(
          "A work-group of 64 does not fit: reduce_divergent needs more registers or local memory than",
          Error::Kind::usage);
  }
  expect_recovery();
}

TEST_F(FailingDevice, AFailureThatShowsAtTheEndOfTheQueue) {
  {
    const ReplacedEntryPoint failing("clFinish", reinterpret_cast<void*>(&failing_finish));
    real_finish = reinterpret_cast<decltype(real_finish)>(failing.original());
    calls_left = 3;
    expect_failure("run 1 of 6: NVIDIA error -9999. The kernel reads or writes out of bounds");
  }
  expect_recovery();
}

TEST_F(FailingDevice, NoMemoryAndNoDevice) {
  {
    const ReplacedEntryPoint failing("clCreateBuffer", reinterpret_cast<void*>(&failing_buffer));
    expect_failure("making buffer 'in': CL_MEM_OBJECT_ALLOCATION_FAILURE. Try a smaller n");
  }
  {
    const ReplacedEntryPoint failing("clCreateContext", reinterpret_cast<void*>(&failing_context));
    expect_failure("opening the device: CL_DEVICE_NOT_AVAILABLE.");
    EXPECT_FALSE(measure_copy_gbps(*test_device()));
  }
  {
    const WithoutLoader none;
    expect_failure("CL_PLATFORM_NOT_FOUND_KHR. Install an OpenCL driver");
  }
  expect_recovery();
}

}  // namespace
}  // namespace lockstep::opencl
