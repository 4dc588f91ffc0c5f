// Parts of a device, for a program that asked for several compute units.
#include "runtime/objects/platform.hpp"
#include "tests/runtime/device.hpp"

namespace lockstep::runtime {
namespace {

class SubDevices : public DeviceTest {
 protected:
  SubDevices() { device->compute_units = 4; }
  ~SubDevices() override { device->compute_units = 1; }

  std::vector<cl_device_id> divide_by(cl_device_partition_property units) {
    const cl_device_partition_property wanted[] = {CL_DEVICE_PARTITION_EQUALLY, units, 0};
    cl_uint count = 0;
    EXPECT_EQ(clCreateSubDevices(device, wanted, 0, nullptr, &count), CL_SUCCESS);
    std::vector<cl_device_id> parts(count);
    EXPECT_EQ(clCreateSubDevices(device, wanted, count, parts.data(), nullptr), CL_SUCCESS);
    for (const cl_device_id part : parts) later([part] { clReleaseDevice(part); });
    return parts;
  }
  cl_uint number(cl_device_id of, cl_device_info name) {
    cl_uint answer = 0;
    EXPECT_EQ(clGetDeviceInfo(of, name, sizeof answer, &answer, nullptr), CL_SUCCESS);
    return answer;
  }
};

TEST_F(SubDevices, HaveTheirShareOfComputeUnits) {
  EXPECT_EQ(number(device, CL_DEVICE_PARTITION_MAX_SUB_DEVICES), 4u);
  const auto parts = divide_by(2);
  ASSERT_EQ(parts.size(), 2u);
  for (const cl_device_id part : parts) {
    EXPECT_EQ(number(part, CL_DEVICE_MAX_COMPUTE_UNITS), 2u);
    EXPECT_EQ(number(part, CL_DEVICE_REFERENCE_COUNT), 1u);
    cl_device_id parent = nullptr;
    cl_device_partition_property type[3] = {};
    EXPECT_EQ(clGetDeviceInfo(part, CL_DEVICE_PARENT_DEVICE, sizeof parent, &parent, nullptr), CL_SUCCESS);
    EXPECT_EQ(parent, device);
    EXPECT_EQ(clGetDeviceInfo(part, CL_DEVICE_PARTITION_TYPE, sizeof type, type, nullptr), CL_SUCCESS);
    EXPECT_EQ(type[0], CL_DEVICE_PARTITION_EQUALLY);
    EXPECT_EQ(type[1], 2);
    EXPECT_EQ(clRetainDevice(part), CL_SUCCESS);
    EXPECT_EQ(number(part, CL_DEVICE_REFERENCE_COUNT), 2u);
    EXPECT_EQ(clReleaseDevice(part), CL_SUCCESS);
  }
  EXPECT_EQ(divide_by(3).size(), 1u) << "one unit is left over";
}

TEST_F(SubDevices, RunKernels) {
  const auto parts = divide_by(1);
  cl_int error = CL_SUCCESS;
  const cl_context shared =
      clCreateContext(nullptr, static_cast<cl_uint>(parts.size()), parts.data(), nullptr, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  later([shared] { clReleaseContext(shared); });
  const char* text = "kernel void inc(global int* a) { a[get_global_id(0)] += 1; }";
  const cl_program program = clCreateProgramWithSource(shared, 1, &text, nullptr, &error);
  later([program] { clReleaseProgram(program); });
  ASSERT_EQ(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS);
  const cl_kernel inc = clCreateKernel(program, "inc", &error);
  later([inc] { clReleaseKernel(inc); });
  int values[8] = {};
  const cl_mem a = clCreateBuffer(shared, CL_MEM_COPY_HOST_PTR, sizeof values, values, &error);
  later([a] { clReleaseMemObject(a); });
  ASSERT_EQ(clSetKernelArg(inc, 0, sizeof a, &a), CL_SUCCESS);
  const std::size_t items = 8;
  for (const cl_device_id part : parts) {
    const cl_command_queue on = clCreateCommandQueue(shared, part, 0, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    EXPECT_EQ(clEnqueueNDRangeKernel(on, inc, 1, nullptr, &items, nullptr, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(clEnqueueReadBuffer(on, a, CL_TRUE, 0, sizeof values, values, 0, nullptr, nullptr), CL_SUCCESS);
    clReleaseCommandQueue(on);
  }
  for (const int value : values) EXPECT_EQ(value, 4);
}

TEST_F(SubDevices, WhatIsRefused) {
  cl_device_id parts[2];
  const auto divide = [&](std::vector<cl_device_partition_property> wanted, cl_uint entries) {
    return clCreateSubDevices(device, wanted.data(), entries, parts, nullptr);
  };
  EXPECT_EQ(divide({CL_DEVICE_PARTITION_EQUALLY, 5, 0}, 2), CL_DEVICE_PARTITION_FAILED);
  EXPECT_EQ(divide({CL_DEVICE_PARTITION_EQUALLY, 0, 0}, 2), CL_INVALID_VALUE);
  EXPECT_EQ(divide({CL_DEVICE_PARTITION_EQUALLY, 1, 0}, 2), CL_INVALID_VALUE) << "four parts";
  EXPECT_EQ(divide({CL_DEVICE_PARTITION_BY_COUNTS, 2, 0}, 2), CL_INVALID_VALUE);
  EXPECT_EQ(clCreateSubDevices(device, nullptr, 2, parts, nullptr), CL_INVALID_VALUE);
  device->compute_units = 1;
  EXPECT_EQ(divide({CL_DEVICE_PARTITION_EQUALLY, 1, 0}, 2), CL_INVALID_VALUE);
}

}  // namespace
}  // namespace lockstep::runtime
