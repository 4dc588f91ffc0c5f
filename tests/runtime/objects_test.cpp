// Reference counts, release callbacks, and how long objects live.
#include "tests/runtime/device.hpp"

namespace lockstep::runtime {
namespace {

class Objects : public DeviceTest {};

template <class T, class Info>
cl_uint count_of(cl_int (*info)(T, Info, size_t, void*, size_t*), T object, Info name) {
  cl_uint count = 0;
  EXPECT_EQ(info(object, name, sizeof count, &count, nullptr), CL_SUCCESS);
  return count;
}

TEST_F(Objects, CountReferences) {
  const cl_mem memory = clCreateBuffer(context, 0, 64, nullptr, nullptr);
  EXPECT_EQ(count_of(clGetMemObjectInfo, memory, cl_mem_info{CL_MEM_REFERENCE_COUNT}), 1u);
  EXPECT_EQ(clRetainMemObject(memory), CL_SUCCESS);
  EXPECT_EQ(count_of(clGetMemObjectInfo, memory, cl_mem_info{CL_MEM_REFERENCE_COUNT}), 2u);
  EXPECT_EQ(clReleaseMemObject(memory), CL_SUCCESS);
  EXPECT_EQ(clReleaseMemObject(memory), CL_SUCCESS);
  EXPECT_EQ(clReleaseMemObject(memory), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clRetainMemObject(memory), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(count_of(clGetContextInfo, context, cl_context_info{CL_CONTEXT_REFERENCE_COUNT}), 1u);
  EXPECT_EQ(count_of(clGetDeviceInfo, device, cl_device_info{CL_DEVICE_REFERENCE_COUNT}), 1u);
}

// Those who need a context keep it: its handle stays valid.
TEST_F(Objects, ContextLivesAsLongAsItsObjects) {
  const cl_context own = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
  int destroyed = 0;
  clSetContextDestructorCallback(
      own, [](cl_context, void* count) { ++*static_cast<int*>(count); }, &destroyed);
  const cl_mem memory = clCreateBuffer(own, 0, 64, nullptr, nullptr);
  EXPECT_EQ(clReleaseContext(own), CL_SUCCESS);
  EXPECT_EQ(destroyed, 0);
  cl_context of_memory = nullptr;
  EXPECT_EQ(clGetMemObjectInfo(memory, CL_MEM_CONTEXT, sizeof of_memory, &of_memory, nullptr), CL_SUCCESS);
  EXPECT_EQ(of_memory, own);
  EXPECT_EQ(clReleaseMemObject(memory), CL_SUCCESS);
  EXPECT_EQ(destroyed, 1);
}

TEST_F(Objects, DestructorCallbacksRunInReverseOrderAndMayUseOpenCl) {
  struct State {
    cl_context context = nullptr;
    std::vector<int> order;
  } state{context, {}};
  const cl_mem memory = clCreateBuffer(context, 0, 64, nullptr, nullptr);
  const auto first = [](cl_mem, void* data) { static_cast<State*>(data)->order.push_back(1); };
  const auto second = [](cl_mem, void* data) {
    auto* const self = static_cast<State*>(data);
    self->order.push_back(2);
    clReleaseMemObject(clCreateBuffer(self->context, 0, 16, nullptr, nullptr));
  };
  EXPECT_EQ(clSetMemObjectDestructorCallback(memory, first, &state), CL_SUCCESS);
  EXPECT_EQ(clSetMemObjectDestructorCallback(memory, second, &state), CL_SUCCESS);
  clReleaseMemObject(memory);
  EXPECT_EQ(state.order, (std::vector{2, 1}));
}

// "Implementations shall not allow cl_kernel objects to hold reference counts to cl_kernel arguments."
TEST_F(Objects, KernelsKeepNoBuffers) {
  const cl_kernel f = kernel("kernel void f(global int* x) { x[0] = 1; }", "f");
  const cl_mem memory = clCreateBuffer(context, 0, 64, nullptr, nullptr);
  bool destroyed = false;
  clSetMemObjectDestructorCallback(
      memory, [](cl_mem, void* flag) { *static_cast<bool*>(flag) = true; }, &destroyed);
  clSetKernelArg(f, 0, sizeof memory, &memory);
  clReleaseMemObject(memory);
  EXPECT_TRUE(destroyed);
  EXPECT_EQ(launch(f, 1, 1), CL_INVALID_KERNEL_ARGS);
}

TEST_F(Objects, CommandsKeepWhatTheyUse) {
  const cl_kernel f = kernel("kernel void f(global int* x) { x[0] = 7; }", "f");
  const cl_mem memory = clCreateBuffer(context, 0, 64, nullptr, nullptr);
  const cl_event gate = user_event();
  bool destroyed = false;
  clSetMemObjectDestructorCallback(
      memory, [](cl_mem, void* flag) { *static_cast<bool*>(flag) = true; }, &destroyed);
  clSetKernelArg(f, 0, sizeof memory, &memory);
  const std::size_t one = 1;
  int value = 0;
  EXPECT_EQ(clEnqueueNDRangeKernel(queue, f, 1, nullptr, &one, nullptr, 1, &gate, nullptr), CL_SUCCESS);
  EXPECT_EQ(clEnqueueReadBuffer(queue, memory, CL_FALSE, 0, 4, &value, 0, nullptr, nullptr), CL_SUCCESS);
  clReleaseMemObject(memory);
  EXPECT_FALSE(destroyed);
  clSetUserEventStatus(gate, CL_COMPLETE);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_TRUE(destroyed);
  EXPECT_EQ(value, 7);
}

// Event of a command that waits: the queue is released, the event still ends.
TEST_F(Objects, QueueLivesAsLongAsItsCommands) {
  const cl_command_queue own = clCreateCommandQueue(context, device, 0, nullptr);
  const cl_event gate = user_event();
  cl_event done = nullptr;
  EXPECT_EQ(clEnqueueMarkerWithWaitList(own, 1, &gate, &done), CL_SUCCESS);
  EXPECT_EQ(clReleaseCommandQueue(own), CL_SUCCESS);
  EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, &done), CL_SUCCESS);
  clReleaseEvent(done);
}

TEST_F(Objects, HandlesThatAreNoneAreRefused) {
  char memory[256] = {};
  for (void* garbage :
       {static_cast<void*>(memory), as<void*>(std::uintptr_t{1}), as<void*>(~std::uintptr_t{7})}) {
    EXPECT_EQ(clRetainContext(as<cl_context>(garbage)), CL_INVALID_CONTEXT);
    EXPECT_EQ(clFinish(as<cl_command_queue>(garbage)), CL_INVALID_COMMAND_QUEUE);
    EXPECT_EQ(clReleaseMemObject(as<cl_mem>(garbage)), CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(clReleaseProgram(as<cl_program>(garbage)), CL_INVALID_PROGRAM);
    EXPECT_EQ(clReleaseKernel(as<cl_kernel>(garbage)), CL_INVALID_KERNEL);
    EXPECT_EQ(clReleaseEvent(as<cl_event>(garbage)), CL_INVALID_EVENT);
    EXPECT_EQ(clReleaseDevice(as<cl_device_id>(garbage)), CL_INVALID_DEVICE);
  }
}

}  // namespace
}  // namespace lockstep::runtime
