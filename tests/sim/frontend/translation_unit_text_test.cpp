// Units that were translated separately and joined compile as one unit and keep their meaning.
#include "sim/frontend/translation_unit_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/compiler/compile.hpp"

namespace lockstep::sim::language {
namespace {

using testing::HasSubstr;

TranslationUnitText unit(const std::string& text, const std::string& options = "") {
  auto result = translate_alone({"unit.cl", text, ""}, options);
  EXPECT_TRUE(result) << (result ? "" : result.error().message);
  return result ? *result : TranslationUnitText{};
}

Result<std::shared_ptr<const Program>> compiled(const std::vector<TranslationUnitText>& units) {
  return compile({"joined.cl", join(units), ""}, "");
}

TEST(TranslationUnitText, AFunctionMayBeDefinedElsewhere) {
  const auto program =
      compiled({unit("float twice(float x);\nkernel void k(global float* a) { a[0] = twice(a[0]); }"),
                unit("float twice(float x) { return 2 * x; }")});
  ASSERT_TRUE(program) << program.error().message;
  EXPECT_EQ((*program)->kernels.size(), 1u);
}

TEST(TranslationUnitText, MacrosAreThoseOfEachUnitsOwnOptions) {
  const std::string text =
      join({unit("int a(void) { return N; }", "-D N=3"), unit("int b(void) { return N; }", "-D N=4")});
  EXPECT_THAT(text, HasSubstr("return 3"));
  EXPECT_THAT(text, HasSubstr("return 4"));
}

TEST(TranslationUnitText, WhatACommonHeaderDeclaresIsThereOnce) {
  const std::string header =
      "typedef struct { int x; } Pair;\nint first(Pair p);\ninline int one(void) { return 1; }\n";
  const auto program =
      compiled({unit(header + "int first(Pair p) { return p.x + one(); }"),
                unit(header + "kernel void k(global int* a) { Pair p = {2}; a[0] = first(p) + one(); }")});
  EXPECT_TRUE(program) << program.error().message;
}

TEST(TranslationUnitText, TwoDefinitionsOfAFunctionAreAnError) {
  const std::string text = "int one(void) { return 1; }";
  EXPECT_FALSE(compiled({unit(text), unit(text + "\nkernel void k(global int* a) { a[0] = one(); }")}));
}

TEST(TranslationUnitText, AVariableIsDeclaredBeforeOrAfterItsDefinition) {
  const std::string definition = "constant int limit = 3; kernel void k(global int* a) { a[0] = limit; }";
  const std::string use = "extern constant int limit; int twice(void) { return 2 * limit; }";
  for (const auto& units :
       {std::vector{unit(definition), unit(use)}, std::vector{unit(use), unit(definition)}}) {
    const auto program = compiled(units);
    EXPECT_TRUE(program) << program.error().message;
  }
  EXPECT_FALSE(compiled({unit(use)}));
}

TEST(TranslationUnitText, TypesThatTwoUnitsDefineWithinOtherDeclarationsAreOne) {
  for (const std::string& type : std::initializer_list<std::string>{
           "struct Pair { int x; float y; }", "union Pair { int x; float y; }", "enum Pair { x = 2 }",
           "struct __attribute__((packed)) Pair { int x; struct { int y; } inner; }",
           "struct Pair { int x; } __attribute__((aligned(16)))"}) {
    const std::string tag = type.substr(0, type.find(' ')) + " Pair";
    const std::string definition = "constant " + type + " pair = " + (tag == "enum Pair" ? "x" : "{3}") +
                                   "; kernel void k(global int* a) { a[0] = 1; }";
    for (const std::string& other :
         {"extern constant " + type + " pair; " + tag + " copy(void) { return pair; }",
          type + "; " + tag + " same(" + tag + " p) { return p; }",
          "typedef " + type + " Both; Both same(" + tag + " p) { return p; }"}) {
      const auto program = compiled({unit(definition), unit(other)});
      EXPECT_TRUE(program) << type << "\n" << other << "\n" << program.error().message;
    }
  }
}

TEST(TranslationUnitText, TypesOfOneNameThatDifferAreAnError) {
  EXPECT_FALSE(
      compiled({unit("constant struct Pair { int x; } pair = {3};"),
                unit("extern constant struct Pair { float x; } pair; kernel void k(global int* a) {}")}));
}

TEST(TranslationUnitText, LinesStayThoseOfTheFile) {
  const std::string text = join({unit("\n\n#define N 1\nint a(void) {\n  return N; }\n")});
  EXPECT_THAT(text, HasSubstr("#line 4\n"));
}

TEST(TranslationUnitText, AttributesEndNoFunction) {
  const auto program = compiled(
      {unit("typedef struct __attribute__((packed)) { char c; int i; } P;\n"
            "kernel __attribute__((reqd_work_group_size(4, 1, 1))) void k(global P* a) { a[0].i = 1; }")});
  ASSERT_TRUE(program) << program.error().message;
  EXPECT_EQ((*program)->kernels.front().required_group_size[0], 4u);
}

TEST(TranslationUnitText, AnErrorIsThatOfTheCompiler) {
  const auto result = translate_alone({"unit.cl", "int a(void) { return b; }", ""}, "");
  ASSERT_FALSE(result);
  EXPECT_THAT(result.error().message, HasSubstr("unit.cl:1:22: error: "));
}

}  // namespace
}  // namespace lockstep::sim::language
