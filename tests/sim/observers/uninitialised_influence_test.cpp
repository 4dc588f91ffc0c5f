// Reads of memory that was never written are errors only if a result depends on them.
#include <gtest/gtest.h>

#include "sim/observers/counters/counters.hpp"
#include "sim/trace/trace.hpp"
#include "sim/trace/trace_maker.hpp"
#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

Plan plan_reading(const std::string& body) {
  return kernel_plan(
      "kernel void k(global int *out, global const int *in) {\n  local int t[64];\n"
      "  int l = get_local_id(0);\n" +
          body + "\n}\n",
      64, 64);
}

Severity severity_in_pieces(const Plan& plan) {
  auto maker = TraceMaker::begin(plan, model_named("cc9.0"), {});
  while (maker->go_on(std::chrono::milliseconds(0))) {
  }
  return (*maker->finish())->findings().front().severity;
}

// The severities of a counted run and of a trace, complete and in pieces, which must agree.
void expect_severity(const std::string& body, Severity severity) {
  const Plan plan = plan_reading(body);
  const auto run = run_counted(plan, model_named("cc9.0"), {});
  const auto trace = Trace::record(plan, model_named("cc9.0"), {});
  ASSERT_TRUE(run && trace) << body;
  ASSERT_FALSE(run->findings.empty()) << body;
  ASSERT_FALSE((*trace)->findings().empty()) << body;
  EXPECT_EQ(run->findings.front().kind, Finding::Kind::uninitialised_read) << body;
  EXPECT_EQ(run->findings.front().severity, severity) << body << run->findings.front().message;
  EXPECT_EQ((*trace)->findings().front().severity, severity) << body;
  EXPECT_EQ(severity_in_pieces(plan), severity) << body;
}

TEST(UnwrittenValues, ThatReachNothingAreNotes) {
  const std::string half = "  if (l < 32) t[l] = in[l];\n  barrier(CLK_LOCAL_MEM_FENCE);\n";
  expect_severity(half + "  int x = t[l];\n  if (l < 32) out[l] = x;", Severity::note);
  expect_severity(half + "  int x = t[l] + 1;\n  barrier(CLK_LOCAL_MEM_FENCE);\n  t[l] = x;", Severity::note);
}

TEST(UnwrittenValues, ThatDecideSomethingAreErrors) {
  expect_severity("  out[l] = t[l];", Severity::error);
  expect_severity("  if (t[l] > 3) out[l] = 1; else out[l] = 1;", Severity::error);
  expect_severity("  out[l] = in[t[l] & 7] & 0;", Severity::error);
}

}  // namespace
}  // namespace lockstep::sim
