// Buffers that exist longer than a run.
#include <gtest/gtest.h>

#include <cstring>

#include "sim/compiler/compile.hpp"
#include "sim/observers/counters/counters.hpp"

namespace lockstep::sim {
namespace {

Plan plan_of(const std::string& text) {
  Plan plan;
  plan.programs.push_back({{"k.cl", text, ""}, ""});
  PlanBuffer buffer;
  buffer.name = "a";
  buffer.elements = 4;
  plan.buffers.push_back(buffer);
  PlanLaunch launch;
  launch.kernel = "k";
  launch.range.global_size[0] = launch.range.local_size[0] = 4;
  launch.arguments.push_back(BufferArgument{0});
  plan.launches.push_back(launch);
  return plan;
}

Result<CountedRun> run(const Plan& plan, std::vector<BufferContents>& contents) {
  const auto program = language::compile(plan.programs[0].source, "");
  return run_counted(plan, {*program}, contents, *find_device_model("cc9.0").value());
}

std::vector<int> ints(const BufferContents& contents) {
  std::vector<int> values(contents.bytes.size() / sizeof(int));
  std::memcpy(values.data(), contents.bytes.data(), contents.bytes.size());
  return values;
}

TEST(BufferContents, OneRunGoesOnWhereTheOtherEnded) {
  const Plan plan =
      plan_of("kernel void k(global int* a) { a[get_global_id(0)] += 1 + (int)get_global_id(0); }");
  std::vector<BufferContents> contents(1);
  contents[0].bytes.resize(16);
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(run(plan, contents));
  EXPECT_EQ(ints(contents[0]), (std::vector{3, 6, 9, 12}));
}

TEST(BufferContents, WhatWasNeverWrittenIsKnownInTheNextRun) {
  std::vector<BufferContents> contents(1);
  contents[0].bytes.resize(16);
  contents[0].written.resize(16);
  const auto first =
      run(plan_of("kernel void k(global int* a) { if (get_global_id(0) < 2) a[get_global_id(0)] = 5; }"),
          contents);
  ASSERT_TRUE(first && first->findings.empty());
  const auto second = run(plan_of("kernel void k(global int* a) { a[get_global_id(0)] += 1; }"), contents);
  ASSERT_TRUE(second);
  ASSERT_EQ(second->findings.size(), 1u);
  EXPECT_EQ(second->findings[0].kind, Finding::Kind::uninitialised_read);
  EXPECT_EQ(second->findings[0].occurrences, 2u);
}

TEST(BufferContents, AnErrorLeavesThem) {
  Plan plan = plan_of("kernel void k(global int* a) { a[0] = 1; }");
  plan.launches[0].arguments.clear();
  std::vector<BufferContents> contents(1);
  contents[0].bytes.resize(16);
  EXPECT_FALSE(run(plan, contents));
  EXPECT_EQ(contents[0].bytes.size(), 16u);
}

}  // namespace
}  // namespace lockstep::sim
