// Variables at program scope persist across the launches of a program; they are buffers of the machine.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "sim/compiler/compile.hpp"
#include "sim/launch/compiled_machine.hpp"
#include "sim/machine/machine.hpp"
#include "sim/observers/watchers.hpp"
#include "sim/trace/trace.hpp"
#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Plan launches_of(const std::string& text, std::size_t launches, std::uint64_t items = 4) {
  Plan plan = kernel_plan(text, items, items);
  plan.programs[0].options = "-cl-std=CL3.0";
  while (plan.launches.size() < launches) plan.launches.push_back(plan.launches[0]);
  return plan;
}

CountedRun variables_run(const Plan& plan) {
  Result<CountedRun> run = run_counted(plan, model_named("cc9.0"), {});
  EXPECT_TRUE(run.has_value()) << run.error().message;
  return run ? std::move(*run) : CountedRun{};
}

std::vector<std::int32_t> ints(const std::vector<std::byte>& bytes, std::size_t count) {
  std::vector<std::int32_t> values(count);
  std::memcpy(values.data(), bytes.data(), count * 4);
  return values;
}

constexpr const char* kCounting =
    "global int counter = 5; static int seen[4]; global int* where = &seen[2];\n"
    "kernel void k(global int* out, global const int* in) {\n"
    "  int t = get_local_id(0);\n"
    "  if (t == 0) counter++;\n"
    "  seen[t] += 10 * t;\n"
    "  static int launches; if (t == 1) launches += 1;\n"
    "  if (t == 2) out[2] = *where;\n"
    "  if (t == 0) out[0] = counter;\n"
    "  if (t == 1) out[1] = launches;\n"
    "}";

TEST(ProgramVariables, LiveAcrossLaunches) {
  const CountedRun run = variables_run(launches_of(kCounting, 3));
  EXPECT_TRUE(run.findings.empty()) << run.findings[0].message;
  EXPECT_THAT(ints(run.buffers[0], 3), ElementsAre(8, 3, 60));
}

TEST(ProgramVariables, TimeTravel) {
  const auto trace = Trace::record(launches_of(kCounting, 2), model_named("cc9.0"));
  ASSERT_TRUE(trace.has_value()) << trace.error().message;
  ASSERT_EQ((*trace)->plan().buffers.size(), 6u);
  EXPECT_EQ((*trace)->plan().buffers[2].name, "counter");
  const auto counter = [&](std::uint64_t position) {
    return ints((*trace)->seek(position)->machine.buffers[2], 1)[0];
  };
  EXPECT_EQ(counter(0), 5);
  EXPECT_EQ(counter((*trace)->size()), 7);
  EXPECT_EQ(counter(0), 5);
}

TEST(ProgramVariables, FindingsNameThem) {
  const CountedRun race = variables_run(launches_of(
      "global int counter;\nkernel void k(global int* out, global const int* in) {\ncounter += 1; }", 1, 64));
  ASSERT_FALSE(race.findings.empty());
  EXPECT_EQ(race.findings[0].kind, Finding::Kind::data_race);
  EXPECT_THAT(race.findings[0].message, HasSubstr("counter"));
  const CountedRun outside = variables_run(
      launches_of("global float table[8];\nkernel void k(global int* out, global const int* in) {\n"
                  "if (get_global_id(0) == 0) table[8] = 1; }",
                  1));
  ASSERT_EQ(outside.findings.size(), 1u);
  EXPECT_EQ(outside.findings[0].kind, Finding::Kind::out_of_bounds);
  EXPECT_THAT(outside.findings[0].message, HasSubstr("table[8]"));
  EXPECT_THAT(outside.findings[0].message, HasSubstr("8 floats"));
}

// A plan that was completed by a machine continues with its contents.
TEST(ProgramVariables, APlanCanHoldTheirContents) {
  const Plan plan = launches_of(kCounting, 1);
  const auto machine = compile_machine(plan, model_named("cc9.0"));
  ASSERT_TRUE(machine.has_value());
  Plan next = machine->plan();
  MachineState state = machine->initial_state();
  machine->run(state, {});
  for (std::size_t i = 0; i < next.buffers.size(); ++i) {
    next.buffers[i].content.pattern = Content::Pattern::bytes;
    next.buffers[i].content.bytes = std::make_shared<const std::vector<std::byte>>(state.buffers[i]);
  }
  const CountedRun run = variables_run(next);
  ASSERT_EQ(run.buffers.size(), next.buffers.size());
  EXPECT_THAT(ints(run.buffers[0], 3), ElementsAre(7, 2, 40));
}

// As on the OpenCL device: buffers are passed and returned, followed by the variables.
TEST(ProgramVariables, ContinueInContents) {
  const Plan plan = launches_of(kCounting, 1);
  const auto machine = compile_machine(plan, model_named("cc9.0"));
  ASSERT_TRUE(machine.has_value());
  const auto program = language::compile(plan.programs[0].source, plan.programs[0].options);
  ASSERT_TRUE(program.has_value());
  std::vector<BufferContents> contents;
  for (const PlanBuffer& buffer : plan.buffers) contents.push_back({materialise(buffer), {}});
  for (int launch = 0; launch < 3; ++launch)
    ASSERT_TRUE(run_counted(plan, {*program}, contents, model_named("cc9.0")).has_value());
  ASSERT_EQ(contents.size(), 6u);
  EXPECT_THAT(ints(contents[0].bytes, 3), ElementsAre(8, 3, 60));
}

TEST(ProgramVariables, AutoTypeIsThatOfTheValue) {
  const CountedRun run = variables_run(launches_of(
      "kernel void k(global int* out, global const int* in) {\n"
      "  __auto_type x = 2.5f; const __auto_type p = in; __auto_type half4 = (float4)(1, 2, 3, 4);\n"
      "  if (get_global_id(0) == 0) { out[0] = sizeof(x); out[1] = (int)(x * 2); out[2] = p[3];\n"
      "    out[3] = half4.w; for (__auto_type i = 0UL; i < 1; ++i) out[4] = sizeof(i); } }",
      1, 8));
  EXPECT_THAT(ints(run.buffers[0], 5), ElementsAre(4, 5, 3, 4, 8));
}

}  // namespace
}  // namespace lockstep::sim
