// The number of host threads affects only the time of a run.
#include "sim/observers/parallel_launch.hpp"

#include <gtest/gtest.h>

#include "sim/launch/compiled_machine.hpp"
#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

constexpr std::uint64_t kParallelItems = 65536;  // enough for seven threads

CountedRun counted(const Plan& plan, unsigned threads, std::uint64_t budget = 2'000'000'000) {
  RunOptions options;
  options.threads = threads;
  options.step_budget = budget;
  Result<CountedRun> run = run_counted(plan, model_named("cc9.0"), options);
  EXPECT_TRUE(run.has_value()) << run.error().message;
  return run ? std::move(*run) : CountedRun{};
}

void expect_same_findings(const std::vector<Finding>& one, const std::vector<Finding>& other) {
  ASSERT_EQ(one.size(), other.size());
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_EQ(key_of(one[i]), key_of(other[i]));
    EXPECT_EQ(one[i].message, other[i].message);
    EXPECT_EQ(one[i].occurrences, other[i].occurrences) << one[i].message;
    EXPECT_EQ(one[i].step, other[i].step) << one[i].message;
  }
}

CountedRun expect_same(const Plan& plan, std::uint64_t budget = 2'000'000'000) {
  CountedRun alone = counted(plan, 1, budget);
  for (const unsigned threads : {2u, 3u, 7u}) {
    const CountedRun several = counted(plan, threads, budget);
    EXPECT_EQ(several.total, alone.total) << threads << " threads";
    EXPECT_EQ(several.launches, alone.launches) << threads << " threads";
    EXPECT_EQ(several.lines, alone.lines) << threads << " threads";
    EXPECT_EQ(several.buffers, alone.buffers) << threads << " threads";
    expect_same_findings(several.findings, alone.findings);
  }
  return alone;
}

Plan one_kernel(const std::string& body, std::uint64_t local_bytes = 0) {
  const std::string local = local_bytes == 0 ? "" : ", local int *scratch";
  return kernel_plan(
      "kernel void k(global int *out, global const int *in" + local +
          ") { uint g = get_global_id(0); uint n = get_global_size(0); uint t = get_local_id(0); " + body +
          " }",
      kParallelItems, 64, local_bytes);
}

// Whether the launch of such a kernel can be divided among threads.
bool runs_in_parallel(const Plan& plan) {
  const Machine machine = compile_machine(plan, model_named("cc9.0")).value();
  MachineState state = machine.initial_state();
  Watchers watchers(machine, {});
  watchers.begin_launch(state, 0);
  const unsigned threads = threads_for(machine, 0, {.threads = 4});
  RunWatch watch({});
  return threads > 1 && run_in_parallel(machine, {}, threads, state, watchers, watch);
}

TEST(ParallelLaunch, TheCatalogue) {
  for (const std::string& id : kAlgorithms) {
    const Plan plan = catalogue_plan(id, {.n = 100'003, .group_size = 64});
    EXPECT_TRUE(runs_in_parallel(plan)) << id;
    EXPECT_TRUE(expect_same(plan).findings.empty());
  }
}

TEST(ParallelLaunch, FindingsOfManyGroups) {
  const Plan plan =
      one_kernel("scratch[t / 2] = in[g]; out[g] = scratch[t / 2] / (int)(g % 5); out[n + g] = 1;", 256);
  EXPECT_TRUE(runs_in_parallel(plan));
  EXPECT_GE(expect_same(plan).findings.size(), 3u);
}

TEST(ParallelLaunch, ARaceBetweenGroupsRunsInTheFixedOrder) {
  const Plan plan = one_kernel("out[n - 1 - g] = in[g]; out[g] = out[(g + n / 2) % n];");
  EXPECT_FALSE(runs_in_parallel(plan));
  EXPECT_FALSE(expect_same(plan).findings.empty());
}

TEST(ParallelLaunch, SameValueOfAllGroups) {
  const Plan plan = one_kernel("out[0] = 1;");
  EXPECT_FALSE(runs_in_parallel(plan));
  expect_same(plan);
}

TEST(ParallelLaunch, AtomicsRunInTheFixedOrder) {
  const Plan plan = one_kernel("out[g] = atomic_add(&out[n - 1], 1);");
  EXPECT_FALSE(runs_in_parallel(plan));
  expect_same(plan);
}

TEST(ParallelLaunch, AtomicsThatCombineUnseen) {
  for (const char* body :
       {"atomic_inc(&out[in[g] % 7]);", "atomic_add(&out[in[g] % 7], t); atomic_sub(&out[1], 3);",
        "atomic_min(&out[g % 5], -(int)t);", "atomic_max(&out[g % 5], t);",
        "atomic_or(&out[g % 5], 1 << t % 31);", "atomic_and(&out[g % 5], t);",
        "atomic_xor(&out[g % 5], t); out[n - 1 - g / 2] = 0;"}) {
    const Plan plan = one_kernel(body);
    EXPECT_TRUE(runs_in_parallel(plan)) << body;
    expect_same(plan);
  }
  const Plan privatised = one_kernel(
      "scratch[t] = 0; barrier(CLK_LOCAL_MEM_FENCE); atomic_inc(&scratch[in[g] % 64]); "
      "barrier(CLK_LOCAL_MEM_FENCE); atomic_add(&out[t], scratch[t]);",
      256);
  EXPECT_TRUE(runs_in_parallel(privatised));
  expect_same(privatised);
}

TEST(ParallelLaunch, AtomicsWhoseOrderMatters) {
  for (const char* body :
       {"atomic_add(&out[0], in[g]);",  // which inputs the sum contains, after how many steps
        "atomic_add(&out[0], 1); atomic_min(&out[0], 5);", "atomic_inc(&out[0]); out[g + 1] = out[0];",
        "atomic_inc(&out[g / 2]); out[g] = 1;", "atomic_xchg(&out[0], t);"}) {
    const Plan plan = one_kernel(body);
    EXPECT_FALSE(runs_in_parallel(plan)) << body;
    expect_same(plan);
  }
}

// Each work-item writes its own byte: threads share a word of the buffer, not a byte.
TEST(ParallelLaunch, NeighbouringBytes) {
  const Plan plan = one_kernel("((global uchar *)out)[g] = (uchar)in[g];");
  EXPECT_TRUE(runs_in_parallel(plan));
  expect_same(plan);
}

TEST(ParallelLaunch, LaunchesWithMisalignedAccessesAreNotSplit) {
  const Plan plan = one_kernel("*(global int *)((global char *)out + 4 * (g / 2) + 2) = 1;");
  EXPECT_FALSE(runs_in_parallel(plan));
  expect_same(plan);
}

TEST(ParallelLaunch, AnEndlessLoopStopsAtTheSamePlace) {
  const CountedRun run = expect_same(one_kernel("while (g != 70000) out[g] = 1;"), 20'000);
  ASSERT_EQ(run.findings.size(), 1u);
  EXPECT_EQ(run.findings.front().kind, Finding::Kind::endless_loop);
  const CountedRun counting = expect_same(one_kernel("for (int i = 0; g != 70000; i++) out[g] = i;"), 20'000);
  ASSERT_EQ(counting.findings.size(), 1u);
  EXPECT_EQ(counting.findings.front().kind, Finding::Kind::step_budget);
  EXPECT_FALSE(expect_same(one_kernel("while (g == 40000) out[g] = 1;"), 200'000).findings.empty());
}

}  // namespace
}  // namespace lockstep::sim
