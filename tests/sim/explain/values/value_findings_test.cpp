#include "sim/explain/values/value_findings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

using testing::HasSubstr;

// Findings of `kernel void k(global int *out, global const int *in)` with iota as its input.
std::vector<Finding> found_in(const std::string& body) {
  const Plan plan =
      kernel_plan("kernel void k(global int *out, global const int *in) {\n  int i = get_global_id(0);\n" +
                      body + "\n}\n",
                  64, 32);
  const auto run = run_counted(plan, model_named("cc9.0"), {});
  EXPECT_TRUE(run) << run.error().message;
  return run ? value_findings(plan, model_named("cc9.0"), {}, *run) : std::vector<Finding>{};
}

void expect_found(const std::string& body, Finding::Kind kind, const std::string& words) {
  const std::vector<Finding> found = found_in(body);
  ASSERT_EQ(found.size(), 1u) << body;
  EXPECT_EQ(found[0].kind, kind) << found[0].message;
  EXPECT_EQ(found[0].severity, Severity::warning);
  EXPECT_EQ(found[0].first.range.line, 3u);
  EXPECT_THAT(found[0].message, HasSubstr(words));
}

TEST(ValueFindings, SignedArithmeticThatOverflows) {
  using enum Finding::Kind;
  expect_found(
      "  out[i] = in[i] + 2147483600;", overflow,
      "work-item 48 at line 3 computes 48 + 2147483600: 2147483648 does not fit in an int and becomes "
      "-2147483648");
  expect_found("  out[i] = -2147483647 - in[i];", overflow, "computes -2147483647 - 2: ");
  expect_found("  out[i] = (in[i] + 1) * 100000000;", overflow,
               "computes 22 * 100000000: 2200000000 does not fit");
}

TEST(ValueFindings, ConversionsThatLoseAValue) {
  using enum Finding::Kind;
  expect_found("  long wide = in[i] + 3000000000L; int narrow = wide; out[i] = narrow;", narrowing,
               "computes 3000000000, which does not fit in an int and becomes -1294967296");
  expect_found("  uchar size = in[i] + 200; out[i] = size;", narrowing,
               "computes 256, which does not fit in a uchar");
  expect_found("  out[i] = in[i] * 1e9f;", narrowing, "which does not fit in an int");
}

// An explicit conversion of a floating-point number that does not fit into the integer is also undefined.
TEST(ValueFindings, ExplicitConversionsOfFloatingPointNumbers) {
  using enum Finding::Kind;
  for (const char* body : {"  out[i] = (int)(in[i] * 1e9f);", "  out[i] = convert_int(in[i] * 1e9f);",
                           "  out[i] = convert_int_rtz(in[i] * 1e9f);", "  out[i] = (uchar)(in[i] * 1e9f);"})
    expect_found(body, narrowing, "the conversion is undefined");
  for (const char* body : {"  out[i] = (int)(in[i] * 0.7f);", "  out[i] = convert_int_rte(in[i] * 0.7f);",
                           "  out[i] = convert_int_sat(in[i] * 1e9f);", "  out[i] = in[i] * 0.7f;"})
    EXPECT_TRUE(found_in(body).empty()) << body;
}

TEST(ValueFindings, ShiftsPastTheWidth) {
  expect_found("  out[i] = 1 << in[i];", Finding::Kind::shift_width, "computes 1 << 32: an int has 32 bits");
}

TEST(ValueFindings, NothingIsSaidOfWhatIsMeant) {
  for (const char* body :
       {"  uint h = in[i] * 2654435761u; out[i] = (int)(h >> 20);", "  out[i] = (uchar)(in[i] + 300);",
        "  out[i] = convert_char(in[i] + 300);", "  out[i] = in[i] << 3;",
        "  uint all = -1; out[i] = all > 3u;", "  ulong h = in[i] * 0x9E3779B97F4A7C15ul; out[i] = h >> 60;"})
    EXPECT_TRUE(found_in(body).empty()) << body << found_in(body).front().message;
}

}  // namespace
}  // namespace lockstep::sim
