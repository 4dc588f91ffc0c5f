// Events: orders of queues, user events, callbacks, barriers, errors that pass on, profiling.
#include <atomic>

#include "tests/runtime/device.hpp"

namespace lockstep::runtime {
namespace {

class Events : public DeviceTest {
 protected:
  cl_event write(cl_command_queue to, cl_mem memory, const int& value, std::vector<cl_event> wait = {}) {
    cl_event event = nullptr;
    EXPECT_EQ(clEnqueueWriteBuffer(to, memory, CL_FALSE, 0, 4, &value, static_cast<cl_uint>(wait.size()),
                                   wait.empty() ? nullptr : wait.data(), &event),
              CL_SUCCESS);
    later([event] { clReleaseEvent(event); });
    return event;
  }
};

const int kOne = 1, kTwo = 2;

TEST_F(Events, InOrderQueueWaitsForTheCommandBefore) {
  const cl_event gate = user_event();
  const cl_mem memory = ints({0});
  const cl_event first = write(queue, memory, kOne, {gate}), second = write(queue, memory, kTwo);
  EXPECT_GT(status_of(second), CL_COMPLETE);
  clSetUserEventStatus(gate, CL_COMPLETE);
  EXPECT_EQ(clWaitForEvents(1, &second), CL_SUCCESS);
  EXPECT_EQ(status_of(first), CL_COMPLETE);
  EXPECT_EQ(read(memory, 1), std::vector{2});
}

TEST_F(Events, OutOfOrderQueueDoesNotWait) {
  const cl_command_queue free = out_of_order();
  const cl_event gate = user_event();
  const cl_mem memory = ints({0});
  const cl_event first = write(free, memory, kOne, {gate}), second = write(free, memory, kTwo);
  EXPECT_EQ(clWaitForEvents(1, &second), CL_SUCCESS);
  EXPECT_GT(status_of(first), CL_COMPLETE);
  clSetUserEventStatus(gate, CL_COMPLETE);
  EXPECT_EQ(clFinish(free), CL_SUCCESS);
  EXPECT_EQ(read(memory, 1), std::vector{1});
}

TEST_F(Events, BarrierHoldsWhatFollows) {
  const cl_command_queue free = out_of_order();
  const cl_event gate = user_event();
  const cl_mem memory = ints({0});
  const cl_event first = write(free, memory, kOne, {gate});
  EXPECT_EQ(clEnqueueBarrierWithWaitList(free, 0, nullptr, nullptr), CL_SUCCESS);
  const cl_event second = write(free, memory, kTwo);
  EXPECT_GT(status_of(second), CL_COMPLETE);
  clSetUserEventStatus(gate, CL_COMPLETE);
  EXPECT_EQ(clFinish(free), CL_SUCCESS);
  EXPECT_EQ(status_of(first), CL_COMPLETE);
  EXPECT_EQ(read(memory, 1), std::vector{2});
}

TEST_F(Events, BarrierWithAListWaitsForTheListOnly) {
  const cl_command_queue free = out_of_order();
  const cl_event gate = user_event(), other = user_event();
  const cl_mem memory = ints({0});
  write(free, memory, kOne, {other});
  cl_event barrier = nullptr;
  EXPECT_EQ(clEnqueueBarrierWithWaitList(free, 1, &gate, &barrier), CL_SUCCESS);
  const cl_event second = write(free, memory, kTwo);
  EXPECT_GT(status_of(second), CL_COMPLETE);
  clSetUserEventStatus(gate, CL_COMPLETE);
  EXPECT_EQ(clWaitForEvents(1, &second), CL_SUCCESS);
  EXPECT_EQ(status_of(barrier), CL_COMPLETE);
  clSetUserEventStatus(other, CL_COMPLETE);
  clFinish(free);
  clReleaseEvent(barrier);
}

TEST_F(Events, MarkerWaitsForAllButHoldsNothing) {
  const cl_command_queue free = out_of_order();
  const cl_event gate = user_event();
  const cl_mem memory = ints({0});
  write(free, memory, kOne, {gate});
  cl_event marker = nullptr;
  EXPECT_EQ(clEnqueueMarkerWithWaitList(free, 0, nullptr, &marker), CL_SUCCESS);
  const cl_event second = write(free, memory, kTwo);
  EXPECT_EQ(clWaitForEvents(1, &second), CL_SUCCESS);
  EXPECT_GT(status_of(marker), CL_COMPLETE);
  clSetUserEventStatus(gate, CL_COMPLETE);
  EXPECT_EQ(clWaitForEvents(1, &marker), CL_SUCCESS);
  clReleaseEvent(marker);
}

TEST_F(Events, ErrorsPassOnThroughWaitLists) {
  const cl_command_queue free = out_of_order();
  const cl_event gate = user_event();
  const cl_mem memory = ints({5});
  const cl_event first = write(free, memory, kOne, {gate}), second = write(free, memory, kTwo, {first});
  int value = 0;
  clSetUserEventStatus(gate, -7);
  EXPECT_EQ(status_of(first), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(status_of(second), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(clWaitForEvents(1, &second), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(clEnqueueReadBuffer(free, memory, CL_TRUE, 0, 4, &value, 1, &second, nullptr),
            CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(value, 0);
  EXPECT_EQ(read(memory, 1), std::vector{5});
  // The queue itself is fine: it did what the events asked.
  EXPECT_EQ(clFinish(free), CL_SUCCESS);
}

struct Calls {
  std::vector<cl_int> statuses;
};
void CL_CALLBACK note(cl_event, cl_int status, void* data) {
  static_cast<Calls*>(data)->statuses.push_back(status);
}

TEST_F(Events, CallbacksGetEachStatus) {
  const cl_event gate = user_event();
  const cl_mem memory = ints({0});
  const cl_event event = write(queue, memory, kOne, {gate});
  Calls calls;
  for (cl_int when : {CL_COMPLETE, CL_RUNNING, CL_SUBMITTED})
    EXPECT_EQ(clSetEventCallback(event, when, note, &calls), CL_SUCCESS);
  EXPECT_TRUE(calls.statuses.empty());
  clSetUserEventStatus(gate, CL_COMPLETE);
  clFinish(queue);
  EXPECT_EQ(calls.statuses, (std::vector{CL_SUBMITTED, CL_RUNNING, CL_COMPLETE}));
  clSetEventCallback(event, CL_COMPLETE, note, &calls);  // too late: at once
  EXPECT_EQ(calls.statuses.size(), 4u);
}

TEST_F(Events, CallbacksGetTheErrorOfAFailedEvent) {
  const cl_event gate = user_event();
  Calls calls;
  clSetEventCallback(gate, CL_COMPLETE, note, &calls);
  clSetUserEventStatus(gate, -42);
  EXPECT_EQ(calls.statuses, std::vector{-42});
}

TEST_F(Events, CallbacksMayEnqueueAndSetEvents) {
  struct State {
    cl_command_queue queue;
    cl_mem memory;
    cl_event next;
  } state{queue, ints({0}), user_event()};
  const cl_event first = write(queue, state.memory, kOne, {user_event()});
  (void)first;
  const cl_event gate = user_event();
  const cl_command_queue free = out_of_order();
  state.queue = free;
  const cl_event second = write(free, state.memory, kOne, {gate});
  const cl_event last = write(free, state.memory, kTwo, {state.next});
  clSetEventCallback(
      second, CL_COMPLETE,
      [](cl_event, cl_int, void* data) {
        auto* const self = static_cast<State*>(data);
        EXPECT_EQ(clEnqueueMarkerWithWaitList(self->queue, 0, nullptr, nullptr), CL_SUCCESS);
        EXPECT_EQ(clSetUserEventStatus(self->next, CL_COMPLETE), CL_SUCCESS);
      },
      &state);
  clSetUserEventStatus(gate, CL_COMPLETE);
  EXPECT_EQ(clWaitForEvents(1, &last), CL_SUCCESS);
  EXPECT_EQ(clFinish(free), CL_SUCCESS);
}

TEST_F(Events, ReleasedEarlyTheCommandStillRuns) {
  const cl_event gate = user_event();
  const cl_mem memory = ints({0});
  cl_event event = nullptr;
  Calls calls;
  clEnqueueWriteBuffer(queue, memory, CL_FALSE, 0, 4, &kOne, 1, &gate, &event);
  clSetEventCallback(event, CL_COMPLETE, note, &calls);
  clReleaseEvent(event);
  clSetUserEventStatus(gate, CL_COMPLETE);
  EXPECT_EQ(read(memory, 1), std::vector{1});
  EXPECT_EQ(calls.statuses.size(), 1u);
}

TEST_F(Events, ProfilingTimesAreInOrder) {
  cl_event event = nullptr;
  const cl_mem memory = ints({0});
  clEnqueueWriteBuffer(queue, memory, CL_TRUE, 0, 4, &kOne, 0, nullptr, &event);
  cl_ulong last = 0;
  for (cl_profiling_info name :
       {CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_SUBMIT, CL_PROFILING_COMMAND_START,
        CL_PROFILING_COMMAND_END, CL_PROFILING_COMMAND_COMPLETE}) {
    cl_ulong time = 0;
    EXPECT_EQ(clGetEventProfilingInfo(event, name, sizeof time, &time, nullptr), CL_SUCCESS);
    EXPECT_GE(time, last);
    last = time;
  }
  clReleaseEvent(event);
  const cl_event unprofiled = write(out_of_order(), memory, kOne), user = user_event();
  for (cl_event each : {unprofiled, user})
    EXPECT_EQ(clGetEventProfilingInfo(each, CL_PROFILING_COMMAND_START, sizeof last, &last, nullptr),
              CL_PROFILING_INFO_NOT_AVAILABLE);
}

TEST_F(Events, LaunchWithoutWorkItemsStillTakesItsTurn) {
  const cl_event gate = user_event();
  const cl_kernel f = kernel("kernel void f() {}", "f");
  const std::size_t zero = 0;
  cl_event event = nullptr;
  EXPECT_EQ(clEnqueueNDRangeKernel(queue, f, 1, nullptr, &zero, nullptr, 1, &gate, &event), CL_SUCCESS);
  EXPECT_GT(status_of(event), CL_COMPLETE);
  clSetUserEventStatus(gate, CL_COMPLETE);
  EXPECT_EQ(clWaitForEvents(1, &event), CL_SUCCESS);
  clReleaseEvent(event);
}

// Many commands behind one gate: neither deep recursion nor quadratic time.
TEST_F(Events, LongChainsRun) {
  const cl_command_queue free = out_of_order();
  const cl_event gate = user_event();
  const cl_mem memory = ints({0});
  for (int i = 0; i < 20'000; ++i)
    ASSERT_EQ(
        clEnqueueWriteBuffer(i % 2 == 0 ? queue : free, memory, CL_FALSE, 0, 4, &kOne, 1, &gate, nullptr),
        CL_SUCCESS);
  clSetUserEventStatus(gate, CL_COMPLETE);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(clFinish(free), CL_SUCCESS);
}

// The context is told of a failed launch when nothing is locked: its function may use OpenCL.
TEST_F(Events, ContextIsToldOfALaunchThatIsStopped) {
  struct State {
    cl_mem memory = nullptr;
    cl_command_queue queue = nullptr;
    int calls = 0;
  } state;
  const auto notify = [](const char*, const void*, size_t, void* data) {
    auto* const self = static_cast<State*>(data);
    ++self->calls;
    EXPECT_EQ(clEnqueueWriteBuffer(self->queue, self->memory, CL_FALSE, 0, 4, &kTwo, 0, nullptr, nullptr),
              CL_SUCCESS);
  };
  const cl_context own = clCreateContext(nullptr, 1, &device, notify, &state, nullptr);
  const cl_command_queue first = clCreateCommandQueue(own, device, 0, nullptr);
  state.queue = clCreateCommandQueue(own, device, 0, nullptr);
  state.memory = clCreateBuffer(own, 0, 4, nullptr, nullptr);
  const char* text = "kernel void endless() { while (true) {} }";
  const cl_program program = clCreateProgramWithSource(own, 1, &text, nullptr, nullptr);
  ASSERT_EQ(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS);
  const cl_kernel endless = clCreateKernel(program, "endless", nullptr);
  const std::size_t one = 1;
  cl_event event = nullptr;
  EXPECT_EQ(clEnqueueNDRangeKernel(first, endless, 1, nullptr, &one, nullptr, 0, nullptr, &event),
            CL_SUCCESS);
  EXPECT_EQ(state.calls, 1);
  EXPECT_EQ(status_of(event), CL_OUT_OF_RESOURCES);
  EXPECT_EQ(clFinish(first), CL_OUT_OF_RESOURCES);
  EXPECT_EQ(clFinish(first), CL_SUCCESS);  // said once
  clReleaseEvent(event);
  clReleaseKernel(endless);
  clReleaseProgram(program);
  clReleaseMemObject(state.memory);
  clReleaseCommandQueue(state.queue);
  clReleaseCommandQueue(first);
  clReleaseContext(own);
}

// Stale data must not look like a result.
TEST_F(Events, CommandsAfterAStoppedLaunchFail) {
  const cl_kernel endless = kernel("kernel void endless(global int* a) { while (true) {} }", "endless");
  const cl_mem memory = ints({5});
  clSetKernelArg(endless, 0, sizeof memory, &memory);
  EXPECT_EQ(launch(endless, 1, 1), CL_SUCCESS);
  int value = 0;
  const auto read_into_value = [&](cl_command_queue from, cl_uint count, const cl_event* events) {
    return clEnqueueReadBuffer(from, memory, CL_TRUE, 0, 4, &value, count, events, nullptr);
  };
  EXPECT_EQ(read_into_value(queue, 0, nullptr), CL_OUT_OF_RESOURCES);
  EXPECT_EQ(read_into_value(queue, 0, nullptr), CL_OUT_OF_RESOURCES);
  cl_event marker = nullptr;
  EXPECT_EQ(clEnqueueMarkerWithWaitList(queue, 0, nullptr, &marker), CL_SUCCESS);
  const cl_command_queue free = out_of_order();
  EXPECT_EQ(read_into_value(free, 1, &marker), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(value, 0);
  EXPECT_EQ(clFinish(queue), CL_OUT_OF_RESOURCES);
  // Nothing orders these behind it.
  EXPECT_EQ(read_into_value(free, 0, nullptr), CL_SUCCESS);
  EXPECT_EQ(clEnqueueBarrierWithWaitList(free, 1, &marker, nullptr), CL_SUCCESS);
  EXPECT_EQ(read_into_value(free, 0, nullptr), CL_OUT_OF_RESOURCES);
  clReleaseEvent(marker);
}

}  // namespace
}  // namespace lockstep::runtime
