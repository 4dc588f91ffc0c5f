// Watched expressions compared with the same values written by the kernel itself, expressions that are
// rejected, and that watches change nothing.
#include "sim/trace/watch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/trace/breakpoints.hpp"
#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// The marked line is the line that the tests examine.
constexpr const char* kWatchKernel = R"(
#define TWICE(x) (2 * (x))
typedef struct { int low; float high; } pair;
int square(int x) { int k[2]; k[0] = x; k[1] = k[0] * x; return k[1]; }
void spoil(__global int *p) { p[0] = 7; }
int spoiled(__global int *p) { spoil(p); return 1; }
int endless(int x) { while (x == x) x = x | 1; return x; }

__kernel void k(__global int *out, __global const int *in) {
  __local int s[8];
  int t = get_local_id(0);
  float4 v = (float4)(t, 2, 3, 4);
  pair both = {t, 0.5f};
  int kept[2] = {t, 10 * t};
  int unset;
  s[t] = in[t] + kept[1] + both.low + (int)v.x;
  if (t > 3) {
    int inner = t * t;
    out[t] = inner; // look
  }
  out[t] += s[t] + square(t);
  unset = s[t];
  out[t] += *(&unset);
})";

std::shared_ptr<const Trace> recorded(const std::string& text, const Schedule& schedule = {}) {
  return *Trace::record(kernel_plan(text, 8, 8), model_named("cc9.0"), {.schedule = schedule});
}

std::uint64_t first_at(const Trace& trace, std::uint32_t line) {
  for (std::uint64_t position = 0; position < trace.size(); ++position)
    if (trace.range_at(position).line == line) return position;
  return trace.size();
}
constexpr std::uint32_t kLook = 19, kAfter = 21;

LaneValues values_at(const Trace& trace, std::uint32_t line, const std::string& expression) {
  Watch watch(trace, expression);
  return watch.in_warp(trace.seek(first_at(trace, line))->machine, 0, ~std::uint64_t{0});
}

std::vector<int> ints(const LaneValues& values) {
  std::vector<int> all;
  for (unsigned lane = 0; lane < 8; ++lane)
    if (values.is_known(lane)) all.push_back(static_cast<int>(values.bits[lane * values.count]));
  return all;
}

TEST(Watch, IsTheValueThatTheKernelWouldCompute) {
  const auto trace = recorded(kWatchKernel);
  EXPECT_THAT(ints(values_at(*trace, kLook, "t")), ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
  EXPECT_THAT(ints(values_at(*trace, kLook, "TWICE(t) + 1")), ElementsAre(1, 3, 5, 7, 9, 11, 13, 15));
  EXPECT_THAT(ints(values_at(*trace, kLook, "s[t]")), ElementsAre(0, 13, 26, 39, 52, 65, 78, 91));
  EXPECT_THAT(ints(values_at(*trace, kLook, "in[7 - t] + both.low")), ElementsAre(7, 7, 7, 7, 7, 7, 7, 7));
  EXPECT_THAT(ints(values_at(*trace, kLook, "kept[1]")), ElementsAre(0, 10, 20, 30, 40, 50, 60, 70));
  EXPECT_THAT(ints(values_at(*trace, kLook, "square(t + 1)")), ElementsAre(1, 4, 9, 16, 25, 36, 49, 64));
  EXPECT_THAT(ints(values_at(*trace, kLook, "t > 5 ? in[t] : -1")),
              ElementsAre(-1, -1, -1, -1, -1, -1, 6, 7));
  EXPECT_THAT(ints(values_at(*trace, kLook, "(int)get_global_id(0)")), ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
  EXPECT_THAT(ints(values_at(*trace, kLook, "(int)sizeof(pair)")), testing::Each(8));
  const LaneValues vector = values_at(*trace, kLook, "v");
  EXPECT_EQ(vector.count, 4u);
  EXPECT_EQ(vector.type_name, "float4");
  EXPECT_EQ(values_at(*trace, kLook, "&in[t + 1]").addresses.at(3), "in[4]");
}

TEST(Watch, IsTheSameWithIndependentLanes) {
  const auto trace = recorded(kWatchKernel, {LaneSchedule::independent, {}});
  const auto state = trace->seek(first_at(*trace, kAfter));
  Watch watch(*trace, "kept[1] + 1");
  const std::uint32_t warp = state->machine.current_warp;
  EXPECT_EQ(watch.in_warp(state->machine, warp, 1).bits[0], 10 * warp + 1);
}

TEST(Watch, SaysWhyThereIsNoValue) {
  const auto trace = recorded(kWatchKernel);
  const auto problem = [&](const std::string& expression) {
    return values_at(*trace, kAfter, expression).problem;
  };
  EXPECT_EQ(problem("inner"), "inner is not in scope here");
  EXPECT_THAT(problem("no_such"), HasSubstr("unknown identifier 'no_such'"));
  EXPECT_EQ(problem("t +"), "the expression is not complete");
  EXPECT_THAT(problem("t t"), HasSubstr("unexpected 't' after the expression"));
  EXPECT_THAT(problem("t = 3"), HasSubstr("compare with =="));
  EXPECT_THAT(problem("t++"), HasSubstr("must not change anything"));
  EXPECT_THAT(problem("barrier(CLK_LOCAL_MEM_FENCE)"), HasSubstr("must not change anything"));
  EXPECT_THAT(problem("spoiled(out)"), HasSubstr("writes to memory"));
  EXPECT_THAT(problem("endless(t)"), HasSubstr("more than"));
  EXPECT_THAT(problem("atomic_inc(out)"), HasSubstr("must not change anything"));
  EXPECT_THAT(problem("s"), HasSubstr("choose an element"));
  EXPECT_THAT(problem("both"), HasSubstr("structure"));
  EXPECT_THAT(problem("&t"), HasSubstr("has no address"));
  EXPECT_THAT(problem("/* "), testing::Not(testing::IsEmpty()));
  EXPECT_THAT(problem(""), testing::Not(testing::IsEmpty()));
}

TEST(Watch, OneLaneOutOfBoundsLeavesTheOthersTheirValues) {
  const auto trace = recorded(kWatchKernel);
  const LaneValues values = values_at(*trace, kLook, "in[t + 5]");
  EXPECT_THAT(ints(values), ElementsAre(5, 6, 7));
  EXPECT_EQ(values.problems.at(3), "out of bounds");
  EXPECT_EQ(values_at(*trace, kLook, "1 / (t - 2)").problems.at(2), "division by zero");
  EXPECT_EQ(values_at(*trace, kAfter, "unset").problems.at(0), "not initialised");
}

TEST(Watch, ChangesNothing) {
  const auto trace = recorded(kWatchKernel);
  for (const char* expression : {"spoiled(out)", "square(t)", "s[t] + out[t]", "endless(t)"})
    for (std::uint64_t position = 0; position < trace->size(); position += 3) {
      const auto state = trace->seek(position);
      const std::uint64_t before = state->hash();
      Watch watch(*trace, expression);
      for (std::uint32_t warp = 0; warp < state->machine.group.warps.size(); ++warp)
        (void)watch.in_warp(state->machine, warp, ~std::uint64_t{0});
      EXPECT_EQ(state->hash(), before) << expression;
    }
}

TEST(Watch, WorksAtEachMomentOfTheCatalogue) {
  for (const std::string& id : kAlgorithms) {
    const auto trace = *Trace::record(catalogue_plan(id, {}), model_named("cc9.0"));
    Watch constant(*trace, "1 + 1");
    for (std::uint64_t position = 0; position < trace->size(); ++position) {
      const auto state = trace->seek(position);
      const Moment& moment = trace->at(position).moment;
      const LaneValues values = constant.in_warp(state->machine, moment.warp, moment.lanes);
      ASSERT_EQ(values.known, moment.lanes) << id << " at " << position << values.problem;
      for_each_lane(moment.lanes, [&](unsigned lane) { ASSERT_EQ(values.bits[lane], 2u); });
    }
  }
}

std::vector<std::uint64_t> all_forwards(Breakpoints& breakpoints, const Trace& trace) {
  std::vector<std::uint64_t> found;
  for (auto stop = breakpoints.next(0, trace.size()); stop;
       stop = breakpoints.next(stop->position, trace.size()))
    found.push_back(stop->position);
  return found;
}

TEST(Breakpoints, StopWhereTheConditionHoldsInBothDirections) {
  const auto trace = *Trace::record(catalogue_plan("reduce/divergent", {.n = 32}), model_named("cc9.0"));
  Breakpoints all(*trace, {{33, ""}}), some(*trace, {{33, "t == 4"}}), none(*trace, {{33, "t == 5"}});
  const std::vector<std::uint64_t> expected = some.all();
  EXPECT_FALSE(expected.empty());
  EXPECT_LT(expected.size(), all.all().size());
  EXPECT_TRUE(none.all().empty());
  EXPECT_FALSE(none.next(0, trace->size()));
  EXPECT_EQ(all_forwards(some, *trace), expected);
  std::vector<std::uint64_t> backwards;
  for (auto stop = some.previous(trace->size()); stop; stop = some.previous(stop->position))
    backwards.insert(backwards.begin(), stop->position);
  EXPECT_EQ(backwards, expected);
  for (const std::uint64_t position : expected) EXPECT_EQ(some.lanes_at(position), 1u << 4);
}

TEST(Breakpoints, AConditionReadsMemoryAsItIsThen) {
  const auto trace = *Trace::record(catalogue_plan("reduce/divergent", {}), model_named("cc9.0"));
  Breakpoints stops(*trace, {{33, "scratch[t] > 20"}});
  Watch watch(*trace, "scratch[t]");
  for (const std::uint64_t position : stops.all()) {
    const auto state = trace->seek(position);
    const LaneValues values = watch.in_warp(state->machine, 0, stops.lanes_at(position));
    for_each_lane(stops.lanes_at(position), [&](unsigned lane) { EXPECT_GT(values.bits[lane], 20u); });
  }
}

TEST(Breakpoints, SayWhatIsWrongWithACondition) {
  const auto trace = *Trace::record(catalogue_plan("reduce/divergent", {}), model_named("cc9.0"));
  Breakpoints stops(*trace, {{33, "x == 1"}, {24, "s > 0"}, {32, "s > 0"}, {9, "t"}});
  EXPECT_THAT(stops.problem(33), HasSubstr("unknown identifier 'x'"));
  EXPECT_EQ(stops.problem(24), "s is not in scope here");
  EXPECT_EQ(stops.problem(32), "");
  EXPECT_EQ(stops.problem(9), "No instruction begins on this line.");
}

}  // namespace
}  // namespace lockstep::sim
