// Functions of sub-groups and work-groups: counts, provenance of the results, and sentences.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/explain/narration/narration.hpp"
#include "sim/trace/trace.hpp"
#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

using ::testing::HasSubstr;

// `body` has x, the input of work-item t, and writes out[t]; two work-groups of 64.
std::shared_ptr<const Trace> traced(const std::string& body) {
  const Plan plan = kernel_plan(
      "kernel void k(global int *out, global const int *in) {\n"
      "int t = get_global_id(0); int x = in[t];\n" +
          body + "\n}",
      128, 64);
  auto trace = Trace::record(plan, model_named("cc9.0"));
  EXPECT_TRUE(trace.has_value()) << trace.error().message;
  return trace ? *trace : nullptr;
}

std::string label(const Trace& trace, std::uint64_t index) {
  return trace.provenance().label(trace.seek(trace.size())->buffer_provenance[0][index]);
}

TEST(Collective, AReductionOfMIsMinusOneApplicationsInLogMSteps) {
  const auto of_groups = traced("out[t] = work_group_reduce_add(x);");
  EXPECT_EQ(of_groups->counted().total.work, 2u * 63u);
  EXPECT_EQ(of_groups->counted().total.steps, 6u);
  EXPECT_EQ(label(*of_groups, 0), "Σ x0..x63");
  EXPECT_EQ(label(*of_groups, 127), "Σ x64..x127");
  const auto of_warps = traced("out[t] = sub_group_reduce_max(x);");
  EXPECT_EQ(of_warps->counted().total.work, 4u * 31u);
  EXPECT_EQ(label(*of_warps, 40), "max x32..x63");
}

TEST(Collective, ScansCoverTheirInputs) {
  const auto inclusive = traced("out[t] = work_group_scan_inclusive_add(x);");
  EXPECT_EQ(inclusive->counted().total.work, 2u * 63u);
  EXPECT_EQ(label(*inclusive, 0), "x0");
  EXPECT_EQ(label(*inclusive, 40), "Σ x0..x40");
  const auto exclusive = traced("out[t] = sub_group_scan_exclusive_add(x);");
  EXPECT_EQ(exclusive->counted().total.work, 4u * 31u);
  EXPECT_EQ(label(*exclusive, 32), "");
  EXPECT_EQ(label(*exclusive, 35), "Σ x32..x34");
}

TEST(Collective, OrderIsThatOfPositions) {
  const auto trace = traced("out[t] = work_group_reduce_add(x);");
  std::vector<std::uint64_t> ascending(64);
  for (std::uint64_t i = 0; i < 64; ++i) ascending[i] = i;
  EXPECT_EQ(trace->provenance().inputs(trace->seek(trace->size())->buffer_provenance[0][0]), ascending);
}

TEST(Collective, ExchangesKeepProvenanceAndVotesDoNot) {
  const auto shuffled = traced("out[t] = sub_group_shuffle_xor(x, 1);");
  EXPECT_EQ(label(*shuffled, 6), "x7");
  EXPECT_EQ(shuffled->counted().total.work, 0u);
  EXPECT_EQ(label(*traced("out[t] = work_group_broadcast(x, 3);"), 127), "x67");
  EXPECT_EQ(label(*traced("out[t] = work_group_any(x == 3);"), 0), "");
}

// A tree of shuffles is a reduction in log2(32) steps; the functions are also reductions.
TEST(Collective, AShuffleTreeTakesLogarithmicTime) {
  const auto trace =
      traced("for (int d = 16; d > 0; d >>= 1) x += sub_group_shuffle_down(x, d); out[t] = x;");
  EXPECT_EQ(trace->counted().total.steps, 5u);
  EXPECT_EQ(traced("out[t] = sub_group_reduce_add(x);")->counted().total.steps, 5u);
  EXPECT_EQ(traced("out[t] = sub_group_scan_inclusive_add(x);")->counted().total.steps, 5u);
}

// All work-items wait for the last one that is ready, and every user of the result waits for all.
TEST(Collective, FunctionsOneAfterTheOtherTakeTheirStepsInTurn) {
  const auto trace = traced("int s = x + in[t ^ 1]; s = sub_group_reduce_add(s); out[t] = s + x;");
  EXPECT_EQ(trace->counted().total.steps, 7u);
}

TEST(Collective, CountsBarriersAndNoAccess) {
  const auto trace = traced("int s = work_group_reduce_add(x); out[t] = sub_group_broadcast(s, 0);");
  const Counters& total = trace->counted().total;
  EXPECT_EQ(total.barriers, 2u);  // one for each work-group
  EXPECT_EQ(total.global_load_requests, 4u);
  EXPECT_EQ(total.global_store_requests, 4u);
  EXPECT_EQ(total.local_load_wavefronts + total.local_store_wavefronts, 0u);
  EXPECT_TRUE(trace->findings().empty());
}

std::string sentence(const Trace& trace, std::uint16_t flags) {
  return narrate(trace, *trace.next_event(0, flags));
}

TEST(Collective, IsDescribedInASentence) {
  const auto of_warp = traced("out[t] = sub_group_scan_inclusive_add(x);");
  EXPECT_EQ(sentence(*of_warp, TraceRecord::work),
            "Warp 0: all 32 lanes compute together sub_group_scan_inclusive_add(x); each gets the sum of the "
            "values "
            "up to its own. Lane 31 gets Σ x0..x31.");
  const auto of_group = traced("out[t] = work_group_reduce_min(x);");
  EXPECT_EQ(sentence(*of_group, TraceRecord::barrier_arrive),
            "Warp 0: all 32 lanes reach work_group_reduce_min(x) and wait for 1 warp.");
  EXPECT_EQ(sentence(*of_group, TraceRecord::barrier_release),
            "Warp 1: all 32 lanes reach work_group_reduce_min(x) as the last warp: both warps continue; each "
            "gets the "
            "minimum "
            "of all values. Lane 31 gets min x0..x63.");
}

TEST(Collective, ReplayFindsTheSameStates) {
  const auto trace = traced("int s = work_group_scan_inclusive_add(x); out[t] = sub_group_reduce_max(s);");
  std::vector<std::uint64_t> hashes;
  for (std::uint64_t position = 0; position <= trace->size(); ++position)
    hashes.push_back(trace->seek(position)->hash());
  for (std::uint64_t position = trace->size() + 1; position-- > 0;)
    ASSERT_EQ(trace->seek(position)->hash(), hashes[position]) << position;
}

}  // namespace
}  // namespace lockstep::sim
