// Kernels: arguments, clones, what they say of themselves, and kernels of several devices.
#include "tests/runtime/device.hpp"

namespace lockstep::runtime {
namespace {

class Kernels : public DeviceTest {
 protected:
  std::string text_of(cl_kernel of, cl_uint index, cl_kernel_arg_info name) {
    char text[64] = {};
    EXPECT_EQ(clGetKernelArgInfo(of, index, name, sizeof text, text, nullptr), CL_SUCCESS);
    return text;
  }
  template <class T>
  T value_of(cl_kernel of, cl_uint index, cl_kernel_arg_info name) {
    T value{};
    EXPECT_EQ(clGetKernelArgInfo(of, index, name, sizeof value, &value, nullptr), CL_SUCCESS);
    return value;
  }
};

TEST_F(Kernels, SayWhatTheirArgumentsAre) {
  const cl_kernel f = kernel(
      "kernel void f(global const float4* restrict in, local volatile unsigned int* t, constant int* c,\n"
      "              const unsigned long n, uchar3 v) {}",
      "f");
  EXPECT_EQ(text_of(f, 0, CL_KERNEL_ARG_TYPE_NAME), "float4*");
  EXPECT_EQ(text_of(f, 1, CL_KERNEL_ARG_TYPE_NAME), "uint*");
  EXPECT_EQ(text_of(f, 2, CL_KERNEL_ARG_TYPE_NAME), "int*");
  EXPECT_EQ(text_of(f, 3, CL_KERNEL_ARG_TYPE_NAME), "ulong");
  EXPECT_EQ(text_of(f, 4, CL_KERNEL_ARG_TYPE_NAME), "uchar3");
  EXPECT_EQ(text_of(f, 1, CL_KERNEL_ARG_NAME), "t");
  using Space = cl_kernel_arg_address_qualifier;
  EXPECT_EQ(value_of<Space>(f, 0, CL_KERNEL_ARG_ADDRESS_QUALIFIER), Space{CL_KERNEL_ARG_ADDRESS_GLOBAL});
  EXPECT_EQ(value_of<Space>(f, 1, CL_KERNEL_ARG_ADDRESS_QUALIFIER), Space{CL_KERNEL_ARG_ADDRESS_LOCAL});
  EXPECT_EQ(value_of<Space>(f, 2, CL_KERNEL_ARG_ADDRESS_QUALIFIER), Space{CL_KERNEL_ARG_ADDRESS_CONSTANT});
  EXPECT_EQ(value_of<Space>(f, 3, CL_KERNEL_ARG_ADDRESS_QUALIFIER), Space{CL_KERNEL_ARG_ADDRESS_PRIVATE});
  using Qualifiers = cl_kernel_arg_type_qualifier;
  EXPECT_EQ(value_of<Qualifiers>(f, 0, CL_KERNEL_ARG_TYPE_QUALIFIER),
            Qualifiers{CL_KERNEL_ARG_TYPE_CONST | CL_KERNEL_ARG_TYPE_RESTRICT});
  EXPECT_EQ(value_of<Qualifiers>(f, 1, CL_KERNEL_ARG_TYPE_QUALIFIER),
            Qualifiers{CL_KERNEL_ARG_TYPE_VOLATILE});
  EXPECT_EQ(value_of<Qualifiers>(f, 3, CL_KERNEL_ARG_TYPE_QUALIFIER), Qualifiers{CL_KERNEL_ARG_TYPE_NONE});
}

TEST_F(Kernels, SayTheirAttributes) {
  const auto attributes = [&](const std::string& text) {
    std::string answer(200, ' ');
    std::size_t size = 0;
    EXPECT_EQ(
        clGetKernelInfo(kernel(text.c_str(), "f"), CL_KERNEL_ATTRIBUTES, answer.size(), answer.data(), &size),
        CL_SUCCESS);
    return answer.substr(0, size - 1);
  };
  EXPECT_EQ(attributes("kernel void f() {}"), "");
  EXPECT_EQ(attributes("__attribute__((vec_type_hint( unsigned int ))) kernel void f() {}"),
            "vec_type_hint(unsigned int)");
  EXPECT_EQ(attributes("kernel __attribute__((__work_group_size_hint__(8, 1, 1), unused)) void f() {}"),
            "work_group_size_hint(8,1,1)");
  EXPECT_EQ(attributes("#define N 4\n__attribute__((vec_type_hint(float4))) kernel\n"
                       "__attribute__((reqd_work_group_size(N, 2, 1))) void f() {}"),
            "vec_type_hint(float4) reqd_work_group_size(4,2,1)");
}

TEST_F(Kernels, CloneHasTheArgumentsAndThenItsOwn) {
  const cl_kernel f = kernel("kernel void f(global int* out, int value) { out[0] = value; }", "f");
  const cl_mem out = ints({0});
  int value = 3;
  clSetKernelArg(f, 0, sizeof out, &out);
  clSetKernelArg(f, 1, sizeof value, &value);
  const cl_kernel clone = clCloneKernel(f, nullptr);
  value = 9;
  clSetKernelArg(f, 1, sizeof value, &value);
  EXPECT_EQ(launch(clone, 1, 1), CL_SUCCESS);
  EXPECT_EQ(read(out, 1), std::vector{3});
  EXPECT_EQ(launch(f, 1, 1), CL_SUCCESS);
  EXPECT_EQ(read(out, 1), std::vector{9});
  EXPECT_EQ(clReleaseKernel(clone), CL_SUCCESS);
}

// As devices do; only the report says that it is undefined.
TEST_F(Kernels, ReadOfAWriteOnlyBufferGivesItsContents) {
  const std::pair<const char*, int> cases[] = {
      {"kernel void f(global int* out) { out[0] = 10; out[0] = out[0] + 20; }", 30},
      {"kernel void f(global int* out) { out[0] = 10; out[0] += out[0]; }", 20},
      {"kernel void f(global int* out) { out[0] = 5; atomic_add(out, 2); }", 7},
      {"kernel void f(global int4* out) { out[0] = (int4)(3); out[0].x += out[0].w + 1; }", 7},
      {"kernel void f(global int* out) { out[1] = 8; vstore2(vload2(0, out).yx, 0, out); }", 8}};
  for (const auto& [text, result] : cases) {
    const cl_kernel f = kernel(text, "f");
    const cl_mem out = buffer(16, CL_MEM_WRITE_ONLY);
    clSetKernelArg(f, 0, sizeof out, &out);
    EXPECT_EQ(launch(f, 1, 1), CL_SUCCESS);
    EXPECT_EQ(read(out, 1), std::vector{result}) << text;
  }
}

// Arguments are those of the moment of the call, also when the launch waits.
TEST_F(Kernels, LaunchKeepsItsArguments) {
  const cl_kernel f = kernel("kernel void f(global int* out, int i, int value) { out[i] = value; }", "f");
  const cl_mem out = ints({0, 0});
  const cl_event gate = user_event();
  const std::size_t one = 1;
  clSetKernelArg(f, 0, sizeof out, &out);
  for (int i = 0; i < 2; ++i) {
    const int value = 10 + i;
    clSetKernelArg(f, 1, sizeof i, &i);
    clSetKernelArg(f, 2, sizeof value, &value);
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, f, 1, nullptr, &one, nullptr, 1, &gate, nullptr), CL_SUCCESS);
  }
  clSetUserEventStatus(gate, CL_COMPLETE);
  EXPECT_EQ(read(out, 2), (std::vector{10, 11}));
}

TEST_F(Kernels, NullIsABufferArgument) {
  const cl_kernel f =
      kernel("kernel void f(global int* maybe, global int* out) { out[0] = maybe ? 1 : 2; }", "f");
  const cl_mem out = ints({0});
  cl_mem none = nullptr;
  EXPECT_EQ(clSetKernelArg(f, 0, sizeof none, &none), CL_SUCCESS);
  clSetKernelArg(f, 1, sizeof out, &out);
  EXPECT_EQ(launch(f, 1, 1), CL_SUCCESS);
  EXPECT_EQ(read(out, 1), std::vector{2});
}

TEST_F(Kernels, ThreeDimensionsWithAnOffset) {
  const cl_kernel f = kernel(
      "kernel void f(global int* out) { int i = get_global_id(0) - 1 + 2 * (get_global_id(1) - 2)"
      " + 4 * (get_global_id(2) - 3); out[i] = get_global_id(0) + 10 * get_global_id(1)"
      " + 100 * get_global_id(2); }",
      "f");
  const cl_mem out = ints(std::vector<int>(8));
  clSetKernelArg(f, 0, sizeof out, &out);
  const std::size_t offset[3] = {1, 2, 3}, global[3] = {2, 2, 2}, local[3] = {2, 1, 2};
  EXPECT_EQ(clEnqueueNDRangeKernel(queue, f, 3, offset, global, local, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(read(out, 8), (std::vector{321, 322, 331, 332, 421, 422, 431, 432}));
}

TEST_F(Kernels, AllOfAProgram) {
  const cl_program program = build("kernel void a() {} kernel void b() {} void c() {}");
  cl_uint count = 0;
  EXPECT_EQ(clCreateKernelsInProgram(program, 0, nullptr, &count), CL_SUCCESS);
  ASSERT_EQ(count, 2u);
  cl_kernel made[2] = {};
  EXPECT_EQ(clCreateKernelsInProgram(program, 2, made, nullptr), CL_SUCCESS);
  for (cl_kernel each : made) {
    EXPECT_EQ(launch(each, 1, 1), CL_SUCCESS);
    EXPECT_EQ(clReleaseKernel(each), CL_SUCCESS);
  }
}

// A context of two devices: each has its own build.
TEST_F(Kernels, SubGroupsWaitForEachOther) {
  cl_bool progress = CL_FALSE;
  ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS, sizeof progress,
                            &progress, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(progress, cl_bool{CL_TRUE});
  const cl_kernel chain = kernel(
      "kernel void chain(global int* out, int backwards) {"
      "  local int turn;"
      "  if (get_local_id(0) == 0) turn = 0;"
      "  barrier(CLK_LOCAL_MEM_FENCE);"
      "  const int mine = get_local_id(0) / 32, place = backwards ? 3 - mine : mine;"
      "  if (get_local_id(0) % 32 == 0) {"
      "    while (atomic_or(&turn, 0) != place) {}"
      "    out[place] = mine;"
      "    atomic_inc(&turn);"
      "  }"
      "}",
      "chain");
  const cl_mem out = buffer(4 * sizeof(int));
  clSetKernelArg(chain, 0, sizeof out, &out);
  for (const cl_int backwards : {0, 1}) {
    clSetKernelArg(chain, 1, sizeof backwards, &backwards);
    ASSERT_EQ(launch(chain, 128, 128), CL_SUCCESS);
    EXPECT_EQ(read(out, 4), backwards ? (std::vector{3, 2, 1, 0}) : (std::vector{0, 1, 2, 3}));
  }
}

TEST_F(Kernels, BuildsOfTwoDevices) {
  const std::vector<cl_device_id> devices = all_devices();
  ASSERT_GE(devices.size(), 2u);
  const cl_context both = clCreateContext(nullptr, 2, devices.data(), nullptr, nullptr, nullptr);
  const char* text = "kernel void f(global int* out) { out[0] = N; } kernel void g(T n) {}";
  const cl_program program = clCreateProgramWithSource(both, 1, &text, nullptr, nullptr);
  ASSERT_EQ(clBuildProgram(program, 1, &devices[0], "-DN=1 -DT=int", nullptr, nullptr), CL_SUCCESS);
  const cl_kernel first = clCreateKernel(program, "f", nullptr);
  const cl_mem out = clCreateBuffer(both, 0, 4, nullptr, nullptr);
  clSetKernelArg(first, 0, sizeof out, &out);
  const cl_command_queue second_queue = clCreateCommandQueue(both, devices[1], 0, nullptr);
  const std::size_t one = 1;
  EXPECT_EQ(clEnqueueNDRangeKernel(second_queue, first, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
            CL_INVALID_PROGRAM_EXECUTABLE);
  clReleaseKernel(first);
  ASSERT_EQ(clBuildProgram(program, 1, &devices[1], "-DN=2 -DT=float", nullptr, nullptr), CL_SUCCESS);
  const cl_kernel f = clCreateKernel(program, "f", nullptr);
  clSetKernelArg(f, 0, sizeof out, &out);
  int value = 0;
  EXPECT_EQ(clEnqueueNDRangeKernel(second_queue, f, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
  clEnqueueReadBuffer(second_queue, out, CL_TRUE, 0, 4, &value, 0, nullptr, nullptr);
  EXPECT_EQ(value, 2);
  cl_int error = CL_SUCCESS;
  EXPECT_EQ(clCreateKernel(program, "g", &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_KERNEL_DEFINITION);
  cl_uint count = 0;
  EXPECT_EQ(clCreateKernelsInProgram(program, 0, nullptr, &count), CL_SUCCESS);
  EXPECT_EQ(count, 1u);
  clReleaseKernel(f);
  clReleaseMemObject(out);
  clReleaseCommandQueue(second_queue);
  clReleaseProgram(program);
  clReleaseContext(both);
}

}  // namespace
}  // namespace lockstep::runtime
