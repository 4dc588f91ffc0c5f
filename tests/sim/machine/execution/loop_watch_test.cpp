// Endless loops are proved while they run, and loops that wait for another work-item are not stopped.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "sim/launch/compiled_machine.hpp"
#include "sim/machine/machine.hpp"
#include "sim/observers/counters/counters.hpp"
#include "sim/trace/trace.hpp"
#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

using ::testing::HasSubstr;

constexpr std::uint64_t kMax = 3'000'000;  // warp instructions, far more than a proof takes

// `out` has an int for each work-item, initially 0; `in` counts from 0.
CountedRun run_body(const std::string& body, std::uint64_t global, std::uint64_t local,
                    Schedule schedule = {}) {
  Plan plan = kernel_plan(
      "__kernel void k(volatile __global int* out, __global const int* in) {\n"
      "__local volatile int s[8]; int t = get_local_id(0), g = get_global_id(0);\n" +
          body + "\n}\n",
      global, local);
  plan.programs[0].options = "-cl-std=CL3.0";
  plan.buffers[0].content.pattern = Content::Pattern::constant;
  plan.buffers[0].content.value = 0;
  RunOptions options{.count_work = false};
  options.step_budget = kMax;
  options.schedule = schedule;
  const auto run = run_counted(plan, model_named("cc9.0"), options);
  EXPECT_TRUE(run) << run.error().message;
  return run.value_or(CountedRun{});
}

std::string message_of(const CountedRun& run, Finding::Kind kind) {
  for (const Finding& finding : run.findings)
    if (finding.kind == kind) return finding.message;
  return "";
}

std::vector<Schedule> schedules() {
  using enum ExecutionOrder::Kind;
  return {{},
          {LaneSchedule::lockstep, {adversarial, 0}},
          {LaneSchedule::lockstep, {random, 1}},
          {LaneSchedule::independent, {fixed, 0}},
          {LaneSchedule::independent, {random, 2}}};
}

void expect_endless(const std::string& body, const std::string& why, std::uint64_t global = 64,
                    std::uint64_t local = 64) {
  for (const Schedule& schedule : schedules()) {
    const CountedRun run = run_body(body, global, local, schedule);
    EXPECT_EQ(run.early_end, EarlyEnd::endless_loop) << body << to_string(schedule.lanes);
    EXPECT_THAT(message_of(run, Finding::Kind::endless_loop), HasSubstr(why)) << body;
  }
}

// The kernel ends in each of the schedules.
void expect_end(const std::string& body, std::uint64_t global, std::uint64_t local) {
  for (const Schedule& schedule : schedules()) {
    const CountedRun run = run_body(body, global, local, schedule);
    EXPECT_EQ(run.early_end, EarlyEnd::none)
        << body << to_string(schedule.lanes) << message_of(run, Finding::Kind::endless_loop);
  }
}

TEST(LoopWatch, LoopsWithoutAnExit) {
  expect_endless("while (1) {}", "loop at line 3 of test.cl: no condition, break or return ends it");
  expect_endless("for (;;) { if (t == 3) out[g] = 1; }", "no condition, break or return ends it");
  expect_endless("int x = 1;\nwhile (1) { for (int i = 0; i < 10; i++) x = x * 3 % 7; out[g] = 5; }",
                 "line 4");
  expect_endless("again: out[g] = 1; goto again;", "line 3");
  expect_endless("int i = 0; do { i = (i + 1) % 5; } while (i < 5);", "none of its values changes");
}

TEST(LoopWatch, LoopsThatReadWhatNobodyChanges) {
  expect_endless("while (in[g] < 1000) {}", "it reads in[0], which no running work-item changes");
  expect_endless("while (out[0] == 0) {}\nout[g] = 1;", "it reads out[0]");
  expect_endless("if (t == 0) s[2] = 0; barrier(1);\nwhile (s[2] == 0) {}", "line 4");
  expect_endless("while (atomic_cmpxchg(&out[0], 1, 2) != 1) {}", "out[0]");
  // The last warp ends; the previous warps wait for each other.
  expect_endless("if (t < 64) while (out[t < 32 ? 0 : 1] == 0) {} else out[70] = 1;", "out[0]", 96, 96);
}

TEST(LoopWatch, WorkItemsAtABarrierWaitForTheLoop) {
  expect_endless("if (t < 32) while (out[1] == 0) {}\nbarrier(1); out[1] = 1;", "loop at line 3");
}

TEST(LoopWatch, LoopsWithBarriers) {
  expect_endless("while (1) { barrier(1); }", "no condition");
  expect_endless("s[0] = 0; barrier(1);\nwhile (s[0] == 0) { barrier(1); }", "line 4");
  expect_endless("while (!work_group_any(in[g] > 1000)) {}", "line 3");
  expect_end("for (int i = 0; i < 2000; i++) barrier(1);", 64, 64);
  expect_end("int i = 0; while (!work_group_any(t == 40 && i == 3000)) i++;", 64, 64);
}

TEST(LoopWatch, LoopsThatEndAreNotCut) {
  expect_end("int x = g; for (int i = 0; i < 1000; i++) x = x * 5 + 1; out[g] = x;", 64, 32);
  expect_end("for (int i = 0; i < 1000; i++) out[g] += 1;", 64, 32);
  expect_end("int a[4]; a[0] = 0; a[1] = 0; while (a[0] + a[1] < 2000) a[a[0] > a[1]]++; out[g] = a[0];", 32,
             32);
  expect_end("while (out[g] < 1500) out[g]++;", 64, 64);
  expect_end("while (atomic_add(&out[0], 1) < 3000) {}", 64, 64);
  const CountedRun run = run_body("for (int i = 0; i < 900; i++) out[g] += 1;", 64, 32);
  EXPECT_TRUE(run.findings.empty());
  const auto* out = reinterpret_cast<const std::int32_t*>(run.buffers[0].data());
  EXPECT_EQ(std::vector<std::int32_t>(out, out + 64), std::vector<std::int32_t>(64, 900));
}

// A warp that waits for another warp, which begins later or takes a long time.
TEST(LoopWatch, ALoopMayWaitForAnotherWarp) {
  const std::string slow = "int x = 1; for (int i = 0; i < 3000; i++) x = x * 3; ";
  expect_end("if (t < 32) { while (atomic_add(&out[70], 0) == 0) {} out[g] = 7; } else { " + slow +
                 "atomic_xchg(&out[70], x); }",
             96, 96);
  // Alternating: each warp waits until the previous one has counted.
  expect_end(
      "if (t % 32 == 0) { for (int i = 0; i < 40; i++) { while (atomic_add(&out[0], 0) != i * 3 + t / 32) {}"
      " atomic_add(&out[0], 1); } }",
      96, 96);
}

std::vector<std::int32_t> out_of(const CountedRun& run) {
  const auto* out = reinterpret_cast<const std::int32_t*>(run.buffers[0].data());
  return {out, out + run.buffers[0].size() / sizeof(std::int32_t)};
}

// A group waits for a group that begins later: both are on the device at the same time.
TEST(LoopWatch, ALoopMayWaitForAnotherGroup) {
  const std::string reversed =
      "if (t == 0) { int me = get_group_id(0), last = get_num_groups(0) - 1;\n"
      "while (me < last && atomic_add(&out[32 * (me + 1)], 0) == 0) {}\n"
      "atomic_xchg(&out[32 * me], me == last ? 100 : 1 + atomic_add(&out[32 * (me + 1)], 0)); }";
  for (const Schedule& schedule : schedules()) {
    const CountedRun run = run_body(reversed, 256, 32, schedule);
    ASSERT_EQ(run.early_end, EarlyEnd::none) << message_of(run, Finding::Kind::endless_loop);
    EXPECT_TRUE(run.findings.empty()) << run.findings[0].message;
    for (int group = 0; group < 8; ++group) EXPECT_EQ(out_of(run)[32 * group], 107 - group);
  }
}

// Waiting groups keep their local memory and their position; barriers before and after belong to the group.
TEST(LoopWatch, ABarrierOfAllGroups) {
  const std::string meet =
      "s[t % 8] = get_group_id(0) * 10; barrier(1);\n"
      "if (t == 0) { atomic_add(&out[255], 1); while (atomic_add(&out[255], 0) < get_num_groups(0)) {} }\n"
      "barrier(1); if (t == 1) out[32 * get_group_id(0)] = s[3] + atomic_add(&out[255], 0);";
  for (const Schedule& schedule : schedules()) {
    const CountedRun run = run_body(meet, 256, 32, schedule);
    ASSERT_EQ(run.early_end, EarlyEnd::none) << message_of(run, Finding::Kind::endless_loop);
    for (const Finding& finding : run.findings) EXPECT_NE(finding.space, Space::local) << finding.message;
    for (int group = 0; group < 8; ++group) EXPECT_EQ(out_of(run)[32 * group], 10 * group + 8);
  }
}

TEST(LoopWatch, GroupsThatWaitForEachOtherNeverEnd) {
  for (const Schedule& schedule : schedules()) {
    const CountedRun run =
        run_body("while (atomic_add(&out[g ^ 32], 0) == 0) {}\natomic_xchg(&out[g], 1);", 256, 32, schedule);
    EXPECT_EQ(run.early_end, EarlyEnd::endless_loop);
    EXPECT_THAT(message_of(run, Finding::Kind::endless_loop), HasSubstr("loop at line 3"));
  }
  const CountedRun run = run_body("if (g == 40) return; while (out[40] == 0) {}", 6400, 32);
  EXPECT_EQ(run.early_end, EarlyEnd::endless_loop);
  EXPECT_THAT(message_of(run, Finding::Kind::endless_loop), HasSubstr("work-item 0 never leaves"));
}

// A trace in which groups alternate gives the same states forwards and backwards.
TEST(LoopWatch, ATraceOfWaitingGroups) {
  const Plan plan = kernel_plan(
      "__kernel void k(volatile __global int* out, __global const int* in) { __local int s[8];\n"
      "int t = get_local_id(0), me = get_group_id(0); s[t] = me + in[t]; barrier(1);\n"
      "if (t == 0) { atomic_xchg(&out[me], 1 + s[3]); while (atomic_add(&out[3 - me], 0) < 1) {} }\n"
      "barrier(1); out[4 + me] = s[3]; }",
      32, 8);
  const auto record = [&] { return Trace::record(plan, model_named("cc9.0")).value(); };
  const auto trace = record(), other = record();
  EXPECT_TRUE(trace->counted().early_end == EarlyEnd::none);
  std::vector<std::uint64_t> forwards;
  for (std::uint64_t position = 0; position <= trace->size(); position += 211)
    forwards.push_back(trace->seek(position)->hash());
  for (std::uint64_t i = forwards.size(); i-- > 0;) EXPECT_EQ(other->seek(211 * i)->hash(), forwards[i]) << i;
  EXPECT_EQ(trace->counted().buffers, run_counted(plan, model_named("cc9.0"), {})->buffers);
}

TEST(LoopWatch, LanesOfOneWarpBlockEachOther) {
  const std::string lock =
      "if (t < 2) {\nwhile (atomic_cmpxchg(&out[0], 0, 1)) {}\nout[1] += 1; atomic_xchg(&out[0], 0); }";
  const CountedRun run = run_body(lock, 32, 32);
  ASSERT_EQ(run.early_end, EarlyEnd::endless_loop);
  const Finding& finding = run.findings.back();
  EXPECT_TRUE(finding.ends_with_independent_lanes);
  EXPECT_EQ(finding.first.work_item, 1u);
  EXPECT_EQ(finding.second.work_item, 0u);
  EXPECT_EQ(finding.first.range.line, 4u);
  EXPECT_THAT(finding.message,
              HasSubstr("work-item 0 of the same warp has left the loop and waits at its end"));
  EXPECT_EQ(run_body(lock, 32, 32, {LaneSchedule::independent, {}}).early_end, EarlyEnd::none);
  // Lanes also wait here, but independent lanes would not end the loop.
  const CountedRun other = run_body("if (t < 2) while (out[0] == 0) {}", 32, 32);
  ASSERT_EQ(other.early_end, EarlyEnd::endless_loop);
  EXPECT_FALSE(other.findings.back().ends_with_independent_lanes);
}

TEST(LoopWatch, TheVariablesOfTheLoopAreGiven) {
  const CountedRun run =
      run_body("int left = 5, other = 9; out[g] = other;\nwhile (left != in[3]) {}", 32, 32);
  EXPECT_THAT(message_of(run, Finding::Kind::endless_loop), HasSubstr("(left = 5)"));
  const CountedRun counting = run_body("for (int i = 0; i >= 0; i += 2) out[g] = i & 1023;", 32, 32);
  EXPECT_EQ(counting.early_end, EarlyEnd::step_budget);
  EXPECT_THAT(message_of(counting, Finding::Kind::step_budget), HasSubstr("in the loop at line 3"));
  EXPECT_THAT(message_of(counting, Finding::Kind::step_budget), HasSubstr("i = "));
}

// A state observed in the middle of a loop leads to the same proof at the same position.
TEST(LoopWatch, AProofDoesNotDependOnWhereTheRunBegan) {
  const Plan plan = kernel_plan(
      "__kernel void k(__global int* out, __global const int* in) { int t = get_local_id(0);\n"
      "for (int i = 0; i < 300; i++) out[t] += i; while (in[t] < 1000) {} }",
      64, 64);
  const auto machine = compile_machine(plan, model_named("cc9.0"));
  ASSERT_TRUE(machine) << machine.error().message;
  MachineState end = machine->initial_state();
  machine->run(end, {});
  ASSERT_EQ(end.early_end, EarlyEnd::endless_loop);
  MachineState state = machine->initial_state();
  std::uint64_t moments = 0;
  while (machine->step(state, {})) {
    if (++moments % 997 != 0) continue;
    MachineState copy = state;
    machine->run(copy, {});
    ASSERT_EQ(copy, end) << moments;
  }
  EXPECT_EQ(state, end);
}

// The rule for all other loops.

Plan counting_plan(const std::string& loop) {
  return kernel_plan(
      "__kernel void k(volatile __global int* out, __global const int* in) { int g = get_global_id(0);\n" +
          loop + "}",
      32, 32);
}

TEST(RunWatch, ALoopThatCountsUpForEverIsStopped) {
  for (const char* loop :
       {"for (uint i = 0;; i++) out[0] = i;", "uint x = 1;\nfor (uint i = 0; x != 0; i++) x *= 3;"}) {
    const auto begin = std::chrono::steady_clock::now();
    const auto run =
        run_counted(counting_plan(loop), model_named("cc9.0"), {.timeout = std::chrono::milliseconds(200)});
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
    ASSERT_TRUE(run);
    EXPECT_EQ(run->early_end, EarlyEnd::stalled);
    const std::string message = message_of(*run, Finding::Kind::step_budget);
    EXPECT_THAT(message, HasSubstr("no work-group ended in 0.2 s"));
    EXPECT_THAT(message, HasSubstr("i = "));
    EXPECT_GT(run->total.instructions, 1000u);
  }
}

TEST(RunWatch, AStopKeepsWhatThereIs) {
  std::stop_source stop;
  stop.request_stop();
  const auto run = run_counted(counting_plan("for (uint i = 0;; i++) out[0] = i;"), model_named("cc9.0"),
                               {.stop = stop.get_token()});
  ASSERT_TRUE(run);
  EXPECT_EQ(run->early_end, EarlyEnd::requested);
  EXPECT_TRUE(run->findings.empty());
}

TEST(RunWatch, GroupsThatEndAreProgress) {
  RunWatch watch({{}, std::chrono::milliseconds(60), {}});
  watch.begin_launch(0, 1, 10);
  for (int i = 0; i < 5; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(25));
    watch.end_group();
    EXPECT_EQ(watch.check_limits(), EarlyEnd::none);
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(70));
  EXPECT_EQ(watch.check_limits(), EarlyEnd::stalled);
}

TEST(RunWatch, PrintedTextHasALimit) {
  const auto run =
      run_counted(counting_plan("for (int i = 0; i < 4000; i++) printf(\"%d 0123456789\\n\", i);"),
                  model_named("cc9.0"), {});
  ASSERT_TRUE(run);
  EXPECT_TRUE(run->printed_more);
  EXPECT_LE(run->printed.size(), kMaxPrinted);
  EXPECT_GT(run->printed.size(), kMaxPrinted - 100);
}

}  // namespace
}  // namespace lockstep::sim
