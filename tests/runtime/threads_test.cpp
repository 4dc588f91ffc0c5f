// Several threads on one queue and on several.
#include <thread>

#include "tests/runtime/device.hpp"

namespace lockstep::runtime {
namespace {

constexpr int kThreads = 4, kRounds = 40;

class Threads : public DeviceTest {
 protected:
  static void in_each(const std::function<void(int)>& work) {
    std::vector<std::thread> threads;
    for (int i = 0; i < kThreads; ++i) threads.emplace_back(work, i);
    for (auto& thread : threads) thread.join();
  }
};

constexpr const char* kAdd = "kernel void add(global int* x) { x[get_global_id(0)] += 1; }";

TEST_F(Threads, OneQueue) {
  const cl_program program = build(kAdd);
  const cl_mem memory = ints(std::vector<int>(32));
  in_each([&](int) {
    const cl_kernel add = clCreateKernel(program, "add", nullptr);
    clSetKernelArg(add, 0, sizeof memory, &memory);
    for (int i = 0; i < kRounds; ++i) {
      ASSERT_EQ(launch(add, 32, 32), CL_SUCCESS);
      ASSERT_EQ(i % 8 == 0 ? clFinish(queue) : clFlush(queue), CL_SUCCESS);
    }
    clReleaseKernel(add);
  });
  EXPECT_EQ(read(memory, 32), std::vector<int>(32, kThreads * kRounds));
}

TEST_F(Threads, QueuesOfTheirOwnWithObjectsOfTheirOwn) {
  in_each([&](int) {
    const cl_command_queue own = clCreateCommandQueue(context, device, 0, nullptr);
    const char* text = kAdd;
    const cl_program program = clCreateProgramWithSource(context, 1, &text, nullptr, nullptr);
    ASSERT_EQ(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS);
    const cl_kernel add = clCreateKernel(program, "add", nullptr);
    std::vector<int> values(32);
    for (int i = 0; i < kRounds; ++i) {
      const cl_mem memory = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, 128, values.data(), nullptr);
      clSetKernelArg(add, 0, sizeof memory, &memory);
      const std::size_t global = 32;
      ASSERT_EQ(clEnqueueNDRangeKernel(own, add, 1, nullptr, &global, nullptr, 0, nullptr, nullptr),
                CL_SUCCESS);
      ASSERT_EQ(clEnqueueReadBuffer(own, memory, CL_TRUE, 0, 128, values.data(), 0, nullptr, nullptr),
                CL_SUCCESS);
      clReleaseMemObject(memory);
    }
    EXPECT_EQ(values, std::vector<int>(32, kRounds));
    clReleaseKernel(add);
    clReleaseProgram(program);
    clReleaseCommandQueue(own);
  });
}

// Each waits for the event that another one sets.
TEST_F(Threads, UserEventsAcrossThreads) {
  std::vector<cl_event> gates;
  for (int i = 0; i <= kThreads; ++i) gates.push_back(user_event());
  const cl_command_queue free = out_of_order();
  in_each([&](int i) {
    const auto index = static_cast<std::size_t>(i);
    cl_event marker = nullptr;
    ASSERT_EQ(clEnqueueMarkerWithWaitList(free, 1, &gates[index], &marker), CL_SUCCESS);
    if (i == 0) clSetUserEventStatus(gates[0], CL_COMPLETE);
    ASSERT_EQ(clWaitForEvents(1, &marker), CL_SUCCESS);
    clSetUserEventStatus(gates[index + 1], CL_COMPLETE);
    clReleaseEvent(marker);
  });
  EXPECT_EQ(clWaitForEvents(1, &gates.back()), CL_SUCCESS);
  EXPECT_EQ(clFinish(free), CL_SUCCESS);
}

TEST_F(Threads, ReferencesAreCountedOnce) {
  const cl_mem memory = clCreateBuffer(context, 0, 64, nullptr, nullptr);
  in_each([&](int) {
    for (int i = 0; i < 1000; ++i) {
      ASSERT_EQ(clRetainMemObject(memory), CL_SUCCESS);
      ASSERT_EQ(clReleaseMemObject(memory), CL_SUCCESS);
    }
  });
  EXPECT_EQ(clReleaseMemObject(memory), CL_SUCCESS);
  EXPECT_EQ(clReleaseMemObject(memory), CL_INVALID_MEM_OBJECT);
}

TEST_F(Threads, MapsOfPartsOfOneBuffer) {
  const cl_mem whole = ints(std::vector<int>(kThreads * 32));
  in_each([&](int i) {
    const cl_buffer_region region{static_cast<std::size_t>(i) * 128, 128};
    const cl_mem part = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, nullptr);
    for (int round = 0; round < kRounds; ++round) {
      auto* const mapped = static_cast<int*>(clEnqueueMapBuffer(
          queue, part, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, 128, 0, nullptr, nullptr, nullptr));
      ASSERT_NE(mapped, nullptr);
      for (int k = 0; k < 32; ++k) mapped[k] += i;
      ASSERT_EQ(clEnqueueUnmapMemObject(queue, part, mapped, 0, nullptr, nullptr), CL_SUCCESS);
    }
    clFinish(queue);
    clReleaseMemObject(part);
  });
  const std::vector<int> values = read(whole, kThreads * 32);
  for (int i = 0; i < kThreads * 32; ++i) EXPECT_EQ(values[static_cast<std::size_t>(i)], i / 32 * kRounds);
}

}  // namespace
}  // namespace lockstep::runtime
