// Masks of CUDA's warp functions: which lanes are named, which call, and whose values are read.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/sim/frontend/cuda/cuda_run.hpp"

namespace lockstep::sim {
namespace {

using ::testing::HasSubstr;

std::string kernel_with(const std::string& body) {
  return "__global__ void k(int* out, const int* in) {\n  const int t = threadIdx.x;\n" + body + "\n}\n";
}

// The message of a body, in both lane schedules. No thread exits before the others have met.
void expect_message(const std::string& body, const std::string& part, Severity severity = Severity::error) {
  for (const LaneSchedule lanes : {LaneSchedule::lockstep, LaneSchedule::independent}) {
    const CudaRun run = run_cuda(kernel_with(body + "\n  __syncthreads();"), 32, lanes);
    ASSERT_EQ(run.findings.size(), 1u) << body;
    EXPECT_EQ(run.findings[0].kind, Finding::Kind::lane_mask);
    EXPECT_EQ(run.findings[0].severity, severity);
    EXPECT_THAT(run.findings[0].message, HasSubstr(part));
    EXPECT_EQ(run.findings[0].first.range.line, 3u);
  }
}

void expect_clean(const std::string& body, unsigned threads = 32) {
  for (const LaneSchedule lanes : {LaneSchedule::lockstep, LaneSchedule::independent})
    for (const Finding& finding : run_cuda(kernel_with(body), threads, lanes).findings)
      ADD_FAILURE() << body << "\n" << finding.message;
}

TEST(LaneMask, NamesOnlyThreadsThatArrive) {
  expect_message("if (t < 8) out[t] = __shfl_sync(0xffffffff, t, 0);",
                 "with mask 0xffffffff, but thread 8 (lane 8), which the mask names, does not arrive");
  expect_message("if (t < 8) out[t] = __any_sync(0x1ff, t);", "thread 8 (lane 8), which the mask names");
  expect_message("if (t < 8) out[t] = __reduce_add_sync(0x1ff, t);",
                 "thread 8 (lane 8), which the mask names");
  expect_message("if (t < 8) out[t] = __match_any_sync(0x1ff, t);",
                 "thread 8 (lane 8), which the mask names");
  expect_message("if (t < 8) __syncwarp();", "thread 8 (lane 8), which the mask names");
}

TEST(LaneMask, NamesThreadsThatCall) {
  expect_message(
      "if (t < 8) out[t] = __ballot_sync(0xf, t);",
      "thread 4 (lane 4) calls a function of its warp at line 3, but its mask 0x0000000f leaves it out");
}

TEST(LaneMask, IsTheSameForThreadsThatMeet) {
  expect_message("if (t < 2) out[t] = __ballot_sync(t == 0 ? 3 : 2, 1);", "must give the same mask");
}

TEST(LaneMask, ReadsOutsideOfItAreUndefined) {
  expect_message("if (t < 8) out[t] = __shfl_down_sync(0xff, t, 4);",
                 "thread 4 (lane 4) reads the value of thread 8 (lane 8)", Severity::warning);
}

TEST(LaneMask, MayNameThreadsThatHaveExited) {
  expect_clean("if (t >= 16) return;\n out[t] = __reduce_add_sync(0xffffffff, t); __syncwarp();");
  expect_clean("out[t] = __shfl_xor_sync(0xffffffff, t, 1);", 20);
}

TEST(LaneMask, PartsOfAWarpWithMasksOfTheirOwnAreSeparate) {
  const std::string body = "out[t] = __reduce_add_sync(t < 16 ? 0xffff : 0xffff0000, 1 + t / 16);";
  expect_clean(body);
  const CudaRun run = run_cuda(kernel_with(body), 32);
  for (int t = 0; t < 32; ++t) EXPECT_EQ(run.out[t], t < 16 ? 16 : 32);
}

TEST(LaneMask, MatchesAreTheLanesWithTheSameValue) {
  const std::string body =
      "int all; out[t] = __match_any_sync(0xffffffff, t / 8);\n"
      "out[32 + t] = __match_all_sync(0xffffffff, 5, &all) == 0xffffffff && all;\n"
      "out[64 + t] = __match_all_sync(0xffffffff, t, &all) == 0 && !all;";
  expect_clean(body);
  const CudaRun run = run_cuda(kernel_with(body), 32);
  for (int t = 0; t < 32; ++t) {
    EXPECT_EQ(static_cast<unsigned>(run.out[t]), 0xffu << t / 8 * 8);
    EXPECT_EQ(run.out[32 + t], 1);
    EXPECT_EQ(run.out[64 + t], 1);
  }
}

}  // namespace
}  // namespace lockstep::sim
