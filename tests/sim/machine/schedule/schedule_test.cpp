// The choices of a device: orders that run everything exactly once and can be repeated, correct kernels that
// do not depend on the order, and wrong kernels that do.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "sim/launch/compiled_machine.hpp"
#include "sim/observers/races/detector.hpp"
#include "tests/sim/machine/assembler.hpp"

namespace lockstep::sim::assembly {
namespace {

using enum ExecutionOrder::Kind;

std::vector<Schedule> all_schedules() {
  std::vector<Schedule> schedules;
  for (const LaneSchedule lanes : {LaneSchedule::lockstep, LaneSchedule::independent}) {
    schedules.push_back({lanes, {fixed, 0}});
    schedules.push_back({lanes, {adversarial, 0}});
    for (const std::uint64_t seed : {1u, 2u, 3u}) schedules.push_back({lanes, {random, seed}});
  }
  return schedules;
}

std::string name(const Schedule& schedule) {
  return to_string(schedule.lanes) + ", " + to_string(schedule.order);
}

// `out` has an int for each work-item; `c` is one int with initial value 0, and `s` a local array of 64.
Plan plan_for(const std::string& body, std::uint64_t global, std::uint64_t local) {
  Plan plan = plan_of({output_buffer("out", global), int_buffer("c", {0})},
                      {BufferArgument{0}, BufferArgument{1}}, global, local);
  plan.programs[0] = {
      {"test.cl",
       "__kernel void k(__global int* out, volatile __global int* c) {\n__local volatile int s[64];\n"
       "int t = get_local_id(0); int g = get_global_id(0);\n" +
           body + "\n}\n",
       ""},
      "-cl-std=CL3.0"};
  return plan;
}

struct Ran {
  Outcome outcome;
  std::set<Finding::Kind> kinds;
};

Ran run_with(const Plan& plan, const Schedule& schedule, std::uint64_t budget = 2'000'000) {
  MachineOptions options;
  options.schedule = schedule;
  options.step_budget = budget;
  const auto machine = compile_machine(plan, model_of(32), options);
  if (!machine) {
    ADD_FAILURE() << machine.error().message;
    return {};
  }
  Ran ran{{machine->initial_state(), {}}, {}};
  FindingLog log;
  RaceDetector races(*machine, log);
  Observer* const observers[] = {&log, &races};
  machine->run(ran.outcome.state, observers);
  ran.outcome.findings = log.findings();
  for (const Finding& finding : ran.outcome.findings) ran.kinds.insert(finding.kind);
  return ran;
}

TEST(Schedule, IsReadAsItIsWritten) {
  for (const char* text : {"fixed", "adversarial", "random:0", "random:18446744073709551615"})
    EXPECT_EQ(to_string(*parse_execution_order(text)), text);
  for (const char* text : {"", "random", "random:", "random:x", "random:1x", "random:-1", "Fixed"})
    EXPECT_FALSE(parse_execution_order(text).has_value()) << text;
  EXPECT_EQ(*parse_lane_schedule("independent"), LaneSchedule::independent);
  EXPECT_FALSE(parse_lane_schedule("warp").has_value());
}

TEST(Schedule, EveryGroupRunsOnce) {
  for (const std::uint32_t count : {1u, 2u, 7u, 12u, 97u}) {
    for (const ExecutionOrder order :
         {ExecutionOrder{fixed, 0}, {adversarial, 0}, {random, 5}, {random, 6}}) {
      std::set<std::uint32_t> groups;
      for (std::uint32_t turn = 0; turn < count; ++turn) groups.insert(group_of_turn(order, 3, count, turn));
      EXPECT_EQ(groups.size(), count) << to_string(order);
      EXPECT_EQ(*groups.rbegin(), count - 1);
    }
    for (std::uint32_t position = 0; position < count; ++position)
      EXPECT_EQ(position_from_both_ends(from_both_ends(position, count), count), position);
  }
}

// out[g] is the number of work-items that came before work-item g.
std::vector<std::int32_t> arrivals(const Schedule& schedule) {
  return run_with(plan_for("out[g] = atomic_add(c, 1);", 192, 64), schedule).outcome.ints(0);
}

TEST(Schedule, OrdersDifferAndCanBeRepeated) {
  const auto in_order = arrivals({});
  EXPECT_TRUE(std::ranges::is_sorted(in_order));
  const auto from_the_ends = arrivals({LaneSchedule::lockstep, {adversarial, 0}});
  EXPECT_EQ(from_the_ends[160], 0);  // the last warp of the last group, then its first, then the first group
  EXPECT_EQ(from_the_ends[128], 32);
  EXPECT_EQ(from_the_ends[0] / 64, 1);
  std::set<std::vector<std::int32_t>> seen{in_order, from_the_ends};
  for (const std::uint64_t seed : {1u, 2u, 3u, 4u}) {
    const Schedule schedule{LaneSchedule::lockstep, {random, seed}};
    EXPECT_EQ(arrivals(schedule), arrivals(schedule));
    seen.insert(arrivals(schedule));
  }
  EXPECT_GE(seen.size(), 5u);
}

// A run that continues from a copy of the state ends in the same way.
TEST(Schedule, ContinuesFromACopyOfTheState) {
  const Plan plan = plan_for(
      "s[t] = g; barrier(CLK_LOCAL_MEM_FENCE); int x = sub_group_reduce_add(s[63 - t]);\n"
      "if (t % 3 == 0) x += work_group_any(0); else x += work_group_any(0); out[g] = x + atomic_add(c, 1);",
      96, 48);
  for (const Schedule& schedule : all_schedules()) {
    MachineOptions options;
    options.schedule = schedule;
    const auto machine = compile_machine(plan, model_of(8), options);
    ASSERT_TRUE(machine.has_value());
    MachineState end = machine->initial_state();
    machine->run(end, {});
    MachineState state = machine->initial_state();
    std::uint64_t moments = 0;
    do {
      if (++moments % 37 != 0) continue;
      MachineState copy = state;
      machine->run(copy, {});
      ASSERT_EQ(copy, end) << name(schedule);
    } while (machine->step(state, {}));
    EXPECT_EQ(state, end) << name(schedule);
  }
}

constexpr const char* kScheduleTree =
    "s[t] = g; barrier(CLK_LOCAL_MEM_FENCE);\n"
    "for (int d = 32; d > 0; d /= 2) { if (t < d) s[t] += s[t + d]; barrier(CLK_LOCAL_MEM_FENCE); }\n"
    "out[g] = s[0];";

TEST(Schedule, ARightKernelDoesNotDependOnIt) {
  const std::string sub_groups =
      "int x = sub_group_scan_inclusive_add(g); x += sub_group_shuffle_xor(x, 5) + get_sub_group_size();\n"
      "if (get_sub_group_local_id() % 2) x += sub_group_non_uniform_reduce_max(t); sub_group_barrier(1);\n"
      "x ^= work_group_reduce_add(x) + work_group_broadcast(x, 3) + get_sub_group_id() * "
      "get_num_sub_groups();\n"
      "out[g] = x + popcount(sub_group_ballot(x & 1).x) + get_sub_group_local_id();";
  const std::string divergent =
      "int x = 0; for (int i = 0; i < t % 5; i++) { if (i == 3) continue; x += i * g; if (x > 90) break; }\n"
      "switch (t & 3) { case 0: x++; case 1: x += 2; break; case 2: return; default: atomic_add(c, 1); }\n"
      "out[g] = x;";
  for (const std::string& body : {std::string(kScheduleTree), sub_groups, divergent}) {
    const Plan plan = plan_for(body, 128, 64);
    const Ran reference = run_with(plan, {});
    EXPECT_TRUE(reference.kinds.empty()) << reference.outcome.findings[0].message;
    for (const Schedule& schedule : all_schedules()) {
      const Ran ran = run_with(plan, schedule);
      EXPECT_EQ(ran.outcome.state.buffers, reference.outcome.state.buffers) << name(schedule) << "\n" << body;
      EXPECT_TRUE(ran.kinds.empty()) << name(schedule) << ran.outcome.findings[0].message;
    }
  }
}

// The last steps of a reduction without barriers, as written in kernels for older devices.
TEST(Schedule, WarpSynchronousCodeIsRightInLockstepOnly) {
  const Plan plan = plan_for(
      "s[t] = 1; barrier(CLK_LOCAL_MEM_FENCE);\n"
      "if (t < 32) { s[t] += s[t + 32]; for (int d = 16; d > 0; d /= 2) if (t < d) s[t] += s[t + d]; }\n"
      "barrier(CLK_LOCAL_MEM_FENCE); out[g] = s[0];",
      64, 64);
  for (const Schedule& schedule : all_schedules()) {
    const Ran ran = run_with(plan, schedule);
    const bool right = ran.outcome.ints(0)[0] == 64;
    EXPECT_EQ(right, schedule.lanes == LaneSchedule::lockstep) << name(schedule);
    EXPECT_EQ(ran.kinds, std::set{Finding::Kind::data_race}) << name(schedule);
  }
}

TEST(Schedule, TheAdversarialOrderShowsAMissingBarrier) {
  for (const std::string neighbour : {"t + 32", "t - 32"}) {
    const Plan plan =
        plan_for("s[t] = 1; out[g] = " + std::string(neighbour == "t + 32" ? "t < 32" : "t >= 32") + " ? s[" +
                     neighbour + "] : 1;",
                 64, 64);
    const auto right = [&](const ExecutionOrder& order) {
      const auto out = run_with(plan, {LaneSchedule::lockstep, order}).outcome.ints(0);
      return std::ranges::count(out, 1) == 64;
    };
    EXPECT_EQ(right({fixed, 0}), neighbour == "t - 32");  // the first warp runs ahead of the second only
    EXPECT_EQ(right({adversarial, 0}), neighbour == "t + 32");
    EXPECT_FALSE(right({random, 1}) && right({random, 2}) && right({random, 3})) << neighbour;
  }
}

// c[0] = c[0] + 1 by one work-item of each warp: nothing is lost if whole warps run one after another.
TEST(Schedule, TheAdversarialOrderLosesUpdatesThatAreNotAtomic) {
  const Plan plan = plan_for("barrier(1); if (t % 32 == 0) c[0] = c[0] + 1; out[g] = 0;", 128, 128);
  EXPECT_EQ(run_with(plan, {}).outcome.ints(1)[0], 4);
  EXPECT_LT(run_with(plan, {LaneSchedule::lockstep, {adversarial, 0}}).outcome.ints(1)[0], 4);
}

// As on devices since Volta: a lane can wait for another lane of its warp.
TEST(Schedule, IndependentLanesMakeProgress) {
  const Plan plan = plan_for(
      "if (t == 0) { while (atomic_add(c, 0) == 0) {} out[g] = 5; } else { out[g] = 6; if (t == 7) "
      "atomic_xchg(c, 1); }",
      32, 32);
  for (const Schedule& schedule : all_schedules()) {
    const Ran ran = run_with(plan, schedule, 100'000);
    EXPECT_EQ(ran.outcome.state.ended_early(), schedule.lanes == LaneSchedule::lockstep) << name(schedule);
    if (schedule.lanes == LaneSchedule::independent) {
      EXPECT_EQ(ran.outcome.ints(0)[0], 5);
    }
  }
}

TEST(Schedule, ADivergentBarrierIsFoundOnEverySchedule) {
  for (const char* body :
       {"if (t >= 37) return; barrier(1); out[g] = 1;", "if (t < 7) barrier(1); out[g] = 1;",
        "if (t % 2) barrier(1); else barrier(2); out[g] = 1;",
        "out[g] = 0; if (t % 32 < 9) out[g] = sub_group_reduce_add(1);",
        "out[g] = t < 40 ? work_group_reduce_add(1) : 0;"}) {
    for (const Schedule& schedule : all_schedules()) {
      EXPECT_EQ(run_with(plan_for(body, 64, 64), schedule).kinds, std::set{Finding::Kind::barrier_divergence})
          << name(schedule) << ": " << body;
    }
  }
}

}  // namespace
}  // namespace lockstep::sim::assembly
