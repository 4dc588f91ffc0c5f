// cl_khr_command_buffer: commands that are recorded once and enqueued again and again.
#include <numeric>

#include "tests/runtime/device.hpp"

namespace lockstep::runtime {
namespace {

class CommandBuffer : public DeviceTest {
 protected:
  // As programs get them: a type of function by its name.
  template <class Function>
  Function function(const char* name) {
    void* const found = clGetExtensionFunctionAddressForPlatform(platform, name);
    EXPECT_NE(found, nullptr) << name;
    return reinterpret_cast<Function>(found);
  }
  CommandBuffer() {
    add_fill = function<AddFill>("clCommandFillBufferKHR");
    add_copy = function<AddCopy>("clCommandCopyBufferKHR");
    add_launch = function<AddLaunch>("clCommandNDRangeKernelKHR");
    add_barrier = function<AddBarrier>("clCommandBarrierWithWaitListKHR");
    finalise = function<Finalise>("clFinalizeCommandBufferKHR");
    enqueue = function<Enqueue>("clEnqueueCommandBufferKHR");
    info = function<Info>("clGetCommandBufferInfoKHR");
  }
  cl_command_buffer_khr create(cl_command_queue on,
                               const cl_command_buffer_properties_khr* properties = nullptr) {
    cl_int error = CL_SUCCESS;
    const auto made = function<Create>("clCreateCommandBufferKHR")(1, &on, properties, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    later([this, made] { function<Finalise>("clReleaseCommandBufferKHR")(made); });
    return made;
  }
  cl_uint number(cl_command_buffer_khr of, cl_command_buffer_info_khr name) {
    cl_uint answer = 99;
    EXPECT_EQ(info(of, name, sizeof answer, &answer, nullptr), CL_SUCCESS);
    return answer;
  }
  cl_int launch(cl_command_buffer_khr in, cl_kernel kernel, std::vector<cl_sync_point_khr> before = {},
                cl_sync_point_khr* point = nullptr) {
    const std::size_t items = 8;
    return add_launch(in, nullptr, nullptr, kernel, 1, nullptr, &items, nullptr,
                      static_cast<cl_uint>(before.size()), before.empty() ? nullptr : before.data(), point,
                      nullptr);
  }

  using Create = cl_command_buffer_khr (*)(cl_uint, const cl_command_queue*,
                                           const cl_command_buffer_properties_khr*, cl_int*);
  using Finalise = cl_int (*)(cl_command_buffer_khr);
  using Enqueue = cl_int (*)(cl_uint, cl_command_queue*, cl_command_buffer_khr, cl_uint, const cl_event*,
                             cl_event*);
  using Info = cl_int (*)(cl_command_buffer_khr, cl_command_buffer_info_khr, std::size_t, void*,
                          std::size_t*);
  using AddFill = cl_int (*)(cl_command_buffer_khr, cl_command_queue, cl_mem, const void*, std::size_t,
                             std::size_t, std::size_t, cl_uint, const cl_sync_point_khr*, cl_sync_point_khr*,
                             cl_mutable_command_khr*);
  using AddCopy = cl_int (*)(cl_command_buffer_khr, cl_command_queue, cl_mem, cl_mem, std::size_t,
                             std::size_t, std::size_t, cl_uint, const cl_sync_point_khr*, cl_sync_point_khr*,
                             cl_mutable_command_khr*);
  using AddLaunch = cl_int (*)(cl_command_buffer_khr, cl_command_queue, const cl_properties*, cl_kernel,
                               cl_uint, const std::size_t*, const std::size_t*, const std::size_t*, cl_uint,
                               const cl_sync_point_khr*, cl_sync_point_khr*, cl_mutable_command_khr*);
  using AddBarrier = cl_int (*)(cl_command_buffer_khr, cl_command_queue, cl_uint, const cl_sync_point_khr*,
                                cl_sync_point_khr*, cl_mutable_command_khr*);
  AddFill add_fill;
  AddCopy add_copy;
  AddLaunch add_launch;
  AddBarrier add_barrier;
  Finalise finalise;
  Enqueue enqueue;
  Info info;
};

const char* const kScale = "kernel void scale(global int* a, int by) { a[get_global_id(0)] *= by; }";

// The arguments are those of the recording.
TEST_F(CommandBuffer, RunsAgainAndAgain) {
  const cl_mem a = ints({1, 2, 3, 4, 5, 6, 7, 8}), b = buffer(8 * sizeof(int));
  const cl_kernel scale = kernel(kScale, "scale");
  int by = 3;
  ASSERT_EQ(clSetKernelArg(scale, 0, sizeof a, &a), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(scale, 1, sizeof by, &by), CL_SUCCESS);
  const auto commands = create(queue);
  EXPECT_EQ(number(commands, CL_COMMAND_BUFFER_STATE_KHR), cl_uint{CL_COMMAND_BUFFER_STATE_RECORDING_KHR});
  ASSERT_EQ(launch(commands, scale), CL_SUCCESS);
  ASSERT_EQ(add_copy(commands, nullptr, a, b, 0, 0, 8 * sizeof(int), 0, nullptr, nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(finalise(commands), CL_SUCCESS);
  by = 100;
  ASSERT_EQ(clSetKernelArg(scale, 1, sizeof by, &by), CL_SUCCESS);
  EXPECT_EQ(read(a, 2), (std::vector{1, 2})) << "recording runs nothing";
  for (int turn = 0; turn < 2; ++turn) {
    cl_event done = nullptr;
    ASSERT_EQ(enqueue(0, nullptr, commands, 0, nullptr, &done), CL_SUCCESS);
    cl_command_type type = 0;
    EXPECT_EQ(clGetEventInfo(done, CL_EVENT_COMMAND_TYPE, sizeof type, &type, nullptr), CL_SUCCESS);
    EXPECT_EQ(type, cl_command_type{CL_COMMAND_COMMAND_BUFFER_KHR});
    EXPECT_EQ(clWaitForEvents(1, &done), CL_SUCCESS);
    clReleaseEvent(done);
  }
  EXPECT_EQ(read(b, 8), (std::vector{9, 18, 27, 36, 45, 54, 63, 72}));
  EXPECT_EQ(number(commands, CL_COMMAND_BUFFER_STATE_KHR), cl_uint{CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR});
}

TEST_F(CommandBuffer, SyncPointsAndBarriersOrderAQueueWithoutOrder) {
  const cl_command_queue free = out_of_order();
  const cl_mem a = buffer(8 * sizeof(int)), b = buffer(8 * sizeof(int));
  const cl_kernel scale = kernel(kScale, "scale");
  const int by = 5, four = 4;
  ASSERT_EQ(clSetKernelArg(scale, 0, sizeof a, &a), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(scale, 1, sizeof by, &by), CL_SUCCESS);
  const auto commands = create(free);
  cl_sync_point_khr filled = 0, scaled = 0;
  ASSERT_EQ(
      add_fill(commands, nullptr, a, &four, sizeof four, 0, 8 * sizeof four, 0, nullptr, &filled, nullptr),
      CL_SUCCESS);
  ASSERT_EQ(launch(commands, scale, {filled}, &scaled), CL_SUCCESS);
  EXPECT_NE(filled, scaled);
  ASSERT_EQ(add_barrier(commands, nullptr, 0, nullptr, nullptr, nullptr), CL_SUCCESS);
  ASSERT_EQ(add_copy(commands, nullptr, a, b, 0, 0, 8 * sizeof(int), 1, &scaled, nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(finalise(commands), CL_SUCCESS);
  ASSERT_EQ(enqueue(1, const_cast<cl_command_queue*>(&free), commands, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(clFinish(free), CL_SUCCESS);
  EXPECT_EQ(read(b, 8), std::vector<int>(8, 20));
}

// It waits for the events of its list, and meanwhile may not be enqueued again.
TEST_F(CommandBuffer, IsPendingUntilItsEventsAreDone) {
  const cl_mem a = ints({1, 1, 1, 1, 1, 1, 1, 1});
  const cl_kernel scale = kernel(kScale, "scale");
  const int by = 2;
  ASSERT_EQ(clSetKernelArg(scale, 0, sizeof a, &a), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(scale, 1, sizeof by, &by), CL_SUCCESS);
  const cl_command_buffer_properties_khr simultaneous[] = {CL_COMMAND_BUFFER_FLAGS_KHR,
                                                           CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR, 0};
  for (const bool may_run_twice : {false, true}) {
    const auto commands = create(queue, may_run_twice ? simultaneous : nullptr);
    ASSERT_EQ(launch(commands, scale), CL_SUCCESS);
    ASSERT_EQ(finalise(commands), CL_SUCCESS);
    const cl_event gate = user_event();
    ASSERT_EQ(enqueue(0, nullptr, commands, 1, &gate, nullptr), CL_SUCCESS);
    EXPECT_EQ(number(commands, CL_COMMAND_BUFFER_STATE_KHR), cl_uint{CL_COMMAND_BUFFER_STATE_PENDING_KHR});
    EXPECT_EQ(enqueue(0, nullptr, commands, 0, nullptr, nullptr),
              may_run_twice ? CL_SUCCESS : CL_INVALID_OPERATION);
    clSetUserEventStatus(gate, CL_COMPLETE);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  }
  EXPECT_EQ(read(a, 1), std::vector{8});
}

TEST_F(CommandBuffer, WhatIsRefused) {
  const cl_mem a = buffer(64);
  const int zero = 0;
  cl_int error = CL_SUCCESS;
  EXPECT_EQ(function<Create>("clCreateCommandBufferKHR")(2, nullptr, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  const auto commands = create(queue);
  const auto fill = [&](cl_command_queue on, std::vector<cl_sync_point_khr> before) {
    return add_fill(commands, on, a, &zero, sizeof zero, 0, 64, static_cast<cl_uint>(before.size()),
                    before.empty() ? nullptr : before.data(), nullptr, nullptr);
  };
  EXPECT_EQ(fill(queue, {}), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(fill(nullptr, {7}), CL_INVALID_SYNC_POINT_WAIT_LIST_KHR);
  EXPECT_EQ(add_fill(commands, nullptr, a, &zero, 3, 0, 64, 0, nullptr, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(enqueue(0, nullptr, commands, 0, nullptr, nullptr), CL_INVALID_OPERATION) << "not finalised";
  EXPECT_EQ(finalise(commands), CL_SUCCESS);
  EXPECT_EQ(finalise(commands), CL_INVALID_OPERATION);
  EXPECT_EQ(fill(nullptr, {}), CL_INVALID_OPERATION) << "finalised";
  EXPECT_EQ(finalise(as<cl_command_buffer_khr>(queue)), CL_INVALID_COMMAND_BUFFER_KHR);
  cl_command_queue other = out_of_order();
  EXPECT_EQ(enqueue(1, &other, commands, 0, nullptr, nullptr), CL_INCOMPATIBLE_COMMAND_QUEUE_KHR);
}

}  // namespace
}  // namespace lockstep::runtime
