// CUDA's shuffles within segments of a warp, compared with the definitions of the programming guide. A width
// that is computed at run time gives the same results as a constant.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/sim/frontend/cuda/cuda_run.hpp"

namespace lockstep::sim {
namespace {

constexpr int kWarpLanes = 32;

// Returns the lane from which `lane` reads.
int shuffle_source(const std::string& function, int lane, int argument, int width) {
  const int first = lane / width * width, own = lane % width;
  if (function == "__shfl_sync") return first + argument % width;
  if (function == "__shfl_up_sync") return own >= argument ? lane - argument : lane;
  if (function == "__shfl_down_sync") return own + argument < width ? lane + argument : lane;
  const int target = lane ^ argument;
  return target < first + width ? target : lane;
}

TEST(Shuffle, ConstantAndVariableWidths) {
  for (const std::string function : {"__shfl_sync", "__shfl_up_sync", "__shfl_down_sync", "__shfl_xor_sync"})
    for (const int width : {1, 2, 4, 8, 16, 32})
      for (const int argument : {0, 1, 3, 8, 17}) {
        const std::string number = std::to_string(width);
        for (const std::string& shown : {number, "in[" + number + "]", "in[" + number + "] % 64"}) {
          const CudaRun run = run_cuda(
              "__global__ void k(int* out, const int* in) {\n  int t = threadIdx.x;\n  out[t] = " + function +
                  "(0xffffffff, 100 + t, " + std::to_string(argument) + ", " + shown + ");\n}\n",
              kWarpLanes);
          EXPECT_THAT(run.findings, testing::IsEmpty());
          for (int lane = 0; lane < kWarpLanes; ++lane)
            ASSERT_EQ(run.out[lane], 100 + shuffle_source(function, lane, argument, width))
                << function << " of " << argument << ", width " << shown << ", lane " << lane;
        }
      }
}

TEST(Shuffle, TheWidthOfTheWarpMayBeNamed) {
  for (const std::string width : {"", ", warpSize", ", 32"}) {
    const CudaRun run = run_cuda(
        "__global__ void k(int* out, const int* in) {\n  int t = threadIdx.x;\n  out[t] = "
        "__shfl_down_sync(0xffffffff, t, 1" +
            width + ");\n}\n",
        kWarpLanes);
    EXPECT_EQ(run.out[0], 1);
    EXPECT_EQ(run.out[kWarpLanes - 1], kWarpLanes - 1);
  }
}

}  // namespace
}  // namespace lockstep::sim
