// The translation of kernels from CUDA C++ to OpenCL C, construct by construct.
#include "sim/translation/to_opencl/opencl_form.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/frontend/frontend.hpp"
#include "sim/translation/to_cuda/cuda_form.hpp"

namespace lockstep::sim::translation {
namespace {

using testing::HasSubstr;
using testing::Not;

OpenclForm form_of(const std::string& text, const std::string& options = "") {
  auto form = opencl_form({{"a.cu", text}, options});
  EXPECT_TRUE(form) << form.error().message;
  return form.value_or(OpenclForm{});
}

// The front end of OpenCL C parses the output, and the output can be translated to CUDA C++ again.
std::string written(const std::string& text, const std::string& options = "") {
  const OpenclForm form = form_of(text, options);
  Plan plan;
  plan.programs.push_back({{"a.cl", form.text}, form.options});
  const auto read = language::analyse(plan.programs[0].source, form.options);
  EXPECT_TRUE(read) << read.error().message << form.text;
  if (read) {
    const auto back = cuda_form(plan);
    EXPECT_TRUE(back) << back.error().message << form.text;
  }
  return form.text;
}

std::string refused(const std::string& text) {
  const auto form = opencl_form({{"a.cu", text}, ""});
  return form ? form->text : form.error().message;
}

TEST(OpenclForm, KeepsNamesCommentsAndLayout) {
  EXPECT_THAT(written("#include <cstdio>\n"
                      "// Head\n\n"
                      "#define N 16  // width\n"
                      "// Adds\n"
                      "__global__ void add(const float *a, float *b, int n)  // of one row\n"
                      "{\n"
                      "    int i = blockIdx.x * blockDim.x + threadIdx.x;  // mine\n"
                      "\n"
                      "    if (i < n && i < (N))\n"
                      "        b[i] += a[ i ]; /* sum */\n"
                      "}\n"
                      "int main() { return 0; }\n"),
              HasSubstr("// Head\n\n"
                        "#define N 16  // width\n"
                        "// Adds\n"
                        "__kernel void add(__global const float *a, __global float *b, int n)\n"
                        "{\n"
                        "    int i = get_global_id(0);  // mine\n"
                        "\n"
                        "    if (i < n && i < (N))\n"
                        "        b[i] += a[ i ]; /* sum */\n"
                        "}\n"));
}

TEST(OpenclForm, InstancesAreKernelsWithPlainNames) {
  const std::string text =
      "template <class T, int n> __global__ void scale(T *a) { a[threadIdx.x] *= T(n); }\n"
      "int main() { scale<float, 2><<<1, 32>>>(0); }\n";
  const OpenclForm form = form_of(text, "-instantiate=scale<int,3>");
  EXPECT_THAT(form.text,
              HasSubstr("__kernel void scale_float_2(__global float *a) { a[get_local_id(0)] *= "));
  EXPECT_THAT(form.text, HasSubstr("__kernel void scale_int_3(__global int *a)"));
  EXPECT_EQ(form.kernels.at("scale<float, 2>"), "scale_float_2");
  EXPECT_EQ(form.options, "");
}

TEST(OpenclForm, ReferencesArePointersToWhatTheyReferTo) {
  const std::string text = written(
      "__device__ void twice(int &x) { x *= 2; }\n"
      "__global__ void k(int *a) {\n"
      "    __shared__ int t[32];\n"
      "    t[threadIdx.x] = 1;\n"
      "    int own = 2;\n"
      "    twice(a[0]);\n"
      "    twice(t[1]);\n"
      "    twice(own);\n"
      "    int &r = t[2];\n"
      "    r += own;\n"
      "}\n");
  EXPECT_THAT(text, HasSubstr("(__global int *x) { *x *= 2; }"));
  EXPECT_THAT(text, HasSubstr("(__local int *x) { *x *= 2; }"));
  EXPECT_THAT(text, HasSubstr("(int *x) { *x *= 2; }"));
  EXPECT_THAT(text, HasSubstr("twice(&a[0]);"));
  EXPECT_THAT(text, HasSubstr("__local int *r = &t[2];"));
  EXPECT_THAT(text, HasSubstr("*r += own;"));
}

TEST(OpenclForm, MembersAreFunctionsAndConstructorsMakeObjects) {
  const std::string text = written(
      "struct Pair {\n"
      "    int a, b;\n"
      "    __device__ Pair(int x, int y) : a(x), b(y) {}\n"
      "    __device__ int sum() const { return a + b; }\n"
      "    __device__ Pair operator+(const Pair &o) const { return Pair(a + o.a, b + o.b); }\n"
      "};\n"
      "__global__ void k(int *a) { a[0] = (Pair(1, 2) + Pair(3, 4)).sum(); }\n");
  EXPECT_THAT(text, HasSubstr("} Pair;"));
  EXPECT_THAT(text, HasSubstr("int Pair_sum(const Pair *self) { return self->a + self->b; }"));
  EXPECT_THAT(text, HasSubstr("make_Pair(1, 2)"));
}

TEST(OpenclForm, DynamicSharedMemoryIsTheLastArgument) {
  const std::string text = written(
      "__device__ void clear(int n) {\n"
      "    extern __shared__ float room[];\n"
      "    for (int i = 0; i < n; ++i) room[i] = 0;\n"
      "}\n"
      "__global__ void k(float *a, int n) { clear(n); a[0] = n; }\n");
  EXPECT_THAT(text, HasSubstr("void clear(int n, __local float *room)"));
  EXPECT_THAT(text, HasSubstr("__kernel void k(__global float *a, int n, __local float *room)"));
  EXPECT_THAT(text, HasSubstr("clear(n, room);"));
}

// OpenCL C allows local variables only in the outermost block of a kernel.
TEST(OpenclForm, SharedVariablesOfFunctionsAndInnerBlocksAreOfTheKernel) {
  const std::string text = written(
      "__device__ int turned(int x) {\n"
      "    __shared__ int room[64];\n"
      "    __shared__ int count;\n"
      "    room[threadIdx.x] = x;\n"
      "    if (threadIdx.x == 0) count = 1;\n"
      "    __syncthreads();\n"
      "    return room[63 - threadIdx.x] + count;\n"
      "}\n"
      "__global__ void k(int *a) {\n"
      "    if (a[0] > 0) {\n"
      "        __shared__ int inner[2];\n"
      "        inner[0] = 1;\n"
      "    }\n"
      "    a[threadIdx.x] = turned(1);\n"
      "}\n");
  EXPECT_THAT(text, HasSubstr("int turned(int x, __local int *room, __local int *count)"));
  EXPECT_THAT(text, HasSubstr("(*count) = 1;"));
  EXPECT_THAT(text,
              HasSubstr("{\n    __local int inner[2];\n    __local int room[64];\n    __local int count;\n"));
  EXPECT_THAT(text, HasSubstr("turned(1, room, &count)"));
}

// An index of CUDA has 32 bits, one of OpenCL C 64.
TEST(OpenclForm, CalculationsWithIndicesKeepTheirWidth) {
  const std::string text = written(
      "__global__ void k(int *a, unsigned s, long long *b) {\n"
      "    unsigned i = 2 * threadIdx.x + 1;\n"
      "    if (threadIdx.x < s) a[threadIdx.x] = a[threadIdx.x - s];\n"
      "    b[threadIdx.x % 32] = -threadIdx.x;\n"
      "    a[i] = 0;\n"
      "}\n");
  EXPECT_THAT(text, HasSubstr("unsigned i = 2 * get_local_id(0) + 1;"));
  EXPECT_THAT(text, HasSubstr("if (get_local_id(0) < s) a[get_local_id(0)] = a[(uint)get_local_id(0) - s];"));
  EXPECT_THAT(text, HasSubstr("b[get_local_id(0) % 32] = -(uint)get_local_id(0);"));
}

TEST(OpenclForm, FunctionsOfWarpsAreThoseOfSubGroups) {
  const std::string text = written(
      "__global__ void k(int *a, unsigned m) {\n"
      "    int x = a[threadIdx.x];\n"
      "    x += __shfl_down_sync(0xffffffff, x, 4);\n"
      "    if (__any_sync(0xffffffff, x > 3)) x = __popc(__ballot_sync(m, x));\n"
      "    __syncwarp();\n"
      "    a[threadIdx.x] = __reduce_add_sync(m, x);\n"
      "}\n");
  EXPECT_THAT(text, HasSubstr("x += sub_group_shuffle_down(x, 4);"));
  EXPECT_THAT(text, HasSubstr("if (sub_group_any(x > 3)) x = popcount((sub_group_ballot(x) & m).x);"));
  EXPECT_THAT(text, HasSubstr("sub_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);"));
  EXPECT_THAT(text, HasSubstr("= warp_add_int(x, m);"));
  EXPECT_THAT(text, HasSubstr("The sub-groups must have 32 work-items, like CUDA's warps."));
}

TEST(OpenclForm, CollectivesOfLibrariesAreWrittenWhereTheyAreCalled) {
  const std::string text = written(
      "#include <cooperative_groups.h>\n"
      "namespace cg = cooperative_groups;\n"
      "__global__ void k(int *a) {\n"
      "    auto block = cg::this_thread_block();\n"
      "    a[threadIdx.x] = 1;\n"
      "    cg::sync(block);\n"
      "    a[threadIdx.x] += a[0];\n"
      "}\n");
  EXPECT_THAT(text, HasSubstr("barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);"));
  EXPECT_THAT(text, Not(HasSubstr("block")));
}

TEST(OpenclForm, FencesOfTheDeviceMakeBarriersThatTheyNeed) {
  const std::string plain = written("__global__ void k(int *a) { a[0] = 1; __syncthreads(); }");
  EXPECT_THAT(plain, HasSubstr(" barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);"));
  const OpenclForm form =
      form_of("__global__ void k(int *a) { a[0] = 1; __threadfence(); __syncthreads(); }");
  EXPECT_THAT(form.text, HasSubstr("memory_order_acq_rel, memory_scope_device);"));
  EXPECT_THAT(form.text, HasSubstr("work_group_barrier("));
  EXPECT_EQ(form.options, "-cl-std=CL3.0");
}

TEST(OpenclForm, AtomicsWithoutAFunctionAreLoops) {
  const std::string text = written(
      "__global__ void k(float *a, unsigned *c) {\n"
      "    __shared__ float sum;\n"
      "    atomicAdd(&sum, 1.5f);\n"
      "    atomicAdd(a, sum);\n"
      "    atomicInc(c, 7);\n"
      "    atomicMax(c, 3u);\n"
      "}\n");
  EXPECT_THAT(text, HasSubstr("atomic_add_float_local(&sum, 1.5f);"));
  EXPECT_THAT(text, HasSubstr("atomic_add_float_global(a, sum);"));
  EXPECT_THAT(text, HasSubstr("atomic_inc_to_uint_global(c, 7);"));
  EXPECT_THAT(text, HasSubstr("atomic_max(c, 3u);"));
}

TEST(OpenclForm, VariablesAndConstantsOfTheProgram) {
  const std::string text = written(
      "const int kRows = 4;\n"
      "__constant__ float weights[2];\n"
      "__device__ int count = 3;\n"
      "__global__ void k(float *a) { a[threadIdx.x * kRows] = weights[1] + count; }\n");
  EXPECT_THAT(text, HasSubstr("enum { kRows = 4 };"));
  EXPECT_THAT(text, HasSubstr("__constant float weights[2] = {0.0f, 0.0f};"));
  EXPECT_THAT(text, HasSubstr("__global int count = 3;"));
  EXPECT_THAT(text, HasSubstr("An OpenCL host cannot set the variable weights"));
}

TEST(OpenclForm, BranchesThatAreNotCompiledAndHostCodeAreLeftOut) {
  const std::string text = written(
      "#ifdef NEVER\nstruct Gone { virtual void f(); };\n#endif\n"
      "__global__ void k(int *a) {\n"
      "#if 1\n"
      "    a[0] = 1;\n"
      "#else\n"
      "    a[0] = nonsense::value;\n"
      "#endif\n"
      "}\n"
      "void host() { k<<<1, 1>>>(0); }\n");
  EXPECT_THAT(text, HasSubstr("{\n    a[0] = 1;\n}\n"));
  EXPECT_THAT(text, Not(HasSubstr("nonsense")));
  EXPECT_THAT(text, Not(HasSubstr("host")));
}

TEST(OpenclForm, VectorsOfThreeKeepTheirSize) {
  EXPECT_THAT(written("__global__ void k(float3 *a) { a[threadIdx.x].y = 1; }"),
              HasSubstr("__kernel void k(__global packed_float3 *a)"));
}

TEST(OpenclForm, LambdasAreFunctionsBeforeTheirKernel) {
  const std::string text = written(
      "__global__ void k(int *a, int f) {\n"
      "    const auto scaled = [=](int x) { return f * x; };\n"
      "    a[0] = scaled(a[1]);\n"
      "}\n");
  EXPECT_THAT(text, HasSubstr("int lambda_1_call(const lambda_1 *self, int x) { return self->f * x; }"));
  EXPECT_THAT(text, HasSubstr("a[0] = lambda_1_call(&scaled, a[1]);"));
}

TEST(OpenclForm, WhatOpenclDoesNotHaveIsRefusedInItsPlace) {
  EXPECT_THAT(refused("__global__ void k(long long *a) {\n  a[0] = clock64();\n}"),
              HasSubstr("a.cu:2:10: error: an OpenCL C kernel cannot read a clock"));
  EXPECT_THAT(refused("struct View { int *data; };\n__global__ void k(View v) { v.data[0] = 1; }"),
              HasSubstr("a.cu:2:24: error: an OpenCL host cannot pass a structure that contains a pointer"));
  EXPECT_THAT(refused("__global__ void k(int **rows) { rows[0][0] = 1; }"),
              HasSubstr("cannot hold pointers in OpenCL C"));
  EXPECT_THAT(refused("__global__ void k(int *a) { atomicCAS_system(a, 0, 1); }"),
              HasSubstr("a.cu:1:29: error: this atomic function"));
  EXPECT_THAT(refused("template <class T> __global__ void k(T *a) { a[0] = 1; }"),
              HasSubstr("a.cu has no kernel to translate"));
}

TEST(OpenclForm, LaunchesNameThePlainKernels) {
  Plan plan;
  plan.programs.push_back(
      {{"a.cu", "template <class T> __global__ void k(T *a) { a[0] = 1; }"}, "-instantiate=k<int>"});
  PlanLaunch launch;
  launch.kernel = "k<int>";
  plan.launches.push_back(launch);
  const auto changed = with_opencl_text(plan);
  ASSERT_TRUE(changed) << changed.error().message;
  EXPECT_EQ(changed->launches[0].kernel, "k_int");
  EXPECT_EQ(changed->programs[0].source.path, "a.cl");
}

}  // namespace
}  // namespace lockstep::sim::translation
