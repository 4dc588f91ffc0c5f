#include "sim/frontend/text/diagnostics.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/sim/frontend/tree_text.hpp"

namespace lockstep::sim::language {
namespace {

TEST(Diagnostics, HaveTheFormatOfACompiler) {
  const auto unit = analyse_text("__kernel void f(__global int* p) {\n\tp[0] = nn;\n}\n");
  ASSERT_FALSE(unit);
  EXPECT_EQ(unit.error().message,
            "test.cl:2:9: error: unknown identifier 'nn'\n"
            "\tp[0] = nn;\n"
            "\t       ^~");
}

TEST(Diagnostics, SeveralErrorsAreReportedAtOnce) {
  const auto unit = analyse_text(
      "__kernel void f(__global int* p) {\n  int a = one;\n  if (two) { p[0] = three; }\n  p[1] = a;\n}\n"
      "int g() { return four; }\n");
  ASSERT_FALSE(unit);
  for (const char* name : {"'one'", "'two'", "'three'", "'four'"})
    EXPECT_THAT(unit.error().message, ::testing::HasSubstr(name));
}

TEST(Diagnostics, StopAfterTwenty) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "int f" + std::to_string(i) + "() { return x; }\n";
  const auto unit = analyse_text(text);
  ASSERT_FALSE(unit);
  EXPECT_THAT(unit.error().message, ::testing::HasSubstr("too many errors"));
  EXPECT_THAT(unit.error().message, ::testing::HasSubstr("test.cl:20:"));
  EXPECT_THAT(unit.error().message, ::testing::Not(::testing::HasSubstr("test.cl:21:")));
}

TEST(Diagnostics, LongLinesAreCutAroundTheCaret) {
  const std::string text = "int f() { return " + std::string(500, ' ') + "x" + std::string(500, ' ') + "; }";
  const auto unit = analyse_text(text);
  ASSERT_FALSE(unit);
  EXPECT_LT(unit.error().message.size(), 400u);
  EXPECT_THAT(unit.error().message, ::testing::HasSubstr("test.cl:1:518"));
}

TEST(Diagnostics, ErrorsInAMacroPointToItsUse) {
  const auto unit = analyse_text("#define BAD(x) ((x) + missing)\nint f(int a) { return BAD(a); }\n");
  ASSERT_FALSE(unit);
  EXPECT_THAT(unit.error().message,
              ::testing::StartsWith("test.cl:2:23: error: unknown identifier 'missing'"));
}

TEST(Diagnostics, WarningsComeWithTheUnit) {
  const auto unit = analyse_text("void f(__global int* p, __global float* q) { p = q; }");
  ASSERT_TRUE(unit);
  ASSERT_EQ(unit->warnings.size(), 1u);
  EXPECT_THAT(unit->warnings[0],
              ::testing::HasSubstr("warning: __global float* is converted to __global int*"));
  EXPECT_TRUE(analyse_text("void f(__global int* p, __global float* q) { p = q; }", "-w")->warnings.empty());
}

}  // namespace
}  // namespace lockstep::sim::language
