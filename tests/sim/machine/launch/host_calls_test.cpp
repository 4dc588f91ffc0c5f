// Host calls between launches: the machine, provenance, time travel and parallel counting all take them
// into account.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "sim/observers/counters/counters.hpp"
#include "sim/trace/trace.hpp"
#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using CallKind = HostCall::Kind;

std::shared_ptr<const std::vector<std::byte>> bytes_of(const std::vector<std::int32_t>& values) {
  std::vector<std::byte> bytes(values.size() * 4);
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return std::make_shared<const std::vector<std::byte>>(std::move(bytes));
}

std::vector<std::int32_t> ints_of(const std::vector<std::byte>& bytes) {
  std::vector<std::int32_t> values(bytes.size() / 4);
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

PlanBuffer ints(const std::string& name, std::uint64_t elements, PlanBuffer::Role role) {
  PlanBuffer buffer;
  buffer.name = name;
  buffer.elements = elements;
  buffer.role = role;
  return buffer;
}

// Twice out[i] = in[i] + 1; `calls` change the buffers.
Plan two_launches(std::uint64_t n, std::vector<HostCall> calls) {
  Plan plan;
  plan.id = "host";
  plan.n = n;
  plan.programs.push_back({{"k.cl",
                            "kernel void k(global int *out, global const int *in) { int i = "
                            "get_global_id(0); out[i] = in[i] + 1; }"},
                           ""});
  plan.buffers = {ints("out", n, PlanBuffer::Role::output), ints("in", n, PlanBuffer::Role::input)};
  PlanLaunch launch;
  launch.kernel = "k";
  launch.range.global_size[0] = n;
  launch.range.local_size[0] = n < 64 ? n : 64;
  launch.arguments = {BufferArgument{0}, BufferArgument{1}};
  plan.launches = {launch, launch};
  plan.host_calls = std::move(calls);
  return plan;
}

CountedRun counted(const Plan& plan, const RunOptions& options = {}) {
  auto run = run_counted(plan, model_named("cc9.0"), options);
  EXPECT_TRUE(run) << run.error().message;
  return run ? *run : CountedRun{};
}

TEST(HostCalls, WriteFillCopyAndUnmapHappenBetweenLaunches) {
  const Plan plan =
      two_launches(4, {{CallKind::write, 0, "write", "", 1, 0, 16, 0, 0, bytes_of({1, 2, 3, 4})},
                       {CallKind::copy, 1, "copy", "", 1, 4, 8, 0, 0},  // in = 1, out[0], out[1], 4
                       {CallKind::unmap, 1, "unmap", "", 1, 12, 4, 0, 0, bytes_of({40})},
                       {CallKind::fill, 2, "fill", "", 1, 0, 8, 0, 0, bytes_of({7})}});
  const CountedRun run = counted(plan);
  EXPECT_THAT(ints_of(run.buffers[0]), ElementsAre(2, 3, 4, 41));
  EXPECT_THAT(ints_of(run.buffers[1]), ElementsAre(7, 7, 3, 40));
  EXPECT_TRUE(run.findings.empty()) << run.findings[0].message;
}

TEST(HostCalls, WhatTheHostDidNotWriteIsUninitialised) {
  const CountedRun run =
      counted(two_launches(4, {{CallKind::write, 0, "write", "", 1, 0, 12, 0, 0, bytes_of({1, 2, 3})}}));
  ASSERT_EQ(run.findings.size(), 1u);
  EXPECT_THAT(run.findings[0].message, HasSubstr("reads in[3]"));
}

TEST(HostCalls, ACopyOfUninitialisedBytesIsUninitialised) {
  Plan plan = two_launches(4, {{CallKind::copy, 0, "copy", "", 1, 0, 16, 2, 0}});
  plan.buffers.push_back(ints("empty", 4, PlanBuffer::Role::scratch));
  EXPECT_EQ(counted(plan).findings.size(), 1u);
  plan.host_calls.insert(plan.host_calls.begin(),
                         {CallKind::fill, 0, "fill", "", 2, 0, 16, 0, 0, bytes_of({5})});
  const CountedRun run = counted(plan);
  EXPECT_TRUE(run.findings.empty());
  EXPECT_THAT(ints_of(run.buffers[0]), ElementsAre(6, 6, 6, 6));
}

TEST(HostCalls, ALaunchOnSeveralThreadsSeesThem) {
  const std::uint64_t n = 1 << 16;
  std::vector<std::int32_t> first(n, 1);
  Plan plan = two_launches(n, {{CallKind::write, 0, "write", "", 1, 0, n * 4, 0, 0, bytes_of(first)},
                               {CallKind::copy, 1, "copy", "", 1, 0, n * 4, 0, 0}});
  RunOptions options;
  options.threads = 2;
  const CountedRun run = counted(plan, options);
  EXPECT_THAT(ints_of(run.buffers[0]), testing::Each(3));
  EXPECT_TRUE(run.findings.empty());
  options.threads = 1;
  EXPECT_EQ(counted(plan, options).total, run.total);
}

TEST(HostCalls, TimeTravelCrossesThem) {
  const Plan plan = two_launches(
      128, {{CallKind::write, 0, "write", "", 1, 0, 512, 0, 0, bytes_of(std::vector<std::int32_t>(128, 5))},
            {CallKind::copy, 1, "copy", "", 1, 0, 512, 0, 0},
            {CallKind::fill, 2, "fill", "", 0, 0, 512, 0, 0, bytes_of({-1})}});
  const auto trace = Trace::record(plan, model_named("cc9.0"));
  ASSERT_TRUE(trace) << trace.error().message;
  std::vector<std::uint64_t> hashes;
  for (std::uint64_t p = 0; p <= (*trace)->size(); ++p) hashes.push_back((*trace)->seek(p)->hash());
  std::mt19937_64 random(1);
  for (int turn = 0; turn < 300; ++turn) {
    const std::uint64_t p = random() % hashes.size();
    ASSERT_EQ((*trace)->seek(p)->hash(), hashes[p]) << p;
  }
  EXPECT_EQ(ints_of((*trace)->seek(0)->machine.buffers[1])[7], 5);
  const std::uint64_t second = (*trace)->next(0, Trace::Step::launch);
  EXPECT_EQ(ints_of((*trace)->seek(second)->machine.buffers[1])[7], 6);
  EXPECT_EQ(ints_of((*trace)->seek((*trace)->size())->machine.buffers[0])[7], -1);
  EXPECT_EQ(ints_of((*trace)->counted().buffers[0])[7], -1);
}

TEST(HostCalls, ProvenanceFollowsWritesAndCopies) {
  const Plan plan =
      two_launches(4, {{CallKind::write, 0, "write", "", 1, 0, 16, 0, 0, bytes_of({1, 2, 3, 4})},
                       {CallKind::copy, 2, "copy", "", 1, 0, 8, 0, 8}});
  const auto trace = Trace::record(plan, model_named("cc9.0"));
  ASSERT_TRUE(trace) << trace.error().message;
  const auto label = [&](std::uint64_t position, std::size_t buffer, std::size_t element) {
    return (*trace)->provenance().label((*trace)->seek(position)->buffer_provenance[buffer][element]);
  };
  EXPECT_EQ(label(0, 1, 2), "x2");
  EXPECT_EQ(label((*trace)->size(), 1, 0), "x2");  // in[0] = out[2], which is in[2] + 1
  EXPECT_EQ(label((*trace)->size(), 1, 3), "x3");
}

TEST(SubBuffers, BeginAtTheirOffsetAndEndWithTheirBytes) {
  Plan plan = two_launches(4, {{CallKind::write, 0, "write", "", 1, 0, 64, 0, 0,
                                bytes_of({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15})}});
  plan.buffers = {ints("whole_out", 16, PlanBuffer::Role::output),
                  ints("whole_in", 16, PlanBuffer::Role::input)};
  plan.launches[0].arguments = {BufferArgument{0, 16, 16}, BufferArgument{1, 32}};
  plan.launches[1].arguments = {BufferArgument{0, 48, 8}, BufferArgument{1, 0, 16}};
  const CountedRun run = counted(plan);
  const std::vector<std::int32_t> out = ints_of(run.buffers[0]);
  EXPECT_THAT(std::vector(out.begin() + 4, out.begin() + 8), ElementsAre(9, 10, 11, 12));
  EXPECT_THAT(std::vector(out.begin() + 12, out.end()), ElementsAre(1, 2, 0, 0));
  ASSERT_EQ(run.findings.size(), 1u);
  EXPECT_THAT(run.findings[0].message, HasSubstr("writes out[2]"));
  EXPECT_THAT(run.findings[0].message, HasSubstr("past the end of out (2 ints)"));
  const auto trace = Trace::record(plan, model_named("cc9.0"));
  ASSERT_TRUE(trace);
  const auto last = (*trace)->seek((*trace)->size());
  EXPECT_EQ((*trace)->provenance().label(last->buffer_provenance[0][5]), "x9");
}

TEST(SubBuffers, RacesMeetInTheWholeBuffer) {
  Plan plan = two_launches(4, {});
  plan.buffers = {ints("whole", 16, PlanBuffer::Role::output), ints("in", 4, PlanBuffer::Role::input)};
  plan.buffers[1].content.pattern = Content::Pattern::iota;
  plan.programs[0].source.text =
      "kernel void k(global int *a, global int *b, global const int *in) {\n"
      "  int i = get_global_id(0);\n"
      "  if (i == 0) a[1] = in[0];\n"
      "  if (i == 1) b[0] = in[1];\n"
      "}\n";
  for (PlanLaunch& launch : plan.launches)
    launch.arguments = {BufferArgument{0, 0, 8}, BufferArgument{0, 4, 8}, BufferArgument{1}};
  const CountedRun run = counted(plan);
  ASSERT_EQ(run.findings.size(), 1u);
  EXPECT_EQ(run.findings[0].kind, Finding::Kind::data_race) << run.findings[0].message;
}

TEST(ClosedSources, IncludeOnlyWhatTheyHold) {
  Plan plan = two_launches(4, {{CallKind::fill, 0, "fill", "", 1, 0, 16, 0, 0, bytes_of({1})}});
  KernelSource& source = plan.programs[0].source;
  source.text =
      "#include \"one.h\"\nkernel void k(global int *out, global const int *in) { out[0] = in[0] + ONE; }";
  source.headers.push_back({"one.h", "#define ONE 1\n"});
  source.is_closed = true;
  EXPECT_EQ(ints_of(counted(plan).buffers[0])[0], 2);
  source.headers.clear();
  source.text = "#include \"/etc/hostname\"\n" + source.text;
  const auto run = run_counted(plan, model_named("cc9.0"));
  ASSERT_FALSE(run);
  EXPECT_THAT(run.error().message,
              HasSubstr("'/etc/hostname' is not among the files supplied with this one"));
}

}  // namespace
}  // namespace lockstep::sim
