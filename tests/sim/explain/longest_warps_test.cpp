#include "sim/explain/longest_warps.hpp"

#include <gtest/gtest.h>

#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

std::uint64_t longest_of(const std::string& body, std::uint64_t global, std::uint64_t local) {
  const Plan plan = kernel_plan("kernel void k(global int* out, global const int* in) { int sum = 0;" + body +
                                    "out[get_global_id(0)] = sum; }",
                                global, local);
  const auto warps = longest_warps(plan, *find_device_model("cc9.0").value(), {}, 1'000'000);
  EXPECT_TRUE(warps);
  return warps ? warps->front() : 0;
}

constexpr const char* kShared = "for (int i = get_local_id(0); i < 256; i += get_local_size(0)) sum += i;";
constexpr const char* kAlone =
    "if (get_local_id(0) < 32) for (int i = get_local_id(0); i < 256; i += 32) sum += i;";

TEST(LongestWarps, OneThatWorksForOthersIsLonger) {
  const std::uint64_t shared = longest_of(kShared, 128, 128);
  EXPECT_GT(shared, 4u);
  EXPECT_GT(longest_of(kAlone, 128, 128), 2 * shared);
}

TEST(LongestWarps, AreNoLongerWithMoreWorkGroups) {
  EXPECT_EQ(longest_of(kShared, 64, 32), longest_of(kShared, 32, 32));
}

}  // namespace
}  // namespace lockstep::sim
