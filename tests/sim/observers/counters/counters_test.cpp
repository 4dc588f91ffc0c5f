// The costs of the catalogue, compared with values of a profiler and of hardware counters.
#include "sim/observers/counters/counters.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <regex>

#include "sim/trace/trace.hpp"
#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

CountedRun counted(const Plan& plan, const std::string& model, const RunOptions& options = {}) {
  Result<CountedRun> run = run_counted(plan, model_named(model), options);
  EXPECT_TRUE(run.has_value()) << run.error().message;
  return run ? std::move(*run) : CountedRun{};
}

// One work-group of 256 is one launch of one work-group: n = 256.
CountedRun one_group(const std::string& id, const std::string& model = "cc9.0") {
  return counted(catalogue_plan(id, {.n = 256, .group_size = 256}), model);
}

TEST(Counters, DivergentOfOneWorkGroup) {
  const Counters total = one_group("reduce/divergent").total;
  EXPECT_EQ(total.work_groups, 1u);
  EXPECT_EQ(total.warps, 8u);
  EXPECT_EQ(total.divergent_branches, 48u);
  EXPECT_EQ(total.local_load_wavefronts, 95u);
  EXPECT_EQ(total.local_store_wavefronts, 55u);
  EXPECT_EQ(total.local_conflicts, 0u);
  EXPECT_EQ(total.global_load_transactions, 32u);
  EXPECT_EQ(total.barriers, 9u);
}

TEST(Counters, SequentialLocalOfOneWorkGroup) {
  const Counters total = one_group("reduce/sequential-local").total;
  EXPECT_EQ(total.warps, 8u);
  EXPECT_EQ(total.local_load_wavefronts, 25u);
  EXPECT_EQ(total.local_store_wavefronts, 20u);
  EXPECT_EQ(total.local_conflicts, 0u);
  EXPECT_EQ(total.global_load_transactions, 32u);
  EXPECT_EQ(total.divergent_branches, 6u);  // s = 16 … 1 in one warp, and the final t == 0
}

// Fermi transfers lines of 128 bytes where Hopper transfers sectors of 32 bytes.
TEST(Counters, TransactionsDependOnTheModel) {
  EXPECT_EQ(one_group("reduce/sequential-local", "cc2.0").total.global_load_transactions, 8u);
  EXPECT_EQ(one_group("reduce/sequential-local", "cc2.0").total.bytes_moved, 8u * 128 + 32);
}

// As counted by an H200, for any memory order: the 32 words of a warp are 4 sectors, one word is one sector,
// and only a change takes one turn for each lane.
TEST(Counters, AtomicLoadsAndStoresAreLoadsAndStores) {
  const auto total_of = [](const std::string& statement, const std::string& place) {
    const std::string text = "kernel void k(global int *out, global const int *in) {\n" + statement + "}";
    const std::string filled = std::regex_replace(text, std::regex("PLACE"), place);
    Plan plan = kernel_plan(filled, 32, 32);
    plan.programs.front().options = "-cl-std=CL3.0";
    return counted(plan, "cc9.0").total;
  };
  const std::string address = "(global atomic_int *)out + PLACE";
  for (const std::string order : {"memory_order_relaxed", "memory_order_seq_cst"}) {
    for (const auto& [place, sectors] : {std::pair{"get_global_id(0)", 4u}, {"0", 1u}}) {
      const Counters load =
          total_of("atomic_load_explicit(" + address + ", " + order + ", memory_scope_device);", place);
      EXPECT_EQ(load.global_load_requests, 1u) << order;
      EXPECT_EQ(load.global_load_transactions, sectors) << order << " " << place;
      EXPECT_EQ(load.global_atomic_transactions, 0u) << order;
      const Counters store =
          total_of("atomic_store_explicit(" + address + ", 1, " + order + ", memory_scope_device);", place);
      EXPECT_EQ(store.global_store_requests, 1u) << order;
      EXPECT_EQ(store.global_store_transactions, sectors) << order << " " << place;
      EXPECT_EQ(store.global_atomic_transactions, 0u) << order;
    }
  }
  EXPECT_EQ(total_of("atomic_fetch_add(" + address + ", 1);", "0").global_atomic_transactions, 32u);
}

TEST(Counters, WorkAndStepsOfATree) {
  for (const std::string& id : kAlgorithms) {
    for (const std::uint64_t n : {2u, 16u, 256u, 1024u}) {
      const CountedRun run = counted(catalogue_plan(id, {.n = n, .group_size = 64}), "cc9.0");
      EXPECT_EQ(run.total.useful_work, n - 1) << id << " n = " << n;
      // Local trees have the depth of a work-group of 64, in one level or two.
      const bool is_global = id == "reduce/interleaved-global";
      const std::uint64_t groups = (n + 63) / 64;
      EXPECT_EQ(run.total.work, is_global     ? n - 1
                                : groups == 1 ? 63
                                              : 63 * (groups + 1))
          << id << " n = " << n;
      const auto log = static_cast<std::uint64_t>(std::bit_width(n)) - 1;
      EXPECT_EQ(run.total.steps, is_global ? log : groups == 1 ? 6u : 12u) << id << " n = " << n;
    }
  }
}

TEST(Counters, TotalsAreSumsOfLaunchesAndOfLines) {
  const CountedRun run = counted(catalogue_plan("reduce/divergent", {.n = 1000, .group_size = 32}), "cc2.0");
  Counters launches, lines;
  for (const Counters& launch : run.launches) launches += launch;
  for (const auto& [place, counters] : run.lines.at(0)) lines += counters;
  EXPECT_EQ(launches, run.total);
  // The remaining counts belong to no line.
  lines.launches = run.total.launches;
  lines.work_groups = run.total.work_groups;
  lines.warps = run.total.warps;
  lines.steps = run.total.steps;
  EXPECT_EQ(lines, run.total);
}

TEST(Counters, LineOfTheTreeDoesTheWork) {
  const Plan plan = catalogue_plan("reduce/divergent", {.n = 64, .group_size = 64});
  const CountedRun run = counted(plan, "cc9.0");
  for (const auto& [place, counters] : run.lines.at(0))
    EXPECT_TRUE(counters.work == 0 || counters.work == 63) << "line " << place.second;
}

TEST(Counters, WithoutProvenanceOnlyWorkAndStepsAreMissing) {
  const Plan plan = catalogue_plan("reduce/sequential-local", {.n = 300, .group_size = 64});
  Counters with = counted(plan, "cc9.0").total;
  const Counters without = counted(plan, "cc9.0", {.count_work = false}).total;
  EXPECT_GT(with.work, 0u);
  with.work = with.useful_work = with.steps = 0;
  EXPECT_EQ(with, without);
}

TEST(Counters, LaneUtilisation) {
  EXPECT_EQ(Counters{}.lane_utilisation(), 1.0);
  Counters half;
  half.lane_slots = 64;
  half.active_lanes = 32;
  EXPECT_EQ(half.lane_utilisation(), 0.5);
}

// Its end runs without a lane, and no lane is masked off anywhere.
TEST(Counters, ABranchThatAllLanesSkipLeavesNoLaneIdle) {
  const Plan plan = kernel_plan(
      "kernel void k(global int *out, global const int *in) {\n"
      "  const int i = get_global_id(0);\n"
      "  if (i < 0) out[i] = 1;\n"
      "  out[i] = in[i];\n"
      "}",
      64, 32);
  const Counters total = counted(plan, "cc9.0").total;
  EXPECT_EQ(total.lane_utilisation(), 1.0);
  const auto trace = Trace::record(plan, model_named("cc9.0"));
  ASSERT_TRUE(trace);
  const Counters at_end = (*trace)->seek((*trace)->size())->counters;
  EXPECT_EQ(at_end.lane_slots, total.lane_slots);
  EXPECT_EQ(at_end.active_lanes, total.active_lanes);
}

TEST(Counters, AWorkGroupBeyondTheModelIsAnError) {
  const auto run = run_counted(
      kernel_plan("kernel void k(global int *o, global const int *i) {}", 4096, 4096), model_named("cc9.0"));
  ASSERT_FALSE(run);
  EXPECT_FALSE(run.error().message.empty());
}

TEST(Counters, ARaceIsAFinding) {
  const CountedRun run = counted(
      kernel_plan("kernel void k(global int *out, global const int *in) { out[0] = in[get_global_id(0)]; }",
                  64, 32),
      "cc9.0");
  ASSERT_FALSE(run.findings.empty());
  EXPECT_EQ(run.findings.front().kind, Finding::Kind::data_race);
}

}  // namespace
}  // namespace lockstep::sim
