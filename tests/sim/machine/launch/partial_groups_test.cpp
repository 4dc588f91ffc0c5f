// Work-groups of different sizes: the last ones are smaller if the local size does not divide the global
// size. Also launches whose ids do not begin at 0.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "sim/launch/compiled_machine.hpp"
#include "sim/observers/watchers.hpp"
#include "sim/trace/trace.hpp"
#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Plan partial_plan(const std::string& text, const NdRange& range, std::uint64_t elements = 80) {
  Plan plan = kernel_plan(text, 1, 1);
  plan.programs[0].options = "-cl-std=CL3.0";
  plan.launches[0].range = range;
  for (PlanBuffer& buffer : plan.buffers) buffer.elements = elements;
  return plan;
}

NdRange line(std::uint64_t global, std::uint64_t local) {
  return {{global, 1, 1}, {local, 1, 1}, {0, 0, 0}, 1};
}

CountedRun partial_run(const Plan& plan, const std::string& model = "cc9.0", const RunOptions& options = {}) {
  Result<CountedRun> run = run_counted(plan, model_named(model), options);
  EXPECT_TRUE(run.has_value()) << run.error().message;
  return run ? std::move(*run) : CountedRun{};
}

std::vector<std::int32_t> ints(const CountedRun& run, std::size_t count) {
  std::vector<std::int32_t> values(count);
  if (!run.buffers.empty()) std::memcpy(values.data(), run.buffers[0].data(), count * 4);
  return values;
}

std::vector<std::int32_t> asked(const std::string& what, const NdRange& range, std::size_t count) {
  return ints(partial_run(partial_plan("kernel void k(global int* out, global const int* in) { "
                                       "out[get_global_linear_id()] = " +
                                           what + "; }",
                                       range)),
              count);
}

TEST(PartialGroups, WorkItemFunctions) {
  const NdRange range = line(10, 4);
  EXPECT_THAT(asked("get_local_size(0)", range, 10), ElementsAre(4, 4, 4, 4, 4, 4, 4, 4, 2, 2));
  EXPECT_THAT(asked("get_enqueued_local_size(0)", range, 10), ElementsAre(4, 4, 4, 4, 4, 4, 4, 4, 4, 4));
  EXPECT_THAT(asked("get_num_groups(0)", range, 10), ElementsAre(3, 3, 3, 3, 3, 3, 3, 3, 3, 3));
  EXPECT_THAT(asked("get_global_id(0)", range, 10), ElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 8, 9));
  EXPECT_THAT(asked("get_local_id(0)", range, 10), ElementsAre(0, 1, 2, 3, 0, 1, 2, 3, 0, 1));
  EXPECT_THAT(asked("get_local_size(0)", line(3, 8), 3), ElementsAre(3, 3, 3));
}

// 5 × 3 work-items in groups of 2 × 2: the groups at the right and at the bottom are cut.
TEST(PartialGroups, OfTwoDimensions) {
  const NdRange range{{5, 3, 1}, {2, 2, 1}, {0, 0, 0}, 2};
  EXPECT_THAT(asked("get_local_size(0) * 10 + get_local_size(1)", range, 15),
              ElementsAre(22, 22, 22, 22, 12, 22, 22, 22, 22, 12, 21, 21, 21, 21, 11));
  EXPECT_THAT(asked("get_local_linear_id()", range, 15),
              ElementsAre(0, 1, 0, 1, 0, 2, 3, 2, 3, 1, 0, 1, 0, 1, 0));
}

TEST(PartialGroups, SubGroupsEndWithTheGroup) {
  const NdRange range = line(70, 64);
  const std::vector<std::int32_t> sizes = asked("get_sub_group_size()", range, 70);
  EXPECT_EQ(sizes[63], 32);
  EXPECT_EQ(sizes[64], 6);
  EXPECT_EQ(asked("get_num_sub_groups()", range, 70)[69], 1);
  EXPECT_EQ(asked("get_enqueued_num_sub_groups()", range, 70)[69], 2);
  EXPECT_EQ(asked("sub_group_reduce_add(1)", range, 70)[65], 6);
  EXPECT_EQ(asked("work_group_reduce_add(1)", range, 70)[65], 6);
}

constexpr const char* kReverse =
    "kernel void k(global int* out, global const int* in) { local int s[64];\n"
    "int t = get_local_id(0), n = get_local_size(0), g = get_global_id(0);\n"
    "s[t] = in[g];\n%s\nout[g] = s[n - 1 - t]; }";

std::string reverse(const std::string& barrier) {
  std::string text = kReverse;
  return text.replace(text.find("%s"), 2, barrier);
}

TEST(PartialGroups, BarriersOrderAndRacesAreFound) {
  const Plan good = partial_plan(reverse("barrier(CLK_LOCAL_MEM_FENCE);"), line(150, 64), 150);
  const CountedRun run = partial_run(good);
  EXPECT_TRUE(run.findings.empty());
  EXPECT_EQ(ints(run, 150)[0], 63);
  EXPECT_EQ(ints(run, 150)[128], 149);
  EXPECT_EQ(ints(run, 150)[149], 128);
  EXPECT_EQ(run.total.barriers, 3u);
  // Only the last group, of 40 work-items, reads across its two warps.
  const Plan bad = partial_plan(reverse(""), line(40, 64), 40);
  const CountedRun raced = partial_run(bad);
  ASSERT_FALSE(raced.findings.empty());
  EXPECT_EQ(raced.findings[0].kind, Finding::Kind::data_race);
}

TEST(PartialGroups, FindingsNameTheWorkItem) {
  Plan plan = partial_plan(
      "kernel void k(global int* out, global const int* in) {\n"
      "if (get_global_id(1) == 2 && get_global_id(0) == 4) out[99] = 1; }",
      {{5, 3, 1}, {2, 2, 1}, {0, 0, 0}, 2});
  const CountedRun run = partial_run(plan);
  ASSERT_EQ(run.findings.size(), 1u);
  EXPECT_EQ(run.findings[0].first.work_item, 14u);
}

TEST(PartialGroups, ThreadsAndSchedulesAgree) {
  const Plan plan = partial_plan(reverse("barrier(CLK_LOCAL_MEM_FENCE);"), line(65536 + 7, 64), 65536 + 7);
  RunOptions alone;
  alone.threads = 1;
  RunOptions several;
  several.threads = 3;
  const CountedRun one = partial_run(plan, "cc9.0", alone), other = partial_run(plan, "cc9.0", several);
  EXPECT_EQ(one.buffers, other.buffers);
  EXPECT_EQ(one.total, other.total);
  const Plan small = partial_plan(reverse("barrier(CLK_LOCAL_MEM_FENCE);"), line(150, 64), 150);
  RunOptions independent;
  independent.schedule.lanes = LaneSchedule::independent;
  independent.schedule.order = {ExecutionOrder::Kind::random, 3};
  EXPECT_EQ(partial_run(small, "cc9.0", independent).buffers, partial_run(small).buffers);
}

TEST(PartialGroups, ATraceGoesBack) {
  const Plan plan = partial_plan(reverse("barrier(CLK_LOCAL_MEM_FENCE);"), line(40, 16), 40);
  const auto trace = Trace::record(plan, model_named("cc9.0"));
  ASSERT_TRUE(trace.has_value()) << trace.error().message;
  const auto end = (*trace)->seek((*trace)->size());
  EXPECT_EQ(buffers_of(end->machine), partial_run(plan).buffers);
  const auto last = (*trace)->seek((*trace)->size() - 1);
  EXPECT_EQ(last->machine.group.warps.size(), 1u);
  EXPECT_EQ(last->machine.group.warps[0].existing, 0xFFu);
}

TEST(PartialGroups, NeedOpenCL2) {
  Plan plan = partial_plan("kernel void k(global int* out, global const int* in) {}", line(10, 4));
  plan.programs[0].options = "-cl-std=CL1.2";
  const auto machine = compile_machine(plan, model_named("cc9.0"));
  ASSERT_FALSE(machine.has_value());
  EXPECT_THAT(machine.error().message, HasSubstr("not a multiple"));
}

// Ids begin at the offset; the numbers of work-items in findings begin at 0.
TEST(GlobalOffset, IsPartOfTheGlobalId) {
  NdRange range = line(6, 4);
  range.global_offset[0] = 100;
  EXPECT_THAT(asked("get_global_id(0)", range, 6), ElementsAre(100, 101, 102, 103, 104, 105));
  EXPECT_THAT(asked("get_global_offset(0)", range, 6), ElementsAre(100, 100, 100, 100, 100, 100));
  EXPECT_THAT(asked("get_group_id(0)", range, 6), ElementsAre(0, 0, 0, 0, 1, 1));
  Plan plan = partial_plan(
      "kernel void k(global int* out, global const int* in) { out[get_global_id(0)] = 1; }", range);
  const CountedRun run = partial_run(plan);
  ASSERT_FALSE(run.findings.empty());
  EXPECT_EQ(run.findings[0].first.work_item, 0u);
  EXPECT_THAT(run.findings[0].message, HasSubstr("out[100]"));
}

}  // namespace
}  // namespace lockstep::sim
