// Each function with NULL handles, handles of another kind, wrong sizes and a wrong order of calls: the error
// is the one that the OpenCL 3.0 specification names.
#include <cstdint>

#include "tests/runtime/device.hpp"

namespace lockstep::runtime {
namespace {

constexpr const char* kCopy =
    "kernel void copy(global const int* in, global int* out, int n, local int* t)"
    "{ int i = get_global_id(0); t[0] = 1; if (i < n) out[i] = in[i]; }";

class Errors : public DeviceTest {};

TEST_F(Errors, PlatformsAndDevices) {
  cl_platform_id place = nullptr;
  cl_uint count = 0;
  EXPECT_EQ(clGetPlatformIDs(0, &place, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clGetPlatformIDs(0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clGetPlatformIDs(0, nullptr, &count), CL_SUCCESS);
  EXPECT_EQ(count, 1u);
  EXPECT_EQ(clUnloadPlatformCompiler(nullptr), CL_INVALID_PLATFORM);
  EXPECT_EQ(clUnloadPlatformCompiler(platform), CL_SUCCESS);
  EXPECT_EQ(clGetPlatformInfo(as<cl_platform_id>(device), CL_PLATFORM_NAME, 0, nullptr, nullptr),
            CL_INVALID_PLATFORM);
  EXPECT_EQ(clGetPlatformInfo(platform, 0x1234, 0, nullptr, nullptr), CL_INVALID_VALUE);

  cl_device_id found = nullptr;
  EXPECT_EQ(clGetDeviceIDs(as<cl_platform_id>(context), CL_DEVICE_TYPE_ALL, 1, &found, nullptr),
            CL_INVALID_PLATFORM);
  EXPECT_EQ(clGetDeviceIDs(platform, 0, 1, &found, nullptr), CL_INVALID_DEVICE_TYPE);
  EXPECT_EQ(clGetDeviceIDs(platform, cl_device_type{1} << 40, 1, &found, nullptr), CL_INVALID_DEVICE_TYPE);
  EXPECT_EQ(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, &found, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU, 1, &found, nullptr), CL_DEVICE_NOT_FOUND);
  EXPECT_EQ(clGetDeviceIDs(platform, CL_DEVICE_TYPE_CUSTOM, 1, &found, nullptr), CL_DEVICE_NOT_FOUND);
  EXPECT_EQ(clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU, 1, &found, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clGetDeviceInfo(nullptr, CL_DEVICE_NAME, 0, nullptr, nullptr), CL_INVALID_DEVICE);
  EXPECT_EQ(clRetainDevice(nullptr), CL_INVALID_DEVICE);
  EXPECT_EQ(clReleaseDevice(as<cl_device_id>(platform)), CL_INVALID_DEVICE);
  const cl_device_partition_property parts[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  EXPECT_EQ(clCreateSubDevices(device, parts, 0, nullptr, &count), CL_INVALID_VALUE);
  EXPECT_EQ(clCreateSubDevices(nullptr, parts, 0, nullptr, &count), CL_INVALID_DEVICE);
  cl_ulong time = 0;
  EXPECT_EQ(clGetHostTimer(nullptr, &time), CL_INVALID_DEVICE);
  EXPECT_EQ(clGetHostTimer(device, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clGetDeviceAndHostTimer(device, &time, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clGetDeviceAndHostTimer(device, nullptr, &time), CL_INVALID_VALUE);
}

TEST_F(Errors, Contexts) {
  cl_int error = CL_SUCCESS;
  const auto create = [&](const cl_context_properties* properties, cl_uint count, const cl_device_id* list,
                          void* data = nullptr) {
    EXPECT_EQ(clCreateContext(properties, count, list, nullptr, data, &error), nullptr);
    return error;
  };
  int data = 0;
  EXPECT_EQ(create(nullptr, 0, &device), CL_INVALID_VALUE);
  EXPECT_EQ(create(nullptr, 1, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(create(nullptr, 1, &device, &data), CL_INVALID_VALUE);
  const cl_device_id wrong[] = {device, as<cl_device_id>(platform)}, null[] = {nullptr};
  EXPECT_EQ(create(nullptr, 2, wrong), CL_INVALID_DEVICE);
  EXPECT_EQ(create(nullptr, 1, null), CL_INVALID_DEVICE);
  const cl_context_properties no_platform[] = {CL_CONTEXT_PLATFORM, 0, 0};
  const cl_context_properties twice[] = {CL_CONTEXT_PLATFORM, as<cl_context_properties>(platform),
                                         CL_CONTEXT_PLATFORM, as<cl_context_properties>(platform), 0};
  const cl_context_properties unknown[] = {0x9999, 0, 0};
  EXPECT_EQ(create(no_platform, 1, &device), CL_INVALID_PLATFORM);
  EXPECT_EQ(create(twice, 1, &device), CL_INVALID_PROPERTY);
  EXPECT_EQ(create(unknown, 1, &device), CL_INVALID_PROPERTY);
  EXPECT_EQ(clCreateContextFromType(nullptr, CL_DEVICE_TYPE_CPU, nullptr, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_DEVICE_NOT_FOUND);
  EXPECT_EQ(clCreateContextFromType(nullptr, 0, nullptr, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_DEVICE_TYPE);
  EXPECT_EQ(clRetainContext(nullptr), CL_INVALID_CONTEXT);
  EXPECT_EQ(clReleaseContext(as<cl_context>(queue)), CL_INVALID_CONTEXT);
  EXPECT_EQ(clGetContextInfo(nullptr, CL_CONTEXT_DEVICES, 0, nullptr, nullptr), CL_INVALID_CONTEXT);
  EXPECT_EQ(clSetContextDestructorCallback(nullptr, nullptr, nullptr), CL_INVALID_CONTEXT);
  EXPECT_EQ(clSetContextDestructorCallback(context, nullptr, nullptr), CL_INVALID_VALUE);
}

TEST_F(Errors, Queues) {
  cl_int error = CL_SUCCESS;
  const auto create = [&](cl_context of, cl_device_id on, std::vector<cl_queue_properties> properties) {
    EXPECT_EQ(clCreateCommandQueueWithProperties(of, on, properties.data(), &error), nullptr);
    return error;
  };
  EXPECT_EQ(create(nullptr, device, {0}), CL_INVALID_CONTEXT);
  EXPECT_EQ(create(context, nullptr, {0}), CL_INVALID_DEVICE);
  EXPECT_EQ(create(context, all_devices().back(), {0}), CL_INVALID_DEVICE);  // of another context
  EXPECT_EQ(create(context, device, {0x9999, 1, 0}), CL_INVALID_VALUE);
  EXPECT_EQ(create(context, device, {CL_QUEUE_PROPERTIES, 1 << 20, 0}), CL_INVALID_VALUE);
  EXPECT_EQ(create(context, device,
                   {CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0}),
            CL_INVALID_QUEUE_PROPERTIES);
  EXPECT_EQ(clCreateCommandQueue(context, device, 1 << 20, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  EXPECT_EQ(clRetainCommandQueue(nullptr), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(clReleaseCommandQueue(as<cl_command_queue>(context)), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(clFlush(nullptr), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(clFinish(nullptr), CL_INVALID_COMMAND_QUEUE);
  cl_uint size = 0;
  EXPECT_EQ(clGetCommandQueueInfo(queue, CL_QUEUE_SIZE, sizeof size, &size, nullptr),
            CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(clSetDefaultDeviceCommandQueue(context, device, queue), CL_INVALID_OPERATION);
}

TEST_F(Errors, Buffers) {
  cl_int error = CL_SUCCESS;
  int host[4] = {};
  const auto create = [&](cl_context of, cl_mem_flags flags, std::size_t size, void* pointer) {
    EXPECT_EQ(clCreateBuffer(of, flags, size, pointer, &error), nullptr);
    return error;
  };
  EXPECT_EQ(create(nullptr, 0, 16, nullptr), CL_INVALID_CONTEXT);
  EXPECT_EQ(create(as<cl_context>(device), 0, 16, nullptr), CL_INVALID_CONTEXT);
  EXPECT_EQ(create(context, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 16, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(create(context, cl_mem_flags{1} << 30, 16, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(create(context, CL_MEM_HOST_NO_ACCESS | CL_MEM_HOST_READ_ONLY, 16, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(create(context, CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR, 16, host), CL_INVALID_VALUE);
  EXPECT_EQ(create(context, 0, 0, nullptr), CL_INVALID_BUFFER_SIZE);
  EXPECT_EQ(create(context, 0, SIZE_MAX, nullptr), CL_INVALID_BUFFER_SIZE);
  EXPECT_EQ(create(context, CL_MEM_COPY_HOST_PTR, 16, nullptr), CL_INVALID_HOST_PTR);
  EXPECT_EQ(create(context, CL_MEM_USE_HOST_PTR, 16, nullptr), CL_INVALID_HOST_PTR);
  EXPECT_EQ(create(context, 0, 16, host), CL_INVALID_HOST_PTR);
  const cl_mem_properties unknown[] = {0x9999, 1, 0};
  EXPECT_EQ(clCreateBufferWithProperties(context, unknown, 0, 16, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_PROPERTY);
  EXPECT_EQ(clRetainMemObject(nullptr), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clReleaseMemObject(as<cl_mem>(queue)), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clGetMemObjectInfo(nullptr, CL_MEM_SIZE, 0, nullptr, nullptr), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clSetMemObjectDestructorCallback(nullptr, nullptr, nullptr), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clSetMemObjectDestructorCallback(buffer(16), nullptr, nullptr), CL_INVALID_VALUE);
}

TEST_F(Errors, SubBuffers) {
  cl_int error = CL_SUCCESS;
  const cl_mem whole = buffer(1024), read_only = buffer(1024, CL_MEM_READ_ONLY | CL_MEM_HOST_READ_ONLY);
  const auto create = [&](cl_mem of, cl_mem_flags flags, cl_buffer_region region) {
    EXPECT_EQ(clCreateSubBuffer(of, flags, CL_BUFFER_CREATE_TYPE_REGION, &region, &error), nullptr);
    return error;
  };
  EXPECT_EQ(create(nullptr, 0, {0, 16}), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(create(whole, 0, {0, 0}), CL_INVALID_BUFFER_SIZE);
  EXPECT_EQ(create(whole, 0, {1024, 16}), CL_INVALID_VALUE);
  EXPECT_EQ(create(whole, 0, {128, SIZE_MAX}), CL_INVALID_VALUE);
  EXPECT_EQ(create(whole, 0, {4, 16}), CL_MISALIGNED_SUB_BUFFER_OFFSET);
  EXPECT_EQ(create(whole, CL_MEM_COPY_HOST_PTR, {0, 16}), CL_INVALID_VALUE);
  EXPECT_EQ(create(read_only, CL_MEM_READ_WRITE, {0, 16}), CL_INVALID_VALUE);
  EXPECT_EQ(create(read_only, CL_MEM_WRITE_ONLY, {0, 16}), CL_INVALID_VALUE);
  EXPECT_EQ(create(read_only, CL_MEM_HOST_WRITE_ONLY, {0, 16}), CL_INVALID_VALUE);
  const cl_buffer_region region{0, 128};
  EXPECT_EQ(clCreateSubBuffer(whole, 0, 0x9999, &region, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  EXPECT_EQ(clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  const cl_mem part = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
  EXPECT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(create(part, 0, {0, 16}), CL_INVALID_MEM_OBJECT);
  clReleaseMemObject(part);
}

TEST_F(Errors, Transfers) {
  const cl_mem a = buffer(64), b = buffer(64);
  char host[64] = {};
  const auto read = [&](cl_command_queue on, cl_mem from, std::size_t offset, std::size_t size, void* to) {
    return clEnqueueReadBuffer(on, from, CL_TRUE, offset, size, to, 0, nullptr, nullptr);
  };
  EXPECT_EQ(read(nullptr, a, 0, 4, host), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(read(as<cl_command_queue>(a), a, 0, 4, host), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(read(queue, nullptr, 0, 4, host), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(read(queue, as<cl_mem>(queue), 0, 4, host), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(read(queue, a, 61, 4, host), CL_INVALID_VALUE);
  EXPECT_EQ(read(queue, a, 4, SIZE_MAX, host), CL_INVALID_VALUE);
  EXPECT_EQ(read(queue, a, 0, 4, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueWriteBuffer(queue, a, CL_TRUE, 61, 4, host, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueWriteBuffer(queue, a, CL_TRUE, 0, 4, nullptr, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueCopyBuffer(queue, a, nullptr, 0, 0, 4, 0, nullptr, nullptr), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clEnqueueCopyBuffer(queue, a, b, 61, 0, 4, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueCopyBuffer(queue, a, a, 0, 2, 4, 0, nullptr, nullptr), CL_MEM_COPY_OVERLAP);
  EXPECT_EQ(clEnqueueCopyBuffer(queue, a, a, 0, 4, 4, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(clEnqueueFillBuffer(queue, a, host, 3, 0, 6, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueFillBuffer(queue, a, nullptr, 4, 0, 8, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueFillBuffer(queue, a, host, 4, 2, 8, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueFillBuffer(queue, a, host, 4, 0, 6, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueFillBuffer(queue, a, host, 0, 0, 8, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueMigrateMemObjects(queue, 0, &a, 0, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueMigrateMemObjects(queue, 1, &a, 1 << 10, 0, nullptr, nullptr), CL_INVALID_VALUE);
  const cl_mem none[] = {nullptr};
  EXPECT_EQ(clEnqueueMigrateMemObjects(queue, 1, none, 0, 0, nullptr, nullptr), CL_INVALID_MEM_OBJECT);
}

TEST_F(Errors, HostAccess) {
  const cl_mem write_only = buffer(64, CL_MEM_HOST_WRITE_ONLY), read_only = buffer(64, CL_MEM_HOST_READ_ONLY);
  const cl_mem none = buffer(64, CL_MEM_HOST_NO_ACCESS);
  char host[64] = {};
  cl_int error = CL_SUCCESS;
  for (cl_mem unreadable : {write_only, none}) {
    EXPECT_EQ(clEnqueueReadBuffer(queue, unreadable, CL_TRUE, 0, 4, host, 0, nullptr, nullptr),
              CL_INVALID_OPERATION);
    clEnqueueMapBuffer(queue, unreadable, CL_TRUE, CL_MAP_READ, 0, 4, 0, nullptr, nullptr, &error);
    EXPECT_EQ(error, CL_INVALID_OPERATION);
  }
  for (cl_mem unwritable : {read_only, none}) {
    EXPECT_EQ(clEnqueueWriteBuffer(queue, unwritable, CL_TRUE, 0, 4, host, 0, nullptr, nullptr),
              CL_INVALID_OPERATION);
    clEnqueueMapBuffer(queue, unwritable, CL_TRUE, CL_MAP_WRITE, 0, 4, 0, nullptr, nullptr, &error);
    EXPECT_EQ(error, CL_INVALID_OPERATION);
  }
}

TEST_F(Errors, Rectangles) {
  const cl_mem a = buffer(256), b = buffer(256);
  char host[256] = {};
  const std::size_t zero[3] = {0, 0, 0}, region[3] = {4, 4, 2}, empty[3] = {4, 0, 1}, far[3] = {0, 100, 0};
  const auto read = [&](const std::size_t* origin, const std::size_t* size, std::size_t row,
                        std::size_t slice) {
    return clEnqueueReadBufferRect(queue, a, CL_TRUE, origin, zero, size, row, slice, 0, 0, host, 0, nullptr,
                                   nullptr);
  };
  EXPECT_EQ(read(zero, region, 8, 32), CL_SUCCESS);
  EXPECT_EQ(read(zero, empty, 8, 32), CL_INVALID_VALUE);
  EXPECT_EQ(read(far, region, 8, 32), CL_INVALID_VALUE);
  EXPECT_EQ(read(zero, region, 3, 32), CL_INVALID_VALUE);
  EXPECT_EQ(read(zero, region, 8, 31), CL_INVALID_VALUE);
  EXPECT_EQ(read(zero, region, SIZE_MAX / 2, 0), CL_INVALID_VALUE);
  EXPECT_EQ(read(nullptr, region, 8, 32), CL_INVALID_VALUE);
  EXPECT_EQ(read(zero, nullptr, 8, 32), CL_INVALID_VALUE);
  const std::size_t one[3] = {1, 1, 0}, far_x[3] = {4, 0, 0};
  const auto copy = [&](cl_mem from, cl_mem to, const std::size_t* target, std::size_t row) {
    return clEnqueueCopyBufferRect(queue, from, to, zero, target, region, 8, 32, row, 4 * row, 0, nullptr,
                                   nullptr);
  };
  EXPECT_EQ(copy(a, a, one, 8), CL_MEM_COPY_OVERLAP);
  EXPECT_EQ(copy(a, a, far_x, 8), CL_SUCCESS);  // interleaved rows do not overlap
  EXPECT_EQ(copy(a, a, far_x, 16), CL_INVALID_VALUE);
  EXPECT_EQ(copy(a, b, far_x, 16), CL_SUCCESS);
}

TEST_F(Errors, MapAndUnmap) {
  const cl_mem a = buffer(64);
  cl_int error = CL_SUCCESS;
  const auto map = [&](cl_mem of, cl_map_flags flags, std::size_t offset, std::size_t size) {
    EXPECT_EQ(clEnqueueMapBuffer(queue, of, CL_TRUE, flags, offset, size, 0, nullptr, nullptr, &error),
              nullptr);
    return error;
  };
  EXPECT_EQ(map(nullptr, CL_MAP_READ, 0, 4), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(map(a, CL_MAP_READ, 61, 4), CL_INVALID_VALUE);
  EXPECT_EQ(map(a, CL_MAP_READ, 0, 0), CL_INVALID_VALUE);
  EXPECT_EQ(map(a, CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION, 0, 4), CL_INVALID_VALUE);
  EXPECT_EQ(map(a, 1 << 10, 0, 4), CL_INVALID_VALUE);
  char other = 0;
  EXPECT_EQ(clEnqueueUnmapMemObject(queue, a, &other, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueUnmapMemObject(queue, nullptr, &other, 0, nullptr, nullptr), CL_INVALID_MEM_OBJECT);
}

TEST_F(Errors, Programs) {
  cl_int error = CL_SUCCESS;
  const char* text = kCopy;
  const char* null = nullptr;
  EXPECT_EQ(clCreateProgramWithSource(nullptr, 1, &text, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_CONTEXT);
  EXPECT_EQ(clCreateProgramWithSource(context, 0, &text, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  EXPECT_EQ(clCreateProgramWithSource(context, 1, &null, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  const unsigned char garbage[] = "not a binary", *binary = garbage;
  std::size_t size = sizeof garbage;
  cl_int status = CL_SUCCESS;
  EXPECT_EQ(clCreateProgramWithBinary(context, 1, &device, &size, &binary, &status, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_BINARY);
  EXPECT_EQ(status, CL_INVALID_BINARY);
  size = 0;
  EXPECT_EQ(clCreateProgramWithBinary(context, 1, &device, &size, &binary, &status, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  EXPECT_EQ(status, CL_INVALID_VALUE);
  EXPECT_EQ(clCreateProgramWithIL(context, garbage, 4, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_OPERATION);
  EXPECT_EQ(clCreateProgramWithBuiltInKernels(context, 1, &device, "none", &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  EXPECT_EQ(clBuildProgram(nullptr, 0, nullptr, nullptr, nullptr, nullptr), CL_INVALID_PROGRAM);
  const cl_program program = source(kCopy);
  EXPECT_EQ(clBuildProgram(program, 1, nullptr, nullptr, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clBuildProgram(program, 0, &device, nullptr, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clBuildProgram(program, 0, nullptr, nullptr, nullptr, &size), CL_INVALID_VALUE);
  const cl_device_id other = all_devices().back();
  EXPECT_EQ(clBuildProgram(program, 1, &other, nullptr, nullptr, nullptr), CL_INVALID_DEVICE);
  for (const char* options : {"-no-such-option", "-fnosuchoption", "-cl-no-such", "-O9", "-cl-std=CL9"})
    EXPECT_EQ(clBuildProgram(program, 0, nullptr, options, nullptr, nullptr), CL_INVALID_BUILD_OPTIONS)
        << options;
  EXPECT_EQ(clCompileProgram(program, 0, nullptr, "-no-such-option", 0, nullptr, nullptr, nullptr, nullptr),
            CL_INVALID_COMPILER_OPTIONS);
  EXPECT_EQ(clCreateKernel(program, "copy", &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_PROGRAM_EXECUTABLE);
  EXPECT_EQ(clBuildProgram(source("kernel void f() { none }"), 0, nullptr, nullptr, nullptr, nullptr),
            CL_BUILD_PROGRAM_FAILURE);
  EXPECT_EQ(clSetProgramReleaseCallback(program, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clSetProgramSpecializationConstant(program, 0, 4, &size), CL_INVALID_OPERATION);
  EXPECT_EQ(clRetainProgram(nullptr), CL_INVALID_PROGRAM);
  EXPECT_EQ(clReleaseProgram(as<cl_program>(context)), CL_INVALID_PROGRAM);
}

TEST_F(Errors, Linking) {
  cl_int error = CL_SUCCESS;
  const cl_program built = build(kCopy);
  const cl_program none[] = {nullptr};
  const auto link = [&](cl_uint count, const cl_program* inputs, const char* options) {
    EXPECT_EQ(clLinkProgram(context, 0, nullptr, options, count, inputs, nullptr, nullptr, &error), nullptr);
    return error;
  };
  EXPECT_EQ(link(0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(link(1, none, nullptr), CL_INVALID_PROGRAM);
  EXPECT_EQ(link(1, &built, nullptr), CL_INVALID_OPERATION);  // an executable is not an object
  const cl_program object = source(kCopy);
  EXPECT_EQ(clCompileProgram(object, 0, nullptr, nullptr, 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(link(1, &object, "-what"), CL_INVALID_LINKER_OPTIONS);
  EXPECT_EQ(clCompileProgram(object, 0, nullptr, nullptr, 1, nullptr, nullptr, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clCompileProgram(source("int f("), 0, nullptr, nullptr, 0, nullptr, nullptr, nullptr, nullptr),
            CL_COMPILE_PROGRAM_FAILURE);
}

TEST_F(Errors, KernelsAndArguments) {
  cl_int error = CL_SUCCESS;
  const cl_program program = build(kCopy);
  EXPECT_EQ(clCreateKernel(nullptr, "copy", &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_PROGRAM);
  EXPECT_EQ(clCreateKernel(program, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  EXPECT_EQ(clCreateKernel(program, "\xff\xfe", &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_KERNEL_NAME);
  cl_kernel made = nullptr;
  EXPECT_EQ(clCreateKernelsInProgram(program, 0, &made, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clCloneKernel(nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_KERNEL);
  const cl_kernel copy = kernel(kCopy, "copy");
  const cl_mem in = buffer(64);
  const int n = 4;
  EXPECT_EQ(clSetKernelArg(nullptr, 0, sizeof in, &in), CL_INVALID_KERNEL);
  EXPECT_EQ(clSetKernelArg(copy, 4, sizeof in, &in), CL_INVALID_ARG_INDEX);
  EXPECT_EQ(clSetKernelArg(copy, 0, 4, &in), CL_INVALID_ARG_SIZE);
  EXPECT_EQ(clSetKernelArg(copy, 0, sizeof in, &queue), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clSetKernelArg(copy, 0, sizeof in, nullptr), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(copy, 2, sizeof n, nullptr), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(clSetKernelArg(copy, 2, 8, &n), CL_INVALID_ARG_SIZE);
  EXPECT_EQ(clSetKernelArg(copy, 3, 0, nullptr), CL_INVALID_ARG_SIZE);
  EXPECT_EQ(clSetKernelArg(copy, 3, 4, &n), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(clSetKernelArgSVMPointer(copy, 0, &n), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(clSetKernelArgSVMPointer(copy, 2, nullptr), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(clSetKernelArgSVMPointer(copy, 4, nullptr), CL_INVALID_ARG_INDEX);
  EXPECT_EQ(clGetKernelArgInfo(copy, 9, CL_KERNEL_ARG_NAME, 0, nullptr, nullptr), CL_INVALID_ARG_INDEX);
  EXPECT_EQ(
      clGetKernelWorkGroupInfo(copy, all_devices().back(), CL_KERNEL_WORK_GROUP_SIZE, 0, nullptr, nullptr),
      CL_INVALID_DEVICE);
  cl_ulong sizes[3] = {};
  EXPECT_EQ(clGetKernelWorkGroupInfo(copy, device, CL_KERNEL_GLOBAL_WORK_SIZE, sizeof sizes, sizes, nullptr),
            CL_INVALID_VALUE);
}

TEST_F(Errors, Launches) {
  const cl_kernel copy = kernel(kCopy, "copy");
  const cl_mem in = ints({1, 2, 3, 4}), out = buffer(16);
  const int n = 4;
  EXPECT_EQ(launch(copy, 4, 4), CL_INVALID_KERNEL_ARGS);
  clSetKernelArg(copy, 0, sizeof in, &in);
  clSetKernelArg(copy, 1, sizeof out, &out);
  clSetKernelArg(copy, 2, sizeof n, &n);
  clSetKernelArg(copy, 3, 1 << 20, nullptr);
  EXPECT_EQ(launch(copy, 4, 4), CL_OUT_OF_RESOURCES);  // more local memory than there is
  clSetKernelArg(copy, 3, SIZE_MAX, nullptr);
  EXPECT_EQ(launch(copy, 4, 4), CL_OUT_OF_RESOURCES);
  clSetKernelArg(copy, 3, 4, nullptr);
  EXPECT_EQ(launch(copy, 4, 1 << 20), CL_INVALID_WORK_ITEM_SIZE);
  EXPECT_EQ(launch(copy, 4, 0), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(launch(copy, 0, 1), CL_SUCCESS);  // from OpenCL 2.1 on
  const std::size_t sizes[4] = {4, 4, 4, 4}, large[3] = {64, 64, 1}, offset[1] = {SIZE_MAX};
  const auto start = [&](cl_command_queue on, cl_kernel which, cl_uint dimensions, const std::size_t* from,
                         const std::size_t* global, const std::size_t* local) {
    return clEnqueueNDRangeKernel(on, which, dimensions, from, global, local, 0, nullptr, nullptr);
  };
  EXPECT_EQ(start(nullptr, copy, 1, nullptr, sizes, nullptr), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(start(queue, nullptr, 1, nullptr, sizes, nullptr), CL_INVALID_KERNEL);
  EXPECT_EQ(start(queue, copy, 0, nullptr, sizes, nullptr), CL_INVALID_WORK_DIMENSION);
  EXPECT_EQ(start(queue, copy, 4, nullptr, sizes, nullptr), CL_INVALID_WORK_DIMENSION);
  EXPECT_EQ(start(queue, copy, 1, offset, sizes, nullptr), CL_INVALID_GLOBAL_OFFSET);
  EXPECT_EQ(start(queue, copy, 2, nullptr, large, large), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(clEnqueueNativeKernel(queue, nullptr, nullptr, 0, 0, nullptr, nullptr, 0, nullptr, nullptr),
            CL_INVALID_OPERATION);
  EXPECT_EQ(start(queue, copy, 1, nullptr, sizes, nullptr), CL_SUCCESS);
  EXPECT_EQ(read(out, 4), (std::vector{1, 2, 3, 4}));
}

TEST_F(Errors, RequiredWorkGroupSize) {
  const cl_kernel two = kernel("kernel __attribute__((reqd_work_group_size(8,1,1))) void f() {}", "f");
  EXPECT_EQ(launch(two, 16, 4), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(launch(two, 16, 8), CL_SUCCESS);
  const std::size_t global = 16;
  EXPECT_EQ(clEnqueueNDRangeKernel(queue, two, 1, nullptr, &global, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
}

TEST_F(Errors, ObjectsOfTwoContexts) {
  const cl_context other = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
  const cl_mem foreign = clCreateBuffer(other, 0, 64, nullptr, nullptr), own = buffer(64);
  const cl_event event = clCreateUserEvent(other, nullptr);
  char host[4] = {};
  EXPECT_EQ(clEnqueueReadBuffer(queue, foreign, CL_TRUE, 0, 4, host, 0, nullptr, nullptr),
            CL_INVALID_CONTEXT);
  EXPECT_EQ(clEnqueueCopyBuffer(queue, own, foreign, 0, 0, 4, 0, nullptr, nullptr), CL_INVALID_CONTEXT);
  EXPECT_EQ(clEnqueueReadBuffer(queue, own, CL_TRUE, 0, 4, host, 1, &event, nullptr), CL_INVALID_CONTEXT);
  const cl_event mixed[] = {user_event(), event};
  EXPECT_EQ(clWaitForEvents(2, mixed), CL_INVALID_CONTEXT);
  const cl_kernel copy = kernel(kCopy, "copy");
  EXPECT_EQ(clSetKernelArg(copy, 0, sizeof foreign, &foreign), CL_INVALID_MEM_OBJECT);
  const cl_command_queue foreign_queue = clCreateCommandQueue(other, device, 0, nullptr);
  const std::size_t size = 4;
  EXPECT_EQ(clEnqueueNDRangeKernel(foreign_queue, copy, 1, nullptr, &size, nullptr, 0, nullptr, nullptr),
            CL_INVALID_CONTEXT);
  clReleaseCommandQueue(foreign_queue);
  clReleaseEvent(event);
  clReleaseMemObject(foreign);
  clReleaseContext(other);
}

TEST_F(Errors, Events) {
  cl_int error = CL_SUCCESS;
  EXPECT_EQ(clCreateUserEvent(nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_CONTEXT);
  const cl_event event = user_event(), none[] = {nullptr};
  EXPECT_EQ(clWaitForEvents(0, &event), CL_INVALID_VALUE);
  EXPECT_EQ(clWaitForEvents(1, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clWaitForEvents(1, none), CL_INVALID_EVENT);
  EXPECT_EQ(clSetUserEventStatus(nullptr, CL_COMPLETE), CL_INVALID_EVENT);
  EXPECT_EQ(clSetUserEventStatus(event, CL_RUNNING), CL_INVALID_VALUE);
  EXPECT_EQ(clSetEventCallback(event, CL_COMPLETE, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clSetEventCallback(
                event, CL_QUEUED, [](cl_event, cl_int, void*) {}, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clRetainEvent(as<cl_event>(queue)), CL_INVALID_EVENT);
  EXPECT_EQ(clReleaseEvent(nullptr), CL_INVALID_EVENT);
  EXPECT_EQ(clSetUserEventStatus(event, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clSetUserEventStatus(event, CL_COMPLETE), CL_INVALID_OPERATION);
  cl_event marker = nullptr;
  EXPECT_EQ(clEnqueueMarkerWithWaitList(queue, 0, nullptr, &marker), CL_SUCCESS);
  EXPECT_EQ(clSetUserEventStatus(marker, CL_COMPLETE), CL_INVALID_EVENT);
  clReleaseEvent(marker);
  EXPECT_EQ(clEnqueueMarker(queue, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueMarkerWithWaitList(queue, 1, nullptr, nullptr), CL_INVALID_EVENT_WAIT_LIST);
  EXPECT_EQ(clEnqueueMarkerWithWaitList(queue, 0, &event, nullptr), CL_INVALID_EVENT_WAIT_LIST);
  EXPECT_EQ(clEnqueueBarrierWithWaitList(queue, 1, none, nullptr), CL_INVALID_EVENT_WAIT_LIST);
  EXPECT_EQ(clEnqueueWaitForEvents(queue, 1, none), CL_INVALID_EVENT);
  EXPECT_EQ(clEnqueueWaitForEvents(queue, 0, nullptr), CL_INVALID_VALUE);
}

// What the device does not have.
TEST_F(Errors, Pipes) {
  cl_int error = CL_SUCCESS;
  EXPECT_EQ(clCreatePipe(context, 0, 4, 4, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_OPERATION);
}

TEST_F(Errors, SmallDevicesAreOfVersion1_2) {
  for (cl_device_id each : all_devices()) {
    char version[64] = {};
    clGetDeviceInfo(each, CL_DEVICE_VERSION, sizeof version, version, nullptr);
    cl_ulong local = 0;
    clGetDeviceInfo(each, CL_DEVICE_LOCAL_MEM_SIZE, sizeof local, &local, nullptr);
    EXPECT_EQ(std::string(version).substr(0, 10), local < 32 * 1024 ? "OpenCL 1.2" : "OpenCL 3.0");
  }
}

}  // namespace
}  // namespace lockstep::runtime
