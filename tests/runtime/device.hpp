// A context with a queue on the first device, as most tests need it; what a test makes is released after it.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "runtime/objects/cl.hpp"

namespace lockstep::runtime {

inline std::vector<cl_device_id> all_devices() {
  cl_uint count = 0;
  EXPECT_EQ(clGetDeviceIDs(nullptr, CL_DEVICE_TYPE_ALL, 0, nullptr, &count), CL_SUCCESS);
  std::vector<cl_device_id> devices(count);
  EXPECT_EQ(clGetDeviceIDs(nullptr, CL_DEVICE_TYPE_ALL, count, devices.data(), nullptr), CL_SUCCESS);
  return devices;
}

// A handle of another kind where T is wanted.
template <class T, class Other>
T as(Other handle) {
  return reinterpret_cast<T>(handle);
}

class DeviceTest : public testing::Test {
 protected:
  DeviceTest() {
    clGetPlatformIDs(1, &platform, nullptr);
    clGetDeviceIDs(platform, CL_DEVICE_TYPE_DEFAULT, 1, &device, nullptr);
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
    queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, nullptr);
  }
  ~DeviceTest() override {
    for (auto call = cleanups_.rbegin(); call != cleanups_.rend(); ++call) (*call)();
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
  }

  void later(std::function<void()> call) { cleanups_.push_back(std::move(call)); }

  cl_mem buffer(std::size_t bytes, cl_mem_flags flags = CL_MEM_READ_WRITE, void* host = nullptr) {
    cl_int error = CL_SUCCESS;
    const cl_mem made = clCreateBuffer(context, flags, bytes, host, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    later([made] { clReleaseMemObject(made); });
    return made;
  }
  cl_mem ints(std::vector<int> values) {
    return buffer(values.size() * sizeof(int), CL_MEM_COPY_HOST_PTR, values.data());
  }
  std::vector<int> read(cl_mem from, std::size_t count, std::size_t first = 0) {
    std::vector<int> values(count);
    EXPECT_EQ(clEnqueueReadBuffer(queue, from, CL_TRUE, first * sizeof(int), count * sizeof(int),
                                  values.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    return values;
  }
  cl_program source(const std::string& text) {
    const char* const start = text.c_str();
    const char* list[] = {start};
    const cl_program made = clCreateProgramWithSource(context, 1, list, nullptr, nullptr);
    EXPECT_NE(made, nullptr);
    later([made] { clReleaseProgram(made); });
    return made;
  }
  cl_program build(const std::string& text) {
    const cl_program made = source(text);
    EXPECT_EQ(clBuildProgram(made, 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS);
    return made;
  }
  cl_kernel kernel(const std::string& text, const char* name) {
    const cl_kernel made = clCreateKernel(build(text), name, nullptr);
    EXPECT_NE(made, nullptr);
    later([made] { clReleaseKernel(made); });
    return made;
  }
  cl_command_queue out_of_order() {
    const cl_command_queue made =
        clCreateCommandQueue(context, device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, nullptr);
    EXPECT_NE(made, nullptr);
    later([made] { clReleaseCommandQueue(made); });
    return made;
  }
  cl_event user_event() {
    const cl_event made = clCreateUserEvent(context, nullptr);
    EXPECT_NE(made, nullptr);
    later([made] { clReleaseEvent(made); });
    return made;
  }
  cl_int launch(cl_kernel which, std::size_t global, std::size_t local) {
    return clEnqueueNDRangeKernel(queue, which, 1, nullptr, &global, &local, 0, nullptr, nullptr);
  }

  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;

 private:
  std::vector<std::function<void()>> cleanups_;
};

inline cl_int status_of(cl_event event) {
  cl_int status = CL_QUEUED;
  EXPECT_EQ(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr),
            CL_SUCCESS);
  return status;
}

}  // namespace lockstep::runtime
