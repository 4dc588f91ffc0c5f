// Accesses out of bounds: each is reported with its name in the source, none hides another, and all are
// counted at the addresses that they request.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "sim/compiler/compile.hpp"
#include "sim/observers/counters/counters.hpp"
#include "sim/trace/trace.hpp"
#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

PlanBuffer zeros(const char* name, ElementType type, std::uint64_t elements) {
  PlanBuffer buffer{name, type, elements, PlanBuffer::Role::output, {}};
  buffer.content.pattern = Content::Pattern::constant;
  return buffer;
}

struct Launch {
  std::string text;
  std::vector<PlanBuffer> buffers;
  std::uint64_t items = 8;
  std::uint64_t group = 8;
};

Plan plan_of(const Launch& wanted) {
  Plan plan;
  plan.programs.push_back({{"test.cl", wanted.text, ""}, ""});
  plan.buffers = wanted.buffers;
  PlanLaunch launch;
  launch.kernel = "t";
  launch.range.global_size = {wanted.items, 1, 1};
  launch.range.local_size = {wanted.group, 1, 1};
  for (std::size_t i = 0; i < plan.buffers.size(); ++i) launch.arguments.push_back(BufferArgument{i});
  plan.launches.push_back(launch);
  return plan;
}

CountedRun run(const Launch& wanted) {
  const auto counted = run_counted(plan_of(wanted), model_named("cc9.0"));
  EXPECT_TRUE(counted) << counted.error().message;
  return counted.value_or(CountedRun{});
}

std::string repro(const std::string& name) {
  std::ifstream file(LOCKSTEP_SOURCE_DIR "/tests/sim/machine/repros/" + name);
  EXPECT_TRUE(file) << name;
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// The text of each access out of bounds, "reads q[4]", in the order of the findings.
std::vector<std::string> places(const CountedRun& run) {
  std::vector<std::string> found;
  for (const Finding& finding : run.findings) {
    if (finding.kind != Finding::Kind::out_of_bounds) continue;
    const std::size_t verb = finding.message.find(' ', finding.message.find(' ') + 1) + 1;
    found.push_back(finding.message.substr(verb, finding.message.find(" at line") - verb));
  }
  return found;
}

bool says(const CountedRun& run, const std::string& words) {
  for (const Finding& finding : run.findings)
    if (finding.message.find(words) != std::string::npos) return true;
  return false;
}

using Places = std::vector<std::string>;

TEST(OutOfBounds, EachAccessOfAStatementIsNamed) {
  const PlanBuffer four = zeros("b", ElementType::int32, 4);
  EXPECT_EQ(places(run({repro("two-oob-same-stmt.cl"), {four, four, four}})),
            (Places{"reads q[4]", "reads p[4]", "writes o[4]"}));
  EXPECT_EQ(places(run({repro("two-oob-one-line.cl"), {four, four}})),
            (Places{"reads table[4]", "reads p[4]", "writes o[4]"}));
  const std::string update = "kernel void t(global int* o) { o[get_global_id(0)] += 1; }";
  EXPECT_EQ(places(run({update, {four}})), (Places{"reads o[4]", "writes o[4]"}));
  const std::string macro =
      "#define MOVE(to, from) to[get_global_id(0)] = from[get_global_id(0)]\n"
      "kernel void t(global int* o, global int* q) { MOVE(o, q); }";
  EXPECT_EQ(places(run({macro, {four, four}})), (Places{"reads q[4]", "writes o[4]"}));
}

TEST(OutOfBounds, NamesAreThoseOfTheSource) {
  const PlanBuffer ints = zeros("b", ElementType::int32, 8);
  EXPECT_EQ(places(run({repro("vec-index-message.cl"), {zeros("b", ElementType::float32, 16)}, 4, 4})),
            (Places{"writes o[4]"}));
  EXPECT_EQ(places(run({repro("struct-oob.cl"), {ints, ints}})), (Places{"reads p[4].y"}));
  const CountedRun constant = run({repro("constant-name.cl"), {ints}});
  EXPECT_EQ(places(constant), (Places{"reads table[4]"}));
  EXPECT_TRUE(says(constant, "table (4 ints of constant memory)"));
  const CountedRun members = run({repro("struct-member-message.cl"), {ints, ints}});
  EXPECT_TRUE(says(members, "work-item 0 reads q.y at line 9, but it has not been initialised"));
  EXPECT_TRUE(
      says(members, "work-item 0 writes 0 to count at line 7 and work-item 1 atomically updates count"));
  EXPECT_EQ(places(members), (Places{"reads table[4]", "reads p[4].y"}));
}

constexpr const char* kTypes =
    "struct In { char c; short s[3]; float4 v; };\n"
    "struct Q { int a; struct In in[2]; union { int i; float f; uchar b[8]; } u; };\n"
    "constant float rows[3][4] = {{1}};\nconstant int behind[64] = {0};\n";

TEST(OutOfBounds, MembersRowsAndComponents) {
  const auto place = [](const std::string& statement, std::uint64_t bytes = 256) {
    const std::string text =
        std::string(kTypes) +
        "kernel void t(global int* o, global struct Q* q, global float3* v, global int (*m)[8],\n"
        "              global uchar16* u) {\n"
        "  int i = get_global_id(0);\n  local int tile[4][5]; local int count;\n"
        "  if (i == 0) count = 0;\n  " +
        statement + "\n}\n";
    const CountedRun counted = run({text,
                                    {zeros("o", ElementType::int32, 8), zeros("q", ElementType::uint8, bytes),
                                     zeros("v", ElementType::float32, 8), zeros("m", ElementType::int32, 16),
                                     zeros("u", ElementType::uint8, 16)}});
    const Places found = places(counted);
    return found.empty() ? std::string("nothing") : found.front();
  };
  EXPECT_EQ(place("o[i] = q[i].in[1].s[2];", 2 * 96), "reads q[2].in[1].s[2]");
  EXPECT_EQ(place("o[i] = (int)q[i].in[0].v.z;", 2 * 96), "reads q[2].in[0].v.z");
  EXPECT_EQ(place("o[i] = (int)q[i].u.f;", 2 * 96), "reads q[2].u.f");
  EXPECT_EQ(place("o[i] = q[i].u.i;", 2 * 96), "reads q[2].u.i");
  EXPECT_EQ(place("o[i] = q[i].u.b[5];", 2 * 96), "reads q[2].u.b[5]");
  EXPECT_EQ(place("struct Q all = q[i]; o[i] = all.a;", 2 * 96), "reads q[2]");
  EXPECT_EQ(place("o[i] = (int)v[i].y;"), "reads v[2].y");
  EXPECT_EQ(place("float3 w = v[i]; o[i] = (int)w.x;"), "reads v[2]");
  EXPECT_EQ(place("o[i] = u[i].sb;"), "reads u[1].sb");
  EXPECT_EQ(place("o[i] = m[i][3];"), "reads m[2][3]");
  EXPECT_EQ(place("tile[i][2] = i;"), "writes tile[4][2]");
  EXPECT_EQ(place("(&count)[i] = i;"), "writes (&count)[1]");
  EXPECT_EQ(place("o[i] = (int)rows[i][1];"), "reads rows[3][1]");  // `behind` follows in memory
  EXPECT_EQ(place("o[i - 2] = i;"), "writes o[-2]");
}

TEST(OutOfBounds, AnArrayOfRowsIsCountedInRows) {
  const std::string text =
      "kernel void t(global int* o) { local int tile[4][5]; int i = get_global_id(0); tile[i][0] = i; }";
  EXPECT_TRUE(
      says(run({text, {zeros("o", ElementType::int32, 8)}}),
           "one past the end of tile (4 × 5 ints of local memory); the first index must stay below 4"));
}

TEST(OutOfBounds, AnArrayWithoutLengthEndsWithItsObject) {
  const std::string text =
      "struct Flex { int n; int rest[]; };\n"
      "kernel void t(global int* o, global struct Flex* f) { int i = get_global_id(0); o[i] = f->rest[i]; }";
  const CountedRun counted =
      run({text, {zeros("o", ElementType::int32, 8), zeros("f", ElementType::int32, 4)}});
  EXPECT_EQ(places(counted), (Places{"reads f[0].rest[3]"}));
  EXPECT_TRUE(says(counted, "past the end of f (16 bytes)"));
}

TEST(OutOfBounds, WhatCouldNotBeCopiedIsOneFinding) {
  const std::string text = std::string(kTypes) +
                           "kernel void t(global int* o, global struct Q* q) {\n"
                           "  int i = get_global_id(0); struct Q one = q[i]; o[i] = one.a; }";
  EXPECT_EQ(run({text, {zeros("o", ElementType::int32, 8), zeros("q", ElementType::uint8, 2 * 96)}})
                .findings.size(),
            1u);
}

// 32 lanes request 128 bytes from byte 64 on, of which the buffer has 64: four sectors, as in a
// larger buffer.
TEST(OutOfBounds, TransactionsAreCountedWhereTheyAsk) {
  const std::string text =
      "kernel void t(global int* o, global int* p) {\n"
      "  int i = get_global_id(0); o[i] = p[i + 16]; }";
  for (const std::uint64_t elements : {32u, 48u}) {
    const Counters counters =
        run({text,
             {zeros("o", ElementType::int32, elements), zeros("p", ElementType::int32, elements)},
             32,
             32})
            .total;
    EXPECT_EQ(counters.global_load_requests, 1u);
    EXPECT_EQ(counters.global_load_transactions, 4u) << elements;
    EXPECT_EQ(counters.global_store_transactions, 4u) << elements;
    EXPECT_EQ(counters.bytes_asked, 256u) << elements;
  }
  const Counters outside =
      run({text, {zeros("o", ElementType::int32, 8), zeros("p", ElementType::int32, 8)}, 32, 32}).total;
  EXPECT_EQ(outside.global_load_transactions, 4u);
  EXPECT_EQ(outside.global_store_transactions, 4u);
}

TEST(OutOfBounds, BankConflictsAreCountedWhereTheyAsk) {
  const std::string text =
      "kernel void t(global int* o) {\n"
      "  local int s[64]; int i = get_local_id(0); s[4 * i] = i; }";
  const Counters counters = run({text, {zeros("o", ElementType::int32, 1)}, 32, 32}).total;
  EXPECT_EQ(counters.local_store_requests, 1u);
  EXPECT_EQ(counters.local_store_wavefronts, 4u);
  EXPECT_EQ(counters.local_conflicts, 3u);
}

// The trace has the same counts, and the figure of memory shows the requesting lanes.
TEST(OutOfBounds, TheTraceAgrees) {
  const std::string text =
      "kernel void t(global int* o, global int* p) {\n"
      "  int i = get_global_id(0); o[i] = p[2 * i - 8]; }";
  const Launch launch{text, {zeros("o", ElementType::int32, 16), zeros("p", ElementType::int32, 16)}, 32, 32};
  const auto trace = Trace::record(plan_of(launch), model_named("cc9.0"));
  ASSERT_TRUE(trace);
  Counters at_end = (*trace)->seek((*trace)->size())->counters;
  const Counters counted = run(launch).total;
  EXPECT_EQ(at_end.global_load_transactions, counted.global_load_transactions);
  EXPECT_EQ(at_end.global_store_transactions, counted.global_store_transactions);
  EXPECT_EQ(at_end.lane_slots, counted.lane_slots);
  bool seen = false;
  for (std::uint64_t position = 0; position < (*trace)->size(); ++position)
    for (const AccessDetail& detail : (*trace)->accesses(position)) {
      if (detail.kind != AccessKind::load || detail.space != Space::global) continue;
      seen = true;
      EXPECT_EQ(detail.lanes, 0xFFFFFFFFu);
      EXPECT_EQ(detail.denied, 0xFFFFF00Fu);
      EXPECT_EQ(detail.transactions.size(), 8u);
    }
  EXPECT_TRUE(seen);
}

// A distant address, and null: hardware stops at these. The simulator reports them and continues.
TEST(OutOfBounds, FarAndNullAddresses) {
  const PlanBuffer out = zeros("o", ElementType::int32, 32);
  const std::string far = "kernel void t(global int* o) { o[(get_global_id(0) + 1) * (1l << 30)] = 1; }";
  const CountedRun counted = run({far, {out}, 32, 32});
  ASSERT_EQ(places(counted), (Places{"writes o[1073741824]"}));
  EXPECT_EQ(counted.total.global_store_transactions, 32u);
}

TEST(MemorySizes, TooMuchPrivateMemoryIsRefused) {
  const auto message = [](const std::string& text) {
    const auto program = language::compile({"t.cl", text, ""}, "");
    return program ? std::string("accepted") : program.error().message;
  };
  EXPECT_NE(message(repro("private-4GiB.cl")).find("a takes 4 GiB of private memory"), std::string::npos);
  EXPECT_EQ(message("kernel void t(global int* o) { char a[1 << 20]; a[5] = 7; o[0] = a[5]; }"), "accepted");
  const std::string chain =
      "int a(int k) { char x[1 << 29]; x[k] = 1; return x[0]; }\n"
      "int b(int k) { char x[1 << 29]; x[k] = 1; return x[0] + a(k); }\n"
      "kernel void t(global int* o) { char x[1 << 29]; x[o[0]] = 1; o[0] = x[1] + b(1); }";
  EXPECT_NE(message(chain).find("of private memory together"), std::string::npos) << message(chain);
  const std::string larger = message(repro("local-4GiB-4.cl"));
  EXPECT_NE(larger.find("this array is larger than 4 GiB"), std::string::npos);
  EXPECT_EQ(larger.find("unknown identifier"), std::string::npos) << larger;
  EXPECT_EQ(message(repro("local-4GiB.cl")), "accepted");
  const auto launched = run_counted(plan_of({repro("local-4GiB.cl"), {zeros("o", ElementType::int32, 8)}}),
                                    model_named("cc9.0"));
  ASSERT_FALSE(launched);
  EXPECT_NE(launched.error().message.find("needs 4294967296 bytes of local memory"), std::string::npos);
}

TEST(Idle, LanesThatAWarpDoesNotHaveAreIdle) {
  const std::string text = "kernel void t(global int* o) { o[get_global_id(0)] = 1; }";
  const PlanBuffer out = zeros("o", ElementType::int32, 64);
  EXPECT_EQ(run({text, {out}, 64, 1}).total.lane_utilisation(), 1.0 / 32);
  EXPECT_EQ(run({text, {out}, 64, 16}).total.lane_utilisation(), 0.5);
  EXPECT_EQ(run({text, {out}, 64, 32}).total.lane_utilisation(), 1.0);
}

}  // namespace
}  // namespace lockstep::sim
