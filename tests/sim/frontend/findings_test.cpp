// Errors in OpenCL C text that depend on the compiler's knowledge of variables and arrays, each with a
// correct twin.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "sim/compiler/compile.hpp"
#include "sim/device_models/device_model.hpp"
#include "sim/launch/compiled_machine.hpp"
#include "sim/machine/machine.hpp"
#include "sim/observers/finding_log.hpp"
#include "sim/observers/races/detector.hpp"

namespace lockstep::sim {
namespace {

constexpr std::uint64_t kItems = 8;

// "line: kind: message" of each finding; `body` begins on line 2 and has `out` (64 zeros) and `g`.
std::vector<std::string> findings_of(const std::string& body, const std::string& before = "") {
  const std::string text =
      before + "__kernel void k(__global int* out) { int g = get_global_id(0);\n" + body + "\n}\n";
  Plan plan;
  plan.programs.push_back({{"test.cl", text, ""}, ""});
  PlanBuffer buffer{"out", ElementType::int32, 64, PlanBuffer::Role::output, {}};
  buffer.content.pattern = Content::Pattern::constant;
  plan.buffers.push_back(buffer);
  PlanLaunch launch;
  launch.kernel = "k";
  launch.range.global_size = {kItems, 1, 1};
  launch.range.local_size = {kItems, 1, 1};
  launch.arguments = {BufferArgument{0}};
  plan.launches.push_back(launch);
  const auto machine = compile_machine(plan, **find_device_model("cc9.0"));
  EXPECT_TRUE(machine.has_value()) << machine.error().message;
  if (!machine) return {};
  MachineState state = machine->initial_state();
  FindingLog log;
  RaceDetector races(*machine, log);
  Observer* const observers[] = {&log, &races};
  machine->run(state, observers);
  std::vector<std::string> found;
  for (const Finding& finding : log.findings())
    found.push_back(
        fmt::format("{}: {}: {}", finding.first.range.line, kind_name(finding.kind), finding.message));
  return found;
}

using Findings = std::vector<std::string>;

TEST(Unwritten, AVariableThatSomeLanesNeverWrote) {
  EXPECT_EQ(
      findings_of("int s;\nif (g > 3) s = 1;\nout[g] = s;"),
      (Findings{"4: uninitialised_read: work-item 0 reads s at line 4, but it has not been initialised"}));
  EXPECT_EQ(findings_of("int s;\nif (g > 3) s = 1; else s = 2;\nout[g] = s;"), Findings{});
}

TEST(Unwritten, ASumWithoutAnInitialValue) {
  EXPECT_EQ(
      findings_of("int s;\nfor (int i = 0; i < 4; i++) s += i;\nout[g] = s;"),
      (Findings{"3: uninitialised_read: work-item 0 reads s at line 3, but it has not been initialised"}));
  EXPECT_EQ(findings_of("int s;\ns = 0;\nfor (int i = 0; i < 4; i++) s += i;\nout[g] = s;"), Findings{});
}

TEST(Unwritten, AComponentOfAVector) {
  EXPECT_EQ(findings_of("int4 v;\nv.xzw = g;\nout[g] = v.y;").size(), 1u);
  EXPECT_EQ(findings_of("int4 v;\nv.xzw = g;\nout[g] = v.z;"), Findings{});
  EXPECT_EQ(findings_of("int4 v;\nv.xzw = g;\nv.s1 = 3;\nout[g] = v.y;"), Findings{});
}

// Reading a vector reads every component; the message names the first that is not initialised. Two operands
// of a line are two reads.
TEST(Unwritten, APartlyWrittenVectorThatIsReadAsAWhole) {
  const auto reads = [](const std::string& body) { return findings_of(body).size(); };
  EXPECT_EQ(findings_of("int4 v;\nv.x = 1;\nv = v * 2;\nout[g] = v.x;"),
            (Findings{"4: uninitialised_read: work-item 0 reads v.y at line 4, but it has not been "
                      "initialised"}));
  EXPECT_EQ(reads("int4 v;\nv.xyz = g;\nif (g == 0) vstore4(v, 0, out);"), 1u);
  EXPECT_EQ(reads("float4 v; v.x = 1; v.y = 2; v.z = 3;\nout[g] = dot(v, v);"), 2u);
  EXPECT_EQ(reads("float4 v; v.xyz = (float3)(g);\nout[g] = dot(v.xyz, v.xyz);"), 0u);
  EXPECT_EQ(reads("int4 v; v.lo = g; v.hi = 2;\nif (g == 0) vstore4(v, 0, out);"), 0u);
  EXPECT_EQ(reads("int3 v; v.x = 1; v.yz = g;\nif (g == 0) vstore3(v, 0, out);"), 0u);
  EXPECT_EQ(reads("int4 v; for (int i = 0; i < 4; i++) v[i] = g;\nout[g] = (v + v).w;"), 0u);
  EXPECT_EQ(reads("int4 v; for (int i = 0; i < 3; i++) v[i] = g;\nout[g] = (v + v).w;"), 2u);
}

// A copy of an uninitialised value is also uninitialised; that is not an error until it is read.
TEST(Unwritten, AVectorIsCopiedWithItsUninitialisedComponents) {
  const auto reads = [](const std::string& body) { return findings_of(body).size(); };
  EXPECT_EQ(reads("int4 v; v.xy = g;\nint4 w = v;\nout[g] = w.y;"), 0u);
  EXPECT_EQ(findings_of("int4 v; v.xy = g;\nint4 w = v;\nout[g] = w.z;"),
            (Findings{"4: uninitialised_read: work-item 0 reads w.z at line 4, but it has not been "
                      "initialised"}));
  EXPECT_EQ(reads("int4 v, w = g; v.xy = g;\nw = v;\nout[g] = w.y + w.x;"), 0u);
  EXPECT_EQ(reads("int4 v, w = g; v.xy = g;\nw = v;\nout[g] = w.w;"), 1u);
  EXPECT_EQ(reads("int4 v, w; v.xy = g;\nw = v; w.zw = 2;\nint4 x = w;\nout[g] = x.w;"), 0u);
  EXPECT_EQ(reads("int4 v, a[2]; v.x = g;\na[1] = v;\nout[g] = a[1].x;"), 0u);
  EXPECT_EQ(reads("int4 v, a[2]; v.x = g;\na[1] = v;\nout[g] = a[1].y;"), 1u);
  EXPECT_EQ(reads("int4 a[2]; a[0] = g; a[1].x = 2;\na[0] = a[g & 1];\nout[g] = a[0].x;"), 0u);
  EXPECT_EQ(reads("int4 a[2]; a[0] = g; a[1].x = 2;\na[0] = a[g & 1];\nout[g] = a[0].y;"), 1u);
  EXPECT_EQ(reads("struct S { int4 v; } s, r; s.v.x = 1;\nr = s;\nout[g] = r.v.x;"), 0u);
  EXPECT_EQ(reads("struct S { int4 v; } s, r; s.v.x = 1;\nr = s;\nout[g] = r.v.y;"), 1u);
}

// The variable is written on every path that is taken, although the text does not show this.
TEST(Unwritten, VariablesWrittenBeforeUseHaveNoFinding) {
  EXPECT_EQ(findings_of("int s;\nfor (int i = 0; i < 4; i++) { if (i > 0) out[g] += s; s = i; }"),
            Findings{});
  EXPECT_EQ(findings_of("int s;\nfor (int i = 0; i <= g; i++) s = i;\nout[g] = s;"), Findings{});
}

std::string in_memory(const std::string& body) {
  const std::string text = "__kernel void k(__global int* out, int n) {\n" + body + "\n}\n";
  const auto program = language::compile({"test.cl", text, ""}, "");
  EXPECT_TRUE(program.has_value()) << program.error().message;
  std::string names;
  for (const Variable& variable : (*program)->variables)
    if (!variable.in_register) names += variable.name;
  return names;
}

// Only variables that may be read before they are written are watched.
TEST(Unwritten, OnlyDoubtfulVariablesAreInMemory) {
  EXPECT_EQ(in_memory("int a = 1, b; b = a; out[0] = b;"), "");
  EXPECT_EQ(in_memory("int a; out[0] = a;"), "a");
  EXPECT_EQ(in_memory("int a; if (n) a = 1; out[0] = a;"), "a");
  EXPECT_EQ(in_memory("int a; if (n) a = 1; else return; out[0] = a;"), "");
  EXPECT_EQ(in_memory("int a; out[0] = n && (a = n) ? a : 0;"), "a");
  EXPECT_EQ(in_memory("int a; out[0] = (a = n) && n ? a : 0;"), "");
  EXPECT_EQ(in_memory("int a; while (1) { a = n; if (a) break; } out[0] = a;"), "");
  EXPECT_EQ(in_memory("int a; while (n) { a = n; if (a) break; } out[0] = a;"), "a");
  EXPECT_EQ(in_memory("int a; do { a = n; } while (n--); out[0] = a;"), "");
  EXPECT_EQ(in_memory("int a; do { if (n == 2) continue; a = n; } while (n--); out[0] = a;"), "a");
  EXPECT_EQ(in_memory("int a; for (int i = 0; i < n; i++) { a = i; out[i] = a; }"), "");
  EXPECT_EQ(in_memory("int a; switch (n) { case 0: a = 1; break; default: a = 2; } out[0] = a;"), "");
  EXPECT_EQ(in_memory("int a; switch (n) { case 0: a = 1; break; case 1: a = 2; } out[0] = a;"), "a");
  EXPECT_EQ(in_memory("int a; switch (n) { case 0: a = 1; default: out[0] = a; }"), "a");
  EXPECT_EQ(in_memory("int2 a; a.x = n; a.y = a.x; out[0] = a.x + a.y;"), "");
  EXPECT_EQ(in_memory("int2 a; a.x = n; out[0] = a.yx.x;"), "a");
  EXPECT_EQ(in_memory("int a; a++;"), "a");
  EXPECT_EQ(in_memory("int a; if (n) goto use; a = 1; use: out[0] = a;"), "a");
  EXPECT_EQ(in_memory("int a; again: a = n; if (n--) goto again; out[0] = a;"), "");
  EXPECT_EQ(in_memory("int a; if (n) goto end; a = 1; out[0] = a; end: ;"), "");
  EXPECT_EQ(in_memory("int a, b = n ? (a = 1) : (a = 2); out[b] = a;"), "");
}

const char* const kBox = "struct Box { char kind; int cells[3]; int last; };\n";

TEST(ArrayBounds, AnArrayInsideAStructure) {
  const std::string make = "struct Box b = {1, {1, 2, 3}, 4};\n";
  EXPECT_EQ(findings_of(make + "out[g] = b.cells[g & 3];", kBox),
            (Findings{"4: out_of_bounds: work-item 3 uses index 3 of b.cells, which has 3 elements"}));
  EXPECT_EQ(findings_of(make + "out[g] = b.cells[g % 3];", kBox), Findings{});
  EXPECT_EQ(findings_of(make + "struct Box* p = &b;\nout[g] = p->cells[g - 1];", kBox),
            (Findings{"5: out_of_bounds: work-item 0 uses index -1 of p->cells, which has 3 elements"}));
  EXPECT_EQ(findings_of(make + "out[g] = b.cells[3];", kBox).size(), 1u);
}

TEST(ArrayBounds, ARowOfATile) {
  const std::string tile =
      "__local int tile[4][4];\nif (g < 4) for (int i = 0; i < 4; i++) tile[g][i] = i;\n"
      "barrier(CLK_LOCAL_MEM_FENCE);\n";
  EXPECT_EQ(findings_of(tile + "out[g] = tile[0][g];"),
            (Findings{"5: out_of_bounds: work-item 4 uses index 4 of tile[0], which has 4 elements"}));
  EXPECT_EQ(findings_of(tile + "out[g] = tile[g / 2][g % 4];"), Findings{});
  EXPECT_EQ(findings_of(tile + "__local int* end = &tile[1][g < 8 ? 4 : 0];\nout[g] = end[-1];"), Findings{});
}

const char* const kPacked = "struct __attribute__((packed)) P { char a; int b; short c[2]; };\n";

TEST(Alignment, MembersOfAPackedStructureHaveAnyAlignment) {
  EXPECT_EQ(findings_of("struct P p = {1, g, {3, 4}};\np.b += p.c[g & 1];\nout[g] = p.b;", kPacked),
            Findings{});
  EXPECT_EQ(findings_of("struct Q { int x; struct P p; } q;\nq.p.b = g;\nout[g] = q.p.b;", kPacked),
            Findings{});
  EXPECT_EQ(findings_of("char bytes[8];\nfor (int i = 0; i < 8; i++) bytes[i] = i;\n"
                        "out[g] = *(int*)(bytes + 1);")
                .size(),
            1u);
}

// Any work-item may do the copy, so a barrier must separate it from earlier accesses of all work-items.
TEST(Races, OfAnAsyncCopy) {
  const std::string copy =
      "event_t e = async_work_group_copy(s, (__global const int*)out, 8, 0);\n"
      "wait_group_events(1, &e);\nout[g + 8] = s[g];";
  const std::string write = "__local int s[8];\ns[g] = g + 1;\n";
  EXPECT_EQ(findings_of(write + copy).size(), 1u);
  EXPECT_EQ(findings_of(write + "barrier(CLK_LOCAL_MEM_FENCE);\n" + copy), Findings{});
}

TEST(Barriers, AnAsyncCopyIsTheSameForAll) {
  const std::string begin = "__local int s[8];\nsize_t n = 8;\n";
  const std::string copy =
      "event_t e = async_work_group_copy(s, (__global const int*)out, n, 0);\n"
      "wait_group_events(1, &e);\nout[g + 8] = s[g];";
  EXPECT_EQ(findings_of(begin + copy), Findings{});
  EXPECT_EQ(findings_of(begin + "if (g == 5) n = 1;\n" + copy),
            (Findings{"5: barrier_divergence: work-items 0 and 5 pass different arguments to the async copy "
                      "at line 5; all "
                      "work-items of the group must pass the same arguments"}));
  const Findings partial = findings_of(begin +
                                       "event_t e = 0;\nif (g == 5) e = async_work_group_copy(s, (__global "
                                       "const int*)out, n, e);\nwait_group_events(1, &e);");
  ASSERT_EQ(partial.size(), 2u);
  EXPECT_EQ(partial[0].substr(0, 22), "5: barrier_divergence:");
  EXPECT_EQ(partial[1].substr(0, 21), "6: asynchronous_copy:");  // one waits for it, the others for event 0
}

// A compare-exchange that fails changes nothing, so it does not race with a plain read.
TEST(Races, OfACompareExchange) {
  const std::string begin = "__local int s;\nif (g == 0) s = 0;\nbarrier(CLK_LOCAL_MEM_FENCE);\n";
  EXPECT_EQ(findings_of(begin + "if (atomic_cmpxchg(&s, 0, 1) == 0) out[0] = s;"), Findings{});
  EXPECT_EQ(findings_of(begin + "if (atomic_cmpxchg(&s, g, g + 1) == g) out[g] = s;").size(), 1u);
}

}  // namespace
}  // namespace lockstep::sim
