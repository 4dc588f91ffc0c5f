// A correct kernel has no errors with the sizes of its proposed launch; a wrong kernel has.
#include "sim/explain/tried_launch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "sim/compiler/compile.hpp"
#include "sim/device_models/device_model.hpp"
#include "sim/launch/described_plan.hpp"
#include "sim/observers/counters/counters.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::sim {
namespace {

struct Tried {
  TriedLaunch proposal;
  std::vector<Finding> findings;
};

Tried tried(const std::string& text, const std::string& file = "own.cl") {
  const DeviceModel& model = **find_device_model("cc9.0");
  const KernelSource source{file, text, {}};
  const auto program = language::compile(source, "");
  if (!program) {
    ADD_FAILURE() << program.error().message;
    return {};
  }
  Tried found{tried_launch(source, "", **program, (*program)->kernels.front(), model), {}};
  const DescribedRun run = make_described_run(found.proposal.launch, source, {}, model);
  if (!run.run) {
    ADD_FAILURE() << run.errors.front().message;
    return found;
  }
  found.findings = run_counted(run.run->plan, model, {})->findings;
  return found;
}

void expect_clean(const std::string& text) {
  const Tried found = tried(text);
  EXPECT_TRUE(found.proposal.is_clean) << text;
  EXPECT_TRUE(found.findings.empty()) << text << found.findings.front().message;
}

TEST(TriedLaunch, AMatrixIsWidthTimesHeight) {
  expect_clean(
      "kernel void rows(global const float* m, global float* s, int width) {\n"
      "  int y = get_global_id(0);\n  float t = 0;\n"
      "  for (int x = 0; x < width; x++) t += m[y * width + x];\n  s[y] = t;\n}\n");
  expect_clean(
      "kernel void columns(int height, global const float* m, global float* s) {\n"
      "  int x = get_global_id(0), n = get_global_size(0);\n  float t = 0;\n"
      "  for (int y = 0; y < height; y++) t += m[y * n + x];\n  s[x] = t;\n}\n");
}

// A row begins at the end of the previous row.
TEST(TriedLaunch, ASparseMatrixHasOneBeginningMoreThanRows) {
  const std::string parameters =
      "(int n, global const int* starts, global const uint* columns, global const float* values,\n"
      " global const float* x, global float* y) {\n";
  expect_clean("kernel void scalar_form" + parameters +
               "  int row = get_global_id(0);\n  if (row >= n) return;\n  float dot = 0;\n"
               "  for (int i = starts[row]; i < starts[row + 1]; i++) dot += values[i] * x[columns[i]];\n"
               "  y[row] = dot;\n}\n");
  expect_clean(
      "kernel void vector_form" + parameters +
      "  local float part[128];\n  int l = get_local_id(0), lane = l & 31, row = get_global_id(0) / 32;\n"
      "  float dot = 0;\n  if (row < n)\n"
      "    for (int i = starts[row] + lane; i < starts[row + 1]; i += 32) dot += values[i] * x[columns[i]];\n"
      "  part[l] = dot;\n  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  for (int d = 16; d > 0; d /= 2) {\n    if (lane < d) part[l] += part[l + d];\n"
      "    barrier(CLK_LOCAL_MEM_FENCE);\n  }\n  if (lane == 0 && row < n) y[row] = part[l];\n}\n");
  EXPECT_FALSE(tried("kernel void off_by_one(global const int* in, global int* out, int n) {\n"
                     "  int i = get_global_id(0);\n  if (i < n) out[i] = in[i] + in[i + 1];\n}\n")
                   .proposal.is_clean);
}

TEST(TriedLaunch, ContentsMayBeIndices) {
  expect_clean(
      "kernel void scatter(global const float* in, global const int* places, global float* out) {\n"
      "  int i = get_global_id(0);\n  out[places[i]] = in[i];\n}\n");
}

TEST(TriedLaunch, OneGroupAloneWhereSeveralLeaveTheArray) {
  expect_clean(
      "kernel void scan(global int* a, int n) {\n  local int t[16];\n  int l = get_local_id(0);\n"
      "  for (int i = l; i < n; i += get_local_size(0)) t[i] = a[i];\n  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  for (int i = l; i < n; i += get_local_size(0)) a[i] = t[n - 1 - i];\n}\n");
}

// The usual sizes need more steps than a trial allows.
TEST(TriedLaunch, ALongKernelIsTriedWithFewWorkItems) {
  expect_clean(
      "kernel void product(int n, global float* a, global float* b, global float* c) {\n"
      "  int row = get_global_id(0);\n  for (int x = 0; x < n; x++) {\n    float sum = 0;\n"
      "    for (int k = 0; k < n; k++) sum += a[row * n + k] * b[k * n + x];\n    c[row * n + x] = sum;\n  "
      "}\n}\n");
}

TEST(TriedLaunch, AStructureHasTheBytesOfItsType) {
  expect_clean(
      "typedef struct { float x, y, z; int kind; } body;\n"
      "kernel void move(global body* b, float dt) {\n"
      "  int i = get_global_id(0);\n  b[i].x += dt * b[i].y;\n}\n");
}

TEST(TriedLaunch, AGroupFollowsATileOrWhatTheKernelRequires) {
  expect_clean(
      "kernel void turn(global const float* in, global float* out) {\n"
      "  local float big[64];\n  int l = get_local_id(0), g = get_global_id(0);\n"
      "  big[l] = in[g];\n  barrier(CLK_LOCAL_MEM_FENCE);\n  out[g] = big[63 - l];\n}\n");
  expect_clean(
      "kernel void sums(global const float* in, global float* out, int n) {\n"
      "  local float t[64];\n  int x = get_local_id(0), y = get_local_id(1), l = y * 8 + x;\n"
      "  t[l] = in[get_global_id(1) * n + get_global_id(0)];\n"
      "  for (int d = 32; d > 0; d /= 2) {\n    barrier(CLK_LOCAL_MEM_FENCE);\n"
      "    if (l < d) t[l] += t[l + d];\n  }\n"
      "  if (l == 0) out[get_group_id(1) * get_num_groups(0) + get_group_id(0)] = t[0];\n}\n");
  expect_clean(
      "kernel __attribute__((reqd_work_group_size(32, 1, 1))) void half_way(global int* a) {\n"
      "  local int t[32];\n  int l = get_local_id(0);\n  t[l] = a[get_global_id(0)];\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n  a[get_global_id(0)] = t[31 - l];\n}\n");
}

TEST(TriedLaunch, LocalMemoryAndRoomAreAsLargeAsTheyAreUsed) {
  expect_clean(
      "kernel void twice(global int* a, local int* t) {\n"
      "  int l = get_local_id(0), n = get_local_size(0);\n"
      "  t[l] = 0;\n  t[n + l] = 0;\n  t[2 * n + l] = a[get_global_id(0)];\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n  a[get_global_id(0)] = t[l] + t[3 * n - 1 - l];\n}\n");
  expect_clean(
      "kernel void split(global const uint* in, global uint* out, global uint* next, uint room) {\n"
      "  uint bin = in[get_global_id(0)] & 15u;\n"
      "  out[bin * room + atomic_inc(&next[bin])] = 1;\n}\n");
}

// The host part gives the size of one buffer, the run gives that of the other.
TEST(TriedLaunch, TakesSizesOfTheHostPart) {
  const Tried found = tried(
      "#define N 1024\n"
      "__global__ void total(const int* in, int* out, int n) {\n"
      "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  if (i < n) atomicAdd(out, in[i]);\n"
      "}\n"
      "int main() {\n"
      "  int *values, *sum;\n"
      "  cudaMalloc(&values, N * sizeof(int));\n"
      "  total<<<N / 256, 256>>>(values, sum, N);\n"
      "}\n",
      "own.cu");
  EXPECT_TRUE(found.findings.empty());
  const LaunchDescription& launch = found.proposal.launch;
  ASSERT_EQ(launch.buffers.size(), 2u);
  EXPECT_EQ(launch.buffers[0].count, 1024u);
  EXPECT_GE(launch.buffers[1].count, 1u);
  EXPECT_EQ(launch.launches.front().range.global_size[0], 1024u);
}

// Host memory that is copied to a buffer and to a __constant__ variable.
TEST(TriedLaunch, TakesContentsOfTheHostPart) {
  const Tried found = tried(
      "__constant__ int factor[2];\n"
      "__global__ void scale(const int* in, int* out) {\n"
      "  int i = threadIdx.x;\n  out[i] = in[i] * factor[i % 2];\n}\n"
      "int main() {\n"
      "  int host[4] = {4, 3, 2, 1}, factors[] = {5, 7};\n  int *in, *out;\n"
      "  cudaMalloc(&in, 4 * sizeof(int));\n  cudaMalloc(&out, 4 * sizeof(int));\n"
      "  cudaMemcpy(in, host, 4 * sizeof(int), cudaMemcpyHostToDevice);\n"
      "  cudaMemcpyToSymbol(factor, factors, sizeof factors);\n"
      "  scale<<<1, 4>>>(in, out);\n}\n",
      "own.cu");
  const LaunchDescription& launch = found.proposal.launch;
  EXPECT_EQ(launch.options, "-constant=factor=5,7");
  EXPECT_EQ(launch.buffers[0].fill, "4,3,2,1");
}

// The contents that `statements` write to 8 elements of `host`.
std::string filled_by(const std::string& statements) {
  const Tried found = tried(
      "__global__ void copy(const int* in, int* out) {\n"
      "  out[threadIdx.x] = in[threadIdx.x];\n}\n"
      "int main() {\n  int host[8];\n  int *in, *out;\n  const int n = 8;\n  " +
          statements +
          "\n  cudaMalloc(&in, n * sizeof(int));\n  cudaMalloc(&out, n * sizeof(int));\n"
          "  cudaMemcpy(in, host, n * sizeof(int), cudaMemcpyHostToDevice);\n"
          "  copy<<<1, n>>>(in, out);\n}\n",
      "own.cu");
  return found.proposal.launch.buffers[0].fill;
}

TEST(TriedLaunch, ALoopsVariableIsNoConstant) {
  EXPECT_EQ(filled_by("for (int i = 0; i < n; i++) host[i] = i + 1;"), "1,2,3,4,5,6,7,8");
  EXPECT_EQ(filled_by("for (int i = 0; i < n; ++i) { host[n - 1 - i] = 2 * i; }"), "14,12,10,8,6,4,2,0");
  EXPECT_EQ(filled_by("for (int i = 0; i < n; i += 2) { int v = i * i; host[i] = v; }"), "random:1");
  EXPECT_EQ(
      filled_by("for (int r = 0; r < 2; r++) for (int c = 0; c < 4; c++) host[r * 4 + c] = 10 * r + c;"),
      "0,1,2,3,10,11,12,13");
  EXPECT_EQ(filled_by("for (int i = 0; i < n; i++) host[i] = i % 2 == 0 ? 3 : -1;"), "3,-1,3,-1,3,-1,3,-1");
  EXPECT_EQ(filled_by("const int seven = 7;\n  for (int i = 0; i < n; i++) host[i] = seven;"),
            "7,7,7,7,7,7,7,7");
  EXPECT_EQ(filled_by("for (int i = 1; i < n; i += 2) host[i] = i + 1;"), "random:1")
      << "half is not written";
  EXPECT_EQ(filled_by("for (int i = 0; i < n; i++) host[i] = 5;"), "5");
  EXPECT_EQ(filled_by("for (int i = 0; i < n; i++) host[i] = i;"), "iota");
}

// Contents that change in each iteration are not read, and the usual contents are proposed.
TEST(TriedLaunch, AVariableThatALoopChangesIsNotRead) {
  EXPECT_EQ(filled_by("int v = 1;\n  for (int i = 0; i < n; i++) { host[i] = v; v += 2; }"), "random:1");
  EXPECT_EQ(filled_by("int v = 1;\n  for (int i = 0; i < n; i++) { host[i] = v; v = 3 * v; }"), "random:1");
  EXPECT_EQ(filled_by("for (int i = 0; i < n; i++) host[i] = other(i);"), "random:1");
}

// The sum of a block, which is correct only for blocks of the size with which the template is instantiated.
constexpr const char* kBlockSum =
    "template <class T, unsigned blockSize, bool isWhole>\n"
    "__global__ void sum(const T* in, T* out, unsigned n) {\n"
    "  __shared__ T part[blockSize];\n"
    "  unsigned i = blockIdx.x * blockSize + threadIdx.x;\n"
    "  part[threadIdx.x] = isWhole || i < n ? in[i] : T(0);\n"
    "  for (unsigned s = blockSize / 2; s > 0; s /= 2) {\n"
    "    __syncthreads();\n"
    "    if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];\n"
    "  }\n"
    "  if (threadIdx.x == 0) out[blockIdx.x] = part[0];\n"
    "}\n";

TEST(TriedLaunch, ABlockIsAsLargeAsATemplatesNumber) {
  const Tried found = tried(
      std::string(kBlockSum) + "template __global__ void sum<int, 128, true>(const int*, int*, unsigned);\n",
      "own.cu");
  EXPECT_TRUE(found.proposal.is_clean);
  EXPECT_EQ(found.proposal.launch.launches.front().range.local_size[0], 128u);
}

TEST(TriedLaunch, KernelTemplatesWithoutALaunchGetInstances) {
  const TemporaryFolder folder;
  const std::string file = folder.file("own.cu");
  std::ofstream(file) << kBlockSum;
  LaunchOptions options;
  options.file = file;
  options.model = *find_device_model("cc9.0");
  const auto summary = summarise_kernel_file(options);
  ASSERT_TRUE(summary) << summary.error().message;
  EXPECT_THAT(*summary, testing::HasSubstr("1 kernel template and no launch of it"));
  EXPECT_THAT(*summary,
              testing::HasSubstr("--kernel 'sum<int, 256, true>' --global 512 --local 256 buffer:"));

  const auto chosen = choose_kernel(options);
  ASSERT_FALSE(chosen);
  EXPECT_THAT(chosen.error().message, testing::HasSubstr("--kernel, such as: 'sum<int,256,true>'"));
}

TEST(TriedLaunch, AWrongKernelIsStillWrong) {
  for (const char* body :
       {"a[i + 1] = i;", "a[0] += i;", "local int t[64]; t[i % 64] = a[i]; a[i] = t[i % 64 ^ 1];",
        "if (i < 7) barrier(CLK_LOCAL_MEM_FENCE); a[i] = 1;", "a[i] = i / (i - i);"}) {
    const Tried found = tried(std::string("kernel void k(global int* a) {\n  int i = get_global_id(0);\n  ") +
                              body + "\n}\n");
    EXPECT_FALSE(found.proposal.is_clean) << body;
    EXPECT_FALSE(found.findings.empty()) << body;
  }
}

}  // namespace
}  // namespace lockstep::sim
