#include "sim/launch/proposal.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/catalogue/algorithm.hpp"
#include "sim/compiler/compile.hpp"
#include "sim/launch/argument_order.hpp"
#include "sim/launch/described_plan.hpp"
#include "sim/machine/state/limits.hpp"
#include "sim/observers/counters/counters.hpp"

namespace lockstep::sim {
namespace {

const DeviceModel& hopper() { return **find_device_model("cc9.0"); }

LaunchDescription proposed(const std::string& text) {
  const KernelSource source{"own.cl", text, {}};
  const auto program = language::compile(source, "");
  return propose_launch(source, "", **program, (*program)->kernels.front(), hopper());
}

// The proposal runs unchanged, without findings.
void expect_to_run(const std::string& text) {
  const KernelSource source{"own.cl", text, {}};
  const DescribedRun run = make_described_run(proposed(text), source, {}, hopper());
  ASSERT_TRUE(run.run) << run.errors.front().key << " " << run.errors.front().message;
  const auto counted = run_counted(run.run->plan, hopper(), {});
  ASSERT_TRUE(counted) << counted.error().message;
  EXPECT_TRUE(counted->findings.empty()) << counted->findings.front().message;
}

const char* const kReduce =
    "kernel void total(global const float* in, global float* out, local float* room, int n) {\n"
    "  int i = get_global_id(0), l = get_local_id(0);\n"
    "  room[l] = i < n ? in[i] : 0;\n"
    "  for (int s = get_local_size(0) / 2; s > 0; s /= 2) {\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    if (l < s) room[l] += room[l + s];\n"
    "  }\n"
    "  if (l == 0) out[get_group_id(0)] = room[0];\n"
    "}\n";

const char* const kMultiply =
    "#define TILE 8\n"
    "kernel void multiply(global const float* a, global const float* b, global float* c, int n) {\n"
    "  local float x[TILE][TILE + 1], y[TILE][TILE];\n"
    "  int col = get_global_id(0), row = get_global_id(1), i = get_local_id(0), j = get_local_id(1);\n"
    "  float sum = 0;\n"
    "  for (int t = 0; t < n / TILE; ++t) {\n"
    "    x[j][i] = a[row * n + t * TILE + i];\n"
    "    y[j][i] = b[(t * TILE + j) * n + col];\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    for (int k = 0; k < TILE; ++k) sum += x[j][k] * y[k][i];\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  }\n"
    "  c[row * n + col] = sum;\n"
    "}\n";

const char* const kHistogram =
    "kernel void histogram(global const uint* data, global uint* bins, uint n) {\n"
    "  uint i = get_global_id(0);\n"
    "  if (i < n) atomic_inc(&bins[data[i] % 16]);\n"
    "}\n";

const char* const kFlip =
    "kernel void flip(read_only image2d_t from, write_only image2d_t to, sampler_t s) {\n"
    "  int2 at = (int2)(get_global_id(0), get_global_id(1));\n"
    "  write_imagef(to, at, read_imagef(from, s, (int2)(get_image_width(from) - 1 - at.x, at.y)));\n"
    "}\n";

TEST(Proposal, ImagesHaveATexelForEachWorkItem) {
  const LaunchDescription launch = proposed(kFlip);
  EXPECT_EQ(launch.find_buffer("from")->type, "image:rgba:float:16x16");
  EXPECT_EQ(launch.find_buffer("from")->fill, "iota");
  EXPECT_EQ(launch.find_buffer("to")->fill, "");
  EXPECT_EQ(launch.launches[0].arguments[2].type, "sampler_t");
  expect_to_run(kFlip);
  const KernelSource source{"own.cl", kFlip, {}};
  const auto program = language::compile(source, "");
  EXPECT_THAT(command_arguments(launch, **program),
              testing::HasSubstr("image:rgba:float:16x16=iota image:rgba:float:16x16:dump "
                                 "sampler:nearest,clamp-to-edge"));
  EXPECT_EQ(proposed("kernel void k(read_only image1d_t from, global uint4* to) {"
                     "  int i = get_global_id(0); to[i] = read_imageui(from, i); }")
                .find_buffer("from")
                ->type,
            "image:rgba:unsigned_int32:64");
}

TEST(Proposal, AConstantBufferIsNoResult) {
  const char* const text =
      "kernel void count(global const uchar* data, global uint* bins, local uint* h) {\n"
      "  h[get_local_id(0)] = 0;\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  atomic_inc(&h[data[get_global_id(0)] % 16]);\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  atomic_add(&bins[get_local_id(0)], h[get_local_id(0)]);\n"
      "}\n";
  const auto program = language::compile({"own.cl", text, {}}, "");
  const std::string command = command_arguments(proposed(text), **program);
  EXPECT_EQ(command.find("=random:1:dump"), std::string::npos) << command;
  EXPECT_THAT(command, testing::HasSubstr("buffer:uint:16=0:dump"));
}

TEST(Proposal, AReductionWritesOneElementAGroup) {
  const LaunchDescription launch = proposed(kReduce);
  EXPECT_EQ(launch.launches[0].range.global_size[0], 64u);
  EXPECT_EQ(launch.launches[0].range.local_size[0], 16u);
  EXPECT_EQ(launch.find_buffer("in")->count, 64u);
  EXPECT_EQ(launch.find_buffer("in")->fill, "random:1");
  EXPECT_EQ(launch.find_buffer("out")->count, 4u);
  EXPECT_EQ(launch.find_buffer("out")->fill, "");
  EXPECT_EQ(launch.launches[0].arguments[2].local_bytes, 64u);
  EXPECT_EQ(launch.launches[0].arguments[3].value, "64");
  expect_to_run(kReduce);
}

TEST(Proposal, ATileGivesTheSizesOfATwoDimensionalLaunch) {
  const LaunchDescription launch = proposed(kMultiply);
  const NdRange& range = launch.launches[0].range;
  EXPECT_EQ(range.dimensions, 2u);
  EXPECT_EQ(range.local_size, (std::array<std::uint64_t, 3>{8, 8, 1}));
  EXPECT_EQ(range.global_size, (std::array<std::uint64_t, 3>{16, 16, 1}));
  EXPECT_EQ(launch.find_buffer("a")->count, 256u);
  EXPECT_EQ(launch.find_buffer("c")->count, 256u);
  expect_to_run(kMultiply);
}

TEST(Proposal, CountersOfAtomicsBeginAtZero) {
  const LaunchDescription launch = proposed(kHistogram);
  EXPECT_EQ(launch.find_buffer("bins")->fill, "0");
  EXPECT_EQ(launch.find_buffer("bins")->count, 16u);
  expect_to_run(kHistogram);
}

// An access one element too far is an error of the kernel and does not enlarge the buffer.
TEST(Proposal, AMistakeAtTheEdgeIsFound) {
  const std::string text =
      "kernel void next(global const int* in, global int* out) {\n"
      "  int i = get_global_id(0); out[i] = in[i + 1]; }";
  EXPECT_EQ(proposed(text).find_buffer("in")->count, 64u);
}

TEST(Proposal, TheCommandLineMakesTheSameRun) {
  const KernelSource source{"own.cl", kReduce, {}};
  const auto program = language::compile(source, "");
  EXPECT_EQ(
      command_arguments(proposed(kReduce), **program),
      "own.cl --global 64 --local 16 buffer:float:64=random:1 buffer:float:4:dump local:64 scalar:int=64");
}

// No kernel of the catalogue gets its buffers in the wrong order.
TEST(Proposal, TheCataloguesBuffersAreInOrder) {
  for (const Algorithm& algorithm : catalogue()) {
    PlanRequest request;
    request.limits = limits_of(hopper());
    const auto plan = make_plan(algorithm, request, *load_kernel(algorithm, ""));
    if (!plan) continue;
    const auto program = language::compile(plan->programs[0].source, plan->programs[0].options);
    ASSERT_TRUE(program);
    for (const std::string& sentence : exchanged_buffers(*plan, **program))
      ADD_FAILURE() << algorithm.id << ": " << sentence;
  }
}

}  // namespace
}  // namespace lockstep::sim
