// Programs of several launches whose host part passes the wrong buffer to a launch, and the correct programs.
#include "sim/observers/launch_flow.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "sim/figure_rows/combination.hpp"
#include "sim/observers/counters/counters.hpp"
#include "sim/trace/trace.hpp"
#include "tests/sim/host_programs.hpp"
#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<std::string> messages(const Plan& plan, unsigned threads = 0) {
  RunOptions options;
  options.threads = threads;
  const auto run = run_counted(plan, model_named("cc9.0"), options);
  EXPECT_TRUE(run) << run.error().message;
  std::vector<std::string> found;
  for (const Finding& finding : run->findings) found.push_back(finding.message);
  return found;
}

TEST(LaunchFlow, APingPongLoopIsFine) {
  EXPECT_THAT(messages(hillis_steele_program(64)), IsEmpty());
  EXPECT_THAT(messages(block_sums_program(64, 8)), IsEmpty());
}

TEST(LaunchFlow, AForgottenSwapIsNamedWithBothLaunches) {
  const Plan plan = hillis_steele_program(64, {.swaps = false});
  const auto found = messages(plan);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_THAT(found[0],
              HasSubstr("launch 2 (clEnqueueNDRangeKernel at host.c:42) reads a, but launch 1 "
                        "(clEnqueueNDRangeKernel at host.c:42) read a too and wrote its result to b, which "
                        "is not read before launch 2 overwrites it; swap a and b between the launches"));
  const auto trace = Trace::record(plan, model_named("cc9.0"));
  ASSERT_TRUE(trace);
  ASSERT_EQ((*trace)->findings().size(), 1u);
  EXPECT_EQ((*trace)->findings()[0].kind, Finding::Kind::unread_result);
  EXPECT_EQ((*trace)->findings()[0].message, found[0]);
  EXPECT_EQ((*trace)->findings()[0].occurrences, 5u);  // of six launches
}

TEST(LaunchFlow, ASwapTooManyIsNamedWithTheCallOfTheHost) {
  const auto found = messages(hillis_steele_program(64, {.reads_other = true}));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_THAT(found[0],
              HasSubstr("clEnqueueReadBuffer(b, 0, 256 bytes) at host.c:50 reads b, but launch 6 "
                        "(clEnqueueNDRangeKernel at host.c:42) read b and wrote its result to a, which "
                        "is never read; read a instead"));
}

TEST(LaunchFlow, BlockSumsThatAreAddedUnscannedAreNamed) {
  const auto found = messages(block_sums_program(64, 8, {.adds_unscanned = true}));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_THAT(found[0], HasSubstr("launch 3 (clEnqueueNDRangeKernel at host.c:47) reads sums, but launch 2"));
  EXPECT_THAT(found[0],
              HasSubstr("wrote its result to scanned, which is never read; should launch 3 read scanned?"));
}

// Timed repeatedly, with the same result each time.
TEST(LaunchFlow, ARepeatedLaunchIsNoMistake) {
  Plan plan = hillis_steele_program(64);
  plan.launches.resize(1);
  plan.launches.resize(5, plan.launches[0]);
  for (HostCall& call : plan.host_calls)
    if (call.before_launch > 0) call.before_launch = 5;
  plan.host_calls.back().buffer = 1;
  EXPECT_THAT(messages(plan), IsEmpty());
}

// A program that searches for the fastest work-group size reads only the last result.
TEST(LaunchFlow, OtherSizesOfWorkGroupsAreNoMistake) {
  Plan plan = block_sums_program(64, 8);
  PlanLaunch first = plan.launches[0];
  plan.launches = {first, first, first};
  for (const std::size_t i : {0u, 1u, 2u}) {
    plan.launches[i].range.local_size[0] = std::uint64_t{8} << i;
    plan.launches[i].arguments[3] = LocalArgument{std::uint64_t{32} << i};
  }
  EXPECT_THAT(messages(plan), IsEmpty());
}

TEST(LaunchFlow, ACopyInPlaceOfASwapIsFine) {
  Plan plan = hillis_steele_program(64, {.swaps = false});
  std::vector<HostCall> calls;
  std::size_t launch = 0;
  for (const HostCall& call : plan.host_calls) {
    for (; launch < call.before_launch; ++launch)
      calls.push_back({HostCall::Kind::copy, launch + 1, "clEnqueueCopyBuffer(b, a)", "", 0, 0, 256, 1, 0});
    calls.push_back(call);
  }
  plan.host_calls = calls;
  EXPECT_THAT(messages(plan), IsEmpty());
}

// The figure of a run has rows of all launches, and the result contains each input once.
TEST(HostPrograms, AreOneScan) {
  for (const Plan& plan : {hillis_steele_program(16), block_sums_program(16, 4)}) {
    const auto trace = Trace::record(plan, model_named("cc9.0"));
    ASSERT_TRUE(trace) << trace.error().message;
    std::set<std::uint32_t> launches;
    for (const CombinationRow& row : prepare_combination(**trace).rows) launches.insert(row.launch);
    EXPECT_EQ(launches.size(), plan.launches.size()) << plan.id;
    const std::size_t result = plan.host_calls.back().buffer;
    const auto end = (*trace)->seek((*trace)->size());
    const ProvenanceId last = end->buffer_provenance[result].read().back();
    EXPECT_EQ((*trace)->provenance().label(last), "Σ x0..x15") << plan.id;
    EXPECT_EQ((*trace)->provenance().compare(last, 0, 16, 0), "") << plan.id;
  }
}

// Both launches read the input. The second launch changes the values that the first left in the counters, and
// thereby reads them.
TEST(LaunchFlow, CountersThatAreChangedAtomicallyAreRead) {
  for (const char* change : {"atomic_add(&counter[i], in[i])", "atomic_xchg(&counter[i], 5 + turn)"}) {
    Plan plan = kernel_plan(
        std::string("kernel void k(global int *out, global const int *in, global int *counter, int turn) {"
                    " int i = get_global_id(0); out[2 * i + turn] = ") +
            change + "; }",
        16, 8);
    PlanBuffer counter;
    counter.name = "counter";
    counter.elements = 16;
    counter.content.pattern = Content::Pattern::constant;
    plan.buffers.push_back(counter);
    plan.buffers[0].elements = 32;
    plan.launches[0].arguments.emplace_back(BufferArgument{plan.buffers.size() - 1});
    plan.launches.push_back(plan.launches[0]);
    plan.launches[0].arguments.emplace_back(scalar_argument(std::int32_t{0}));
    plan.launches[1].arguments.emplace_back(scalar_argument(std::int32_t{1}));
    EXPECT_THAT(messages(plan), IsEmpty()) << change;
  }
}

TEST(LaunchFlow, SeveralThreadsFindTheSame) {
  const Plan plan = hillis_steele_program(1 << 14, {.swaps = false});
  EXPECT_EQ(messages(plan, 2), messages(plan, 1));
  EXPECT_EQ(messages(plan, 2).size(), 1u);
}

TEST(LaunchFlow, FindingsOfAProgramSayTheirLaunch) {
  Plan plan = hillis_steele_program(64);
  plan.launches[2].arguments[1] = BufferArgument{1, 0, 128};
  const auto found = messages(plan);
  ASSERT_FALSE(found.empty());
  EXPECT_THAT(found[0], HasSubstr("(launch 3, clEnqueueNDRangeKernel at host.c:42)"));
}

}  // namespace
}  // namespace lockstep::sim
