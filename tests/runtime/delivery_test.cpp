// Late delivery: commands run when the program waits for them, and no earlier.
#include <atomic>

#include "runtime/scheduling/scheduler.hpp"
#include "tests/runtime/device.hpp"

namespace lockstep::runtime {
namespace {

class LateDelivery : public DeviceTest {
 protected:
  LateDelivery() { set_delivery(Delivery::late); }
  ~LateDelivery() override {
    run_all();
    set_delivery(Delivery::early);
  }

  cl_event write(cl_command_queue to, cl_mem memory, const int& value, std::vector<cl_event> wait = {}) {
    cl_event event = nullptr;
    EXPECT_EQ(clEnqueueWriteBuffer(to, memory, CL_FALSE, 0, 4, &value, static_cast<cl_uint>(wait.size()),
                                   wait.empty() ? nullptr : wait.data(), &event),
              CL_SUCCESS);
    later([event] { clReleaseEvent(event); });
    return event;
  }
  cl_event read_later(cl_mem from, int& value) {
    cl_event event = nullptr;
    EXPECT_EQ(clEnqueueReadBuffer(queue, from, CL_FALSE, 0, 4, &value, 0, nullptr, &event), CL_SUCCESS);
    later([event] { clReleaseEvent(event); });
    return event;
  }
};

const int kOne = 1, kTwo = 2;

TEST_F(LateDelivery, ReadArrivesWhenTheProgramWaits) {
  const cl_mem memory = ints({7});
  const std::function<void(cl_event)> waits[] = {
      [&](cl_event event) { clWaitForEvents(1, &event); }, [&](cl_event) { clFinish(queue); },
      [&](cl_event) { read(memory, 1); },
      [&](cl_event event) {
        for (int question = 0; question < 3; ++question) static_cast<void>(status_of(event));
      },
      [&](cl_event event) {
        bool is_called = false;
        clSetEventCallback(
            event, CL_COMPLETE, [](cl_event, cl_int, void* called) { *static_cast<bool*>(called) = true; },
            &is_called);
        EXPECT_TRUE(is_called);
      }};
  for (const auto& wait : waits) {
    int value = 0;
    const cl_event event = read_later(memory, value);
    EXPECT_EQ(clFlush(queue), CL_SUCCESS);
    EXPECT_EQ(value, 0);
    wait(event);
    EXPECT_EQ(value, 7);
  }
}

TEST_F(LateDelivery, WriteTakesTheProgramsMemoryWhenItRuns) {
  const cl_mem memory = ints({0});
  int value = 5;
  write(queue, memory, value);
  value = 6;
  EXPECT_EQ(read(memory, 1), std::vector{6});
}

TEST_F(LateDelivery, BlockingCallsTakeTheirMemoryAtOnce) {
  const cl_mem memory = ints({0});
  int value = 5;
  EXPECT_EQ(clEnqueueWriteBuffer(queue, memory, CL_TRUE, 0, 4, &value, 0, nullptr, nullptr), CL_SUCCESS);
  value = 6;
  EXPECT_EQ(read(memory, 1), std::vector{5});
}

TEST_F(LateDelivery, StatusProceedsByEachQuestion) {
  const cl_event event = write(queue, ints({0}), kOne);
  cl_ulong time = 0;
  EXPECT_EQ(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof time, &time, nullptr),
            CL_PROFILING_INFO_NOT_AVAILABLE);
  EXPECT_EQ(status_of(event), CL_QUEUED);
  EXPECT_EQ(status_of(event), CL_SUBMITTED);
  EXPECT_EQ(status_of(event), CL_COMPLETE);
  EXPECT_EQ(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof time, &time, nullptr),
            CL_SUCCESS);
}

TEST_F(LateDelivery, CommandsThatNothingOrdersRunInReverse) {
  const cl_command_queue free = out_of_order();
  const cl_mem memory = ints({0});
  write(free, memory, kOne);
  write(free, memory, kTwo);
  EXPECT_EQ(clFinish(free), CL_SUCCESS);
  EXPECT_EQ(read(memory, 1), std::vector{1});
}

TEST_F(LateDelivery, EventsBarriersAndQueuesOrder) {
  const cl_command_queue free = out_of_order();
  const cl_mem memory = ints({0});
  const cl_event first = write(free, memory, kOne);
  write(free, memory, kTwo, {first});
  EXPECT_EQ(clFinish(free), CL_SUCCESS);
  EXPECT_EQ(read(memory, 1), std::vector{2});
  write(free, memory, kTwo);
  EXPECT_EQ(clEnqueueBarrierWithWaitList(free, 0, nullptr, nullptr), CL_SUCCESS);
  write(free, memory, kOne);
  EXPECT_EQ(clFinish(free), CL_SUCCESS);
  EXPECT_EQ(read(memory, 1), std::vector{1});
  write(queue, memory, kOne);
  write(queue, memory, kTwo);
  EXPECT_EQ(read(memory, 1), std::vector{2});
}

TEST_F(LateDelivery, OtherQueuesWaitForTheirOwnDemand) {
  const cl_command_queue other = out_of_order();
  const cl_mem memory = ints({0});
  const cl_event written = write(other, memory, kOne);
  EXPECT_EQ(read(memory, 1), std::vector{0});
  int value = 0;
  EXPECT_EQ(clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, 4, &value, 1, &written, nullptr), CL_SUCCESS);
  EXPECT_EQ(value, 1);
}

TEST_F(LateDelivery, WhatWaitsForAUserEventRunsWhenItIsSet) {
  const cl_event gate = user_event();
  const cl_mem memory = ints({0});
  const cl_event written = write(queue, memory, kOne, {gate});
  std::atomic<bool> is_called = false;
  clSetEventCallback(
      written, CL_COMPLETE,
      [](cl_event, cl_int, void* called) { *static_cast<std::atomic<bool>*>(called) = true; }, &is_called);
  EXPECT_FALSE(is_called);
  clSetUserEventStatus(gate, CL_COMPLETE);
  EXPECT_TRUE(is_called);
  EXPECT_EQ(read(memory, 1), std::vector{1});
}

TEST_F(LateDelivery, OldCommandsRunWhenTooManyAreIdle) {
  const cl_mem memory = ints({0});
  std::vector<int> values(3000, 1);
  std::vector<cl_event> events;
  for (const int& value : values) events.push_back(write(queue, memory, value));
  EXPECT_EQ(status_of(events.front()), CL_COMPLETE);
  EXPECT_GT(status_of(events.back()), CL_COMPLETE);
}

TEST_F(LateDelivery, MapsAndUnmapsMoveTheirDataLate) {
  const cl_mem memory = ints({3});
  cl_int error = CL_SUCCESS;
  cl_event mapped = nullptr;
  auto* const window = static_cast<int*>(clEnqueueMapBuffer(
      queue, memory, CL_FALSE, CL_MAP_READ | CL_MAP_WRITE, 0, 4, 0, nullptr, &mapped, &error));
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, &mapped), CL_SUCCESS);
  EXPECT_EQ(*window, 3);
  *window = 4;
  EXPECT_EQ(clEnqueueUnmapMemObject(queue, memory, window, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(read(memory, 1), std::vector{4});
  clReleaseEvent(mapped);
}

TEST_F(LateDelivery, MemoryOfUseHostPtrIsApartUntilItIsMapped) {
  const cl_kernel twice = kernel("kernel void twice(global int* a) { a[get_global_id(0)] *= 2; }", "twice");
  int value = 21;
  for (const Delivery how : {Delivery::late, Delivery::early}) {
    set_delivery(how);
    value = 21;
    const cl_mem memory = buffer(4, CL_MEM_USE_HOST_PTR, &value);
    clSetKernelArg(twice, 0, sizeof memory, &memory);
    EXPECT_EQ(launch(twice, 1, 1), CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    EXPECT_EQ(value, how == Delivery::late ? 21 : 42);
    void* const window =
        clEnqueueMapBuffer(queue, memory, CL_TRUE, CL_MAP_READ, 0, 4, 0, nullptr, nullptr, nullptr);
    EXPECT_EQ(window, &value);
    EXPECT_EQ(value, 42);
    EXPECT_EQ(clEnqueueUnmapMemObject(queue, memory, window, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  }
}

TEST_F(LateDelivery, MemoryThatDoesNotExistFailsTheCommand) {
  const cl_mem memory = ints({3});
  // Nothing is mapped in the first page.
  auto* const nowhere = reinterpret_cast<void*>(std::uintptr_t{64});
  cl_event event = nullptr;
  EXPECT_EQ(clEnqueueReadBuffer(queue, memory, CL_FALSE, 0, 4, nowhere, 0, nullptr, &event), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, &event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  clReleaseEvent(event);
}

}  // namespace
}  // namespace lockstep::runtime
