// The work of the machine: waits for memory, operations, and both scaled to a larger n.
#include "sim/predicted_times/launch_work.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "sim/machine/state/limits.hpp"
#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

LaunchWork work_of(const std::string& body, std::uint64_t items = 64) {
  const Plan plan = kernel_plan(
      "__kernel void k(__global int *out, __global const int *in, __local int *s) {\n"
      "  uint t = get_local_id(0), g = get_global_id(0);\n" +
          body + "\n}\n",
      items, 64, 64 * 4);
  const auto work = count_work(plan, model_named("cc9.0"));
  EXPECT_TRUE(work) << work.error().message;
  return work->front();
}

constexpr double kWarps = 2;

TEST(MemoryWaits, LoadsBeforeTheFirstUseShareAWait) {
  EXPECT_EQ(work_of("out[g] = in[g];").memory_waits, kWarps);
  EXPECT_EQ(work_of("int a = in[g]; int b = in[63 - g]; out[g] = a + b;").memory_waits, kWarps);
  EXPECT_EQ(work_of("int a = in[g] + 1; int b = in[63 - g] + 1; out[g] = a + b;").memory_waits, 2 * kWarps);
  EXPECT_EQ(work_of("int a = in[g]; out[g] = t;").memory_waits, 0);
}

// The second warp's elements, followed by those of the first warp.
TEST(MemoryWaits, ALoopThatAddsLoadedValuesWaitsInEveryIteration) {
  EXPECT_EQ(work_of("int sum = 0; for (uint i = 0; i < 2; ++i) sum += in[(g + 32 * i) % 64]; out[g] = sum;")
                .memory_waits,
            2 * kWarps);
}

TEST(MemoryWaits, WhatAWarpHasAccessedIsCached) {
  EXPECT_EQ(work_of("int sum = 0; for (uint i = 0; i < 5; ++i) sum += in[g]; out[g] = sum;").memory_waits,
            kWarps);
  // The sector behind that of the first warp.
  EXPECT_EQ(work_of("int a = in[g] + 1; int b = in[(g + 1) % 64] + 1; out[g] = a + b;").memory_waits,
            2 * kWarps);
}

TEST(MemoryWaits, APrivateArrayKeepsLoadsInFlight) {
  EXPECT_EQ(work_of("int x[4]; for (uint i = 0; i < 4; ++i) x[i] = in[(g + i) % 64];"
                    "int sum = 0; for (uint i = 0; i < 4; ++i) sum += x[i]; out[g] = sum;")
                .memory_waits,
            kWarps);
}

TEST(MemoryWaits, ALoadedAddressCausesAWait) {
  EXPECT_EQ(work_of("out[g] = in[(in[g] + 32) % 64];").memory_waits, 2 * kWarps);
}

TEST(MemoryWaits, AWorkGroupTouchesASectorOnce) {
  // 64 ints in and out: 16 sectors of 32 bytes, regardless of how often they are accessed.
  EXPECT_EQ(work_of("out[g] = in[g] + in[63 - g];").touched_bytes, 2 * 64 * 4);
}

TEST(Operations, ShortBodiesAreIssuedForNoLane) {
  // The second warp skips the body.
  const LaunchWork work = work_of("s[t] = t; barrier(CLK_LOCAL_MEM_FENCE); if (t < 32) s[t] += s[t + 32];");
  EXPECT_EQ(work.idle_accesses, 3);
  EXPECT_EQ(work_of("s[t] = t; barrier(CLK_LOCAL_MEM_FENCE); if (t < 64) s[t] += 1;").idle_accesses, 0);
}

// A loop with constant bounds has the same cost as its unrolled iterations.
TEST(Operations, WhatIsKnownWhenALoopIsUnrolledIsFolded) {
  const auto operations = [](const std::string& body) { return work_of(body).instructions; };
  EXPECT_EQ(operations("int sum = 0; for (uint k = 0; k < 3; ++k) sum += in[g + k]; out[g] = sum;"),
            operations("int sum = 0; sum += in[g + 0]; sum += in[g + 1]; sum += in[g + 2]; out[g] = sum;"));
  EXPECT_EQ(operations("int x[2]; for (int k = 0; k < 2; ++k) x[k] = in[g + k]; out[g] = x[0] + x[1];"),
            operations("int a = in[g + 0], b = in[g + 1]; out[g] = a + b;"));
  EXPECT_EQ(operations("int sum = 0; for (int i = 0; i < 3; ++i) for (int k = 0; k < 3; ++k)"
                       "  if (i + k == 1) sum += in[g]; out[g] = sum;"),
            operations("int sum = 0; sum += in[g]; sum += in[g]; out[g] = sum;"));
  const std::string body = "int sum = 0; for (uint k = 0; k < LAST; ++k) sum += in[g]; out[g] = sum;";
  const double unrolled = operations("const uint LAST = 3;" + body);
  EXPECT_GT(operations("uint LAST = in[0] + 3;" + body), unrolled) << "a bound that memory decides";
  EXPECT_GT(
      operations(
          "int sum = 0; for (uint k = 0; k < 3; ++k) { if (in[k] == 9) break; sum += in[g]; } out[g] = sum;"),
      operations("int sum = 0; for (uint k = 0; k < 3; ++k) { if (in[k] == 9) sum += 1; sum += in[g]; } "
                 "out[g] = sum;"));
}

// Each level doubles the time of a complete search, unless the search is abandoned.
TEST(Operations, ManyLoopsWithinLoopsAreFoldedInTime) {
  std::string body = "int sum = 0; uint last = in[0] - in[0] + 1;";
  for (int i = 0; i < 40; ++i)
    body += "for (uint k" + std::to_string(i) + " = 0; k" + std::to_string(i) + " < last; ++k" +
            std::to_string(i) + ") ";
  EXPECT_GT(work_of(body + "sum += in[g]; out[g] = sum;").instructions, 0);
}

TEST(Operations, OnlyDivisionsByAVariableAreExpensive) {
  EXPECT_EQ(work_of("out[g] = t / 4 + t % 8;").divisions, 0);
  EXPECT_EQ(work_of("uint d = in[0]; out[g] = t % (2 * d + 1);").divisions, kWarps);
  EXPECT_EQ(work_of("for (uint d = 1; d < 8; d *= 2) if (t % (2 * d) == 0) out[g] = d;").divisions,
            3 * kWarps);
}

TEST(Operations, MultiplicationsByAConstantAreCheap) {
  EXPECT_EQ(work_of("out[g] = 3 * (int)t;").multiplications, 0);
  EXPECT_EQ(work_of("int d = in[0]; out[g] = (int)t * d;").multiplications, kWarps);
}

// Only compilers for cc2.0 predicate bodies of up to four instructions.
TEST(Operations, EarlyCompilersBranchAroundLongerBodies) {
  const Plan plan = kernel_plan(
      "__kernel void k(__global int *out, __global const int *in, __local int *s) {\n"
      "  uint t = get_local_id(0);\n"
      "  s[t] = t; barrier(CLK_LOCAL_MEM_FENCE); if (t < 32) s[t] = s[t] + s[t + 32] + in[t];\n}\n",
      64, 64, 64 * 4);
  EXPECT_GT(count_work(plan, model_named("cc9.0"))->front().idle_accesses, 0);
  EXPECT_EQ(count_work(plan, model_named("cc2.0"))->front().idle_accesses, 0);
}

// Between two barriers, the chain is that of the warp with the most instructions.
TEST(LongestChain, AWorkGroupWaitsForItsSlowestWarp) {
  const std::string add = "s[t] += 1; s[t] += 2; s[t] += 3;", barrier = "barrier(CLK_LOCAL_MEM_FENCE);";
  const double both = work_of(add + barrier + add).chain;
  const double one = work_of("if (t < 32) {" + add + "}" + barrier + add).chain;
  const double other = work_of("if (t < 32) {" + add + "}" + barrier + "if (t >= 32) {" + add + "}").chain;
  const double none = work_of(barrier).chain;
  EXPECT_GT(one, both);  // with a condition
  EXPECT_NEAR(other - one, one - both, 0.5);
  EXPECT_GT(both, none + 6);
  EXPECT_EQ(work_of("out[g] = in[g];", 128).chain, 2 * work_of("out[g] = in[g];", 64).chain)
      << "summed over the work-groups";
}

// By classes of work-groups, because counting all of them would take minutes here.
TEST(LaunchWork, CountsOfALargeNAreThoseOfTheFormulas) {
  const std::uint64_t n = std::uint64_t{1} << 24, group = 256, steps = 8;
  const Plan plan = catalogue_plan("reduce/sequential-local",
                                   {.n = n, .group_size = group, .limits = limits_of(model_named("cc9.0"))});
  const auto work = count_work(plan, model_named("cc9.0"));
  ASSERT_TRUE(work) << work.error().message;
  ASSERT_EQ(work->size(), 3u);
  double elements = n;
  for (const LaunchWork& launch : *work) {
    const double groups = std::ceil(elements / group);
    EXPECT_EQ(launch.work_groups, groups);
    EXPECT_EQ(launch.warps, groups * group / 32);
    EXPECT_EQ(launch.barriers, groups * (1 + steps));
    EXPECT_EQ(launch.requests, groups * (group / 32 + 1));
    EXPECT_EQ(launch.transactions, elements / 8 + groups)
        << "sectors of 8 elements, and a total of each group";
    EXPECT_EQ(launch.touched_bytes, 32 * launch.transactions);
    EXPECT_EQ(launch.memory_waits, groups * group / 32);
    EXPECT_EQ(launch.local_conflicts, 0);
    elements = groups;
  }
}

TEST(WorkCounter, CountsPlansOfDifferentSizesOneAfterAnother) {
  WorkCounter counter;
  for (const std::uint64_t n : {1000, 70000, 300, 70000}) {
    const Plan plan =
        catalogue_plan("scan/block", {.n = n, .group_size = 64, .limits = limits_of(model_named("cc9.0"))});
    const auto again = counter.count(plan, model_named("cc9.0")),
               alone = count_work(plan, model_named("cc9.0"));
    ASSERT_TRUE(again && alone);
    EXPECT_EQ(sum_of(*again).instructions, sum_of(*alone).instructions) << n;
    EXPECT_EQ(sum_of(*again).touched_bytes, sum_of(*alone).touched_bytes) << n;
  }
}

Plan plan_for(const char* id, std::uint64_t n) {
  return catalogue_plan(id, {.n = n, .group_size = 64, .limits = limits_of(model_named("cc9.0"))});
}

// The same number of launches, more launches, and more launches in the middle of the plan.
TEST(LaunchWork, ScaledCountsAreCloseToRealCounts) {
  for (const char* id : {"reduce/divergent", "reduce/interleaved-global", "reduce/grid-stride",
                         "scan/hillis-steele-global", "scan/blelloch", "scan/grid"}) {
    const Plan small = plan_for(id, 4096), large = plan_for(id, 32768);
    const LaunchWork scaled = sum_of(scale_work(small, *count_work(small, model_named("cc9.0")), large, 8));
    const LaunchWork counted = sum_of(*count_work(large, model_named("cc9.0")));
    EXPECT_NEAR(scaled.instructions / counted.instructions, 1, 0.25) << id;
    EXPECT_NEAR(scaled.bytes / counted.bytes, 1, 0.25) << id;
  }
}

}  // namespace
}  // namespace lockstep::sim
