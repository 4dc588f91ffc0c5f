// The rules one by one, for small texts; the whole catalogue is in catalogue_forms_test.cpp.
#include "sim/translation/to_cuda/cuda_form.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace lockstep::sim::translation {
namespace {

using testing::HasSubstr;
using testing::Not;

Plan plan_of(const std::string& text, const std::string& options = {}) {
  Plan plan;
  plan.id = "test";
  plan.programs.push_back({{"test.cl", text}, options});
  return plan;
}

// The kernel part of a form, or the error.
std::string cuda(const std::string& text, const std::string& options = {}) {
  const auto form = cuda_form(plan_of(text, options));
  return form ? form->kernel : "error: " + form.error().message;
}

std::string whole(const std::string& text, const std::string& options = {}) {
  const auto form = cuda_form(plan_of(text, options));
  return form ? form->text() : "error: " + form.error().message;
}

std::string in_kernel(const std::string& statements) {
  return cuda("__kernel void k(__global int *a, uint n) { " + statements + " }");
}

TEST(CudaForm, KeepsCommentsLayoutAndTheNumberOfLines) {
  const std::string text =
      "// barrier(CLK_LOCAL_MEM_FENCE) in a comment\n"
      "__kernel void k(\n"
      "    __global int *restrict a,  // the array\n"
      "    __local int *s)\n"
      "{\n"
      "    a[0] = 1;   /* stays */\n"
      "}\n";
  EXPECT_EQ(cuda(text),
            "// barrier(CLK_LOCAL_MEM_FENCE) in a comment\n"
            "extern \"C\" __global__ void k(\n"
            "    int *__restrict__ a/* s: shared memory, see the body */\n"
            ")\n"
            "{  extern __shared__ int s[];\n"
            "    a[0] = 1;   /* stays */\n"
            "}\n");
}

TEST(CudaForm, WorkItemsAreThreads) {
  EXPECT_THAT(in_kernel("uint g = get_global_id(0);"),
              HasSubstr("uint g = blockIdx.x * blockDim.x + threadIdx.x;"));
  EXPECT_THAT(in_kernel("size_t g = get_global_id(1);"),
              HasSubstr("size_t g = (size_t)blockIdx.y * blockDim.y + threadIdx.y;"));
  EXPECT_THAT(in_kernel("a[get_local_id(0)] = get_group_id(2);"), HasSubstr("a[threadIdx.x] = blockIdx.z;"));
  EXPECT_THAT(in_kernel("uint s = get_local_size(0) / 2;"), HasSubstr("uint s = blockDim.x / 2;"));
}

// size_t there, unsigned here: -1 would be a different number.
TEST(CudaForm, CalculationsWithIdsKeepTheirWidth) {
  EXPECT_THAT(in_kernel("a[get_local_id(0) - 1] = 0;"), HasSubstr("a[(size_t)threadIdx.x - 1]"));
  EXPECT_THAT(in_kernel("a[2 * get_global_id(0)] = 0;"),
              HasSubstr("a[2 * ((size_t)blockIdx.x * blockDim.x + threadIdx.x)]"));
  EXPECT_THAT(in_kernel("long x = -1; if (x < get_local_id(0)) a[0] = 1;"),
              HasSubstr("(x < (size_t)threadIdx.x)"));
}

TEST(CudaForm, SynchronisationByItsScope) {
  EXPECT_THAT(in_kernel("barrier(CLK_LOCAL_MEM_FENCE);"), HasSubstr("{ __syncthreads(); }"));
  EXPECT_THAT(in_kernel("mem_fence(CLK_LOCAL_MEM_FENCE);"), HasSubstr("__threadfence_block();"));
  EXPECT_THAT(in_kernel("mem_fence(CLK_GLOBAL_MEM_FENCE);"), HasSubstr("__threadfence();"));
  EXPECT_THAT(in_kernel("sub_group_barrier(CLK_LOCAL_MEM_FENCE);"), HasSubstr("__syncwarp();"));
}

TEST(CudaForm, ABarrierForGlobalMemoryAloneIsNoted) {
  const auto form = cuda_form(plan_of("__kernel void k(__global int *a) { barrier(CLK_GLOBAL_MEM_FENCE); }"));
  ASSERT_TRUE(form);
  ASSERT_EQ(form->notes.size(), 1u);
  EXPECT_THAT(form->notes[0], HasSubstr("orders all memory"));
}

TEST(CudaForm, AddressSpacesBecomeDeclarations) {
  EXPECT_THAT(in_kernel("__local int tile[16][17]; tile[0][0] = 1;"),
              HasSubstr("__shared__ int tile[16][17];"));
  EXPECT_THAT(in_kernel("__global int *p = a + n; *p = 0;"), HasSubstr("{ int *p = a + n;"));
  EXPECT_THAT(
      cuda("__constant int table[2] = {1, 2};\n__kernel void k(__global int *a) { a[0] = table[1]; }"),
      HasSubstr("__constant__ int table[2]"));
  EXPECT_THAT(cuda("__kernel void k(__constant float *m, __global float *a) { a[0] = m[0]; }"),
              HasSubstr("k(const float *m, float *a)"));
}

TEST(CudaForm, SeveralLocalParametersShareOneArray) {
  Plan plan = plan_of("__kernel void k(__local int *s, __local float *t, uint n) { s[0] = n; t[0] = 1; }");
  PlanLaunch launch;
  launch.kernel = "k";
  launch.arguments = {LocalArgument{100}, LocalArgument{64}, scalar_argument(std::uint32_t{5})};
  plan.launches.push_back(launch);
  const auto form = cuda_form(plan);
  ASSERT_TRUE(form) << form.error().message;
  EXPECT_THAT(form->kernel, HasSubstr("__shared__ __align__(16) int s[112 / sizeof(int)];"));
  EXPECT_THAT(form->kernel, HasSubstr("__shared__ __align__(16) float t[64 / sizeof(float)];"));
  EXPECT_THAT(form->launches.at(0), HasSubstr("k<<<1, 1>>>(5u);"));

  // More than a kernel may declare.
  plan.launches[0].arguments[0] = LocalArgument{60000};
  const auto large = cuda_form(plan);
  ASSERT_TRUE(large) << large.error().message;
  EXPECT_THAT(large->kernel, HasSubstr("int *s = (int *)shared_memory;"));
  EXPECT_THAT(large->kernel, HasSubstr("float *t = (float *)(shared_memory + 60000);"));
  EXPECT_THAT(large->launches.at(0), HasSubstr("k<<<1, 1, 60064>>>(5u);"));
}

TEST(CudaForm, UnknownSizesOfSharedMemoryMustBeDefined) {
  const std::string text = whole("__kernel void k(__local int *s, __local float *t) { s[0] = 1; t[0] = 1; }");
  EXPECT_THAT(text, HasSubstr("float *t = (float *)(shared_memory + S_BYTES);"));
  EXPECT_THAT(
      text,
      HasSubstr("// Note: No launch gives the sizes of the arrays in shared memory of k. Define S_BYTES"));
}

TEST(CudaForm, AtomicsTakeNoVolatile) {
  EXPECT_THAT(cuda("__kernel void k(volatile __global int *a) { atomic_add(a, 1); }"),
              HasSubstr("atomicAdd(plain_pointer(a), 1);"));
}

TEST(CudaForm, HelperFunctionsAreForTheDevice) {
  EXPECT_THAT(cuda("float twice(float x) { return 2 * x; }\n__kernel void k(__global float *a) { a[0] = "
                   "twice(a[0]); }"),
              HasSubstr("__device__ float twice(float x)"));
  EXPECT_THAT(cuda("#define MAKE(f) \\\n  int f(int x) \\\n  { return x; }\nMAKE(g)\n__kernel void "
                   "k(__global int *a) { a[0] = g(1); }"),
              HasSubstr("__device__ int f(int x)"));
}

TEST(CudaForm, AtomicsOfBothKinds) {
  EXPECT_THAT(in_kernel("atomic_add(&a[1], 2);"), HasSubstr("atomicAdd(&a[1], 2);"));
  EXPECT_THAT(in_kernel("atomic_inc(a);"), HasSubstr("atomicAdd(a, 1);"));
  const std::string explicit_order = cuda(
      "__kernel void k(__global atomic_uint *c) { uint x = atomic_fetch_add_explicit(c, 1u, "
      "memory_order_acq_rel,\n"
      "  memory_scope_device); }",
      "-cl-std=CL3.0");
  EXPECT_THAT(explicit_order, HasSubstr("k(uint *c)"));
  EXPECT_THAT(explicit_order,
              HasSubstr("atomic_at<cuda::thread_scope_device>(c).fetch_add(1u, cuda::memory_order_acq_rel"));
  EXPECT_EQ(std::ranges::count(explicit_order, '\n'), 1);
}

TEST(CudaForm, VectorsAreMadeAndRead) {
  EXPECT_THAT(in_kernel("int4 v = (int4)(1, 2, 3, 4); a[0] = v.s1 + v.w;"),
              HasSubstr("int4 v = make_int4(1, 2, 3, 4); a[0] = v.y + v.w;"));
  EXPECT_THAT(in_kernel("int4 v = (int4)(7); a[0] = v.x;"), HasSubstr("splat_int4(7)"));
  EXPECT_THAT(whole("#define V float4\n__kernel void k(__global V *a) { a[0] = (V)(1.0f); }"),
              HasSubstr("#define splat_V splat_float4"));
  EXPECT_THAT(in_kernel("int8 v; a[0] = v.s0;"), HasSubstr("CUDA has no type int8"));
  EXPECT_THAT(in_kernel("int3 v; a[0] = v.x;"), HasSubstr("12 bytes in CUDA and 16 in OpenCL C"));
}

TEST(CudaForm, FunctionsByTheirTypes) {
  EXPECT_THAT(in_kernel("uint b = as_uint(1.5f);"), HasSubstr("bits_as<uint>(1.5f)"));
  EXPECT_THAT(in_kernel("a[0] = convert_int(1.5f);"), HasSubstr("((int)(1.5f))"));
  EXPECT_THAT(in_kernel("int4 v = vload4(n, a); a[0] = v.x;"), HasSubstr("load_vector<4>(n, a)"));
  EXPECT_THAT(in_kernel("a[0] = mad24(a[1], 2, 3) + clamp(a[2], 0, 9);"),
              HasSubstr("((a[1]) * (2) + (3)) + min(max(a[2], 0), 9)"));
}

TEST(CudaForm, SubGroupsAreWarpsOf32) {
  EXPECT_THAT(in_kernel("a[0] = sub_group_shuffle_down(a[0], 1);"),
              HasSubstr("__shfl_down_sync(0xffffffff, a[0], 1)"));
  EXPECT_THAT(whole("__kernel void k(__global int *a) { a[0] = sub_group_reduce_add(a[0]); }"),
              HasSubstr("#include <cooperative_groups/reduce.h>"));
  const std::string other =
      cuda("__kernel void k(__global int *a) { a[0] = sub_group_shuffle(a[0], WARP - 1); }", "-D WARP=64");
  EXPECT_THAT(other, HasSubstr("this plan needs warps of 64 lanes"));
}

TEST(CudaForm, OptionsAreMacrosAbove) {
  const std::string text = whole("__kernel void k(__global T *a) { a[0] = OP(a[0], IDENTITY); }",
                                 "-D T=uint -D OP(a,b)=((a)+(b)) -D IDENTITY=0u");
  EXPECT_THAT(text, HasSubstr("#define T uint\n#define OP(a,b) ((a)+(b))\n#define IDENTITY 0u\n"));
  EXPECT_THAT(text, HasSubstr("typedef unsigned int uint;"));
}

TEST(CudaForm, NamesPlaceAndReasonOfWhatItRefuses) {
  EXPECT_THAT(cuda("__kernel void k(__global int *a, uint d)\n{\n    a[0] = get_local_id(d);\n}\n"),
              HasSubstr("test.cl:3:12: error: the dimension of get_local_id must be a constant"));
  EXPECT_THAT(in_kernel("a[0] = work_group_reduce_add(a[0]);"), HasSubstr("CUB's BlockReduce"));
  EXPECT_THAT(in_kernel("a[0] = upsample((short)1, (ushort)2);"), HasSubstr("upsample cannot be translated"));
  EXPECT_THAT(cuda("__kernel void k(read_only image2d_t i, __global float4 *a) { a[0].x = 1; }"),
              HasSubstr("the type image2d_t cannot be translated"));
}

// A branch of an #if that no CUDA compiler reads may contain anything.
TEST(CudaForm, RefusesOnlyWhatACudaCompilerReads) {
  const std::string text =
      "#ifdef EXTRA\n#define VALUE work_group_reduce_add(1)\n#else\n#define VALUE 1\n#endif\n"
      "__kernel void k(__global int *a) { a[0] = VALUE; }";
  EXPECT_THAT(cuda(text), Not(HasSubstr("error")));
  EXPECT_THAT(cuda(text, "-D EXTRA"),
              HasSubstr("test.cl:2:15: error: work_group_reduce_add cannot be translated"));
}

TEST(CudaForm, LaunchesThatCudaDoesNotHave) {
  Plan plan = plan_of("__kernel void k(__global int *a) { a[0] = 1; }");
  PlanLaunch launch;
  launch.kernel = "k";
  launch.range.global_size = {10, 1, 1};
  launch.range.local_size = {4, 1, 1};
  plan.launches.push_back(launch);
  EXPECT_THAT(cuda_form(plan).error().message, HasSubstr("whole blocks"));
  plan.launches[0].range.local_size = {5, 1, 1};
  EXPECT_TRUE(cuda_form(plan));
  plan.launches[0].range.global_offset = {5, 0, 0};
  EXPECT_THAT(cuda_form(plan).error().message, HasSubstr("global offset"));
}

}  // namespace
}  // namespace lockstep::sim::translation
