// Variables, initial values, functions and kernels.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "tests/sim/frontend/tree_text.hpp"

namespace lockstep::sim::language {
namespace {

template <class T>
std::vector<T> constants(const std::string& declaration) {
  const auto unit = analyse_text(declaration);
  if (!unit) ADD_FAILURE() << unit.error().message;
  const std::vector<std::byte>& bytes = unit->constants.back()->initial_bytes;
  std::vector<T> values(bytes.size() / sizeof(T));
  std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
  return values;
}

using ::testing::ElementsAre;

TEST(Constants, HaveTheRightBytes) {
  EXPECT_THAT(constants<int>("__constant int a[] = {1, 2, 3};"), ElementsAre(1, 2, 3));
  EXPECT_THAT(constants<int>("__constant int a[4] = {1, [2] = 3, 4};"), ElementsAre(1, 0, 3, 4));
  EXPECT_THAT(constants<int>("__constant int a[2][2] = {1, 2, 3};"), ElementsAre(1, 2, 3, 0));
  EXPECT_THAT(constants<int>("__constant int a[2][2] = {{1}, {2, 3}};"), ElementsAre(1, 0, 2, 3));
  EXPECT_THAT(constants<float>("__constant float f = 1 / 2.0f + 3;"), ElementsAre(3.5f));
  EXPECT_THAT(constants<float>("__constant float4 v = (float4)(1, 2, 3, 4).wzyx;"), ElementsAre(4, 3, 2, 1));
  EXPECT_THAT(constants<float>("__constant float4 v = {1, 2};"), ElementsAre(1, 2, 0, 0));
  EXPECT_THAT(constants<char>("__constant char s[] = \"ab\";"), ElementsAre('a', 'b', 0));
  EXPECT_THAT(constants<int>(
                  "struct s { int a, b[2]; }; __constant struct s x[2] = {{1, {2, 3}}, {.b = {5}, .a = 4}};"),
              ElementsAre(1, 2, 3, 4, 5, 0));
  EXPECT_THAT(constants<int>("#define N 3\nenum { A = N, B }; __constant int x = A * 10 + B;"),
              ElementsAre(34));
  EXPECT_THAT(constants<int>("__constant int x = 2; __constant int y = x > 1 ? 7 : 1 / 0;"), ElementsAre(7));
}

TEST(Constants, PointersLeaveRelocations) {
  const auto unit = analyse_text("__constant int a[4] = {0}; __constant int* __constant p = &a[2];");
  ASSERT_TRUE(unit) << unit.error().message;
  const VariableDecl& pointer = *unit->constants.back();
  ASSERT_EQ(pointer.relocations.size(), 1u);
  EXPECT_EQ(pointer.relocations[0].target, unit->constants.front());
  EXPECT_EQ(pointer.relocations[0].addend, 8);
}

// Each label is compared with all others, so there is a limit.
TEST(Statements, ASwitchOfAnyNumberOfLabelsEnds) {
  std::string labels;
  const auto with = [&](int count) {
    labels.clear();
    for (int i = 0; i < count; ++i) labels += "case " + std::to_string(i) + ": break;\n";
    return analyse_text("kernel void f(int x) { switch (x) {" + labels + "} }");
  };
  EXPECT_TRUE(with(1023));
  const auto refused = with(20'000);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, ::testing::HasSubstr("more than 1024 labels"));
}

TEST(Declarations, ArraysTakeConstSizes) {
  const auto unit =
      analyse_text("void f() { const int n = 4; int a[n * 2]; enum { M = 3 }; float b[M][sizeof(int)]; }");
  ASSERT_TRUE(unit) << unit.error().message;
  const auto& variables = unit->functions[0]->variables;
  EXPECT_EQ(to_string(*variables[1]->type), "int[8]");
  EXPECT_EQ(to_string(*variables[2]->type), "float[3][4]");
}

TEST(Declarations, DeclaratorsNest) {
  const auto unit = analyse_text(
      "void f(__global const float* restrict a, __local int (*rows)[4], __global int* __local* b, float "
      "c[8]) {}");
  ASSERT_TRUE(unit) << unit.error().message;
  std::vector<std::string> types;
  for (const VariableDecl* parameter : unit->functions[0]->parameters)
    types.push_back(to_string(*parameter->type));
  EXPECT_THAT(types,
              ElementsAre("__global const float*", "__local int[4]*", "__local __global int**", "float*"));
}

TEST(Declarations, InitialValuesAreFlat) {
  const auto unit = analyse_text(
      "typedef struct { int a; float2 v; int b[2]; } s; void f(int x) { s y = {x, {1, 2}, 3, 4}; s z = "
      "{.b[1] = x}; }");
  ASSERT_TRUE(unit) << unit.error().message;
  const auto& variables = unit->functions[0]->variables;
  EXPECT_EQ(tree_text(*variables[0]->init),
            "(list:s @0=x @8=(vector:float2 1:float 2:float) @16=3:int @20=4:int)");
  EXPECT_EQ(tree_text(*variables[1]->init), "(list:s @20=x)");
}

TEST(Kernels, KeepTheirAttributesBeforeAndAfter) {
  for (const char* text : {"__kernel __attribute__((reqd_work_group_size(8, 4, 1))) void k() {}",
                           "__attribute__((reqd_work_group_size(8, 4, 1))) __kernel void k() {}",
                           "__kernel void __attribute__((reqd_work_group_size(8, 4, 1))) k() {}",
                           "__kernel __attribute__((vec_type_hint(float4))) "
                           "__attribute__((reqd_work_group_size(8, 4, 1))) void k() {}"}) {
    const auto unit = analyse_text(text);
    ASSERT_TRUE(unit) << unit.error().message;
    EXPECT_TRUE(unit->functions[0]->is_kernel);
    EXPECT_THAT(unit->functions[0]->required_group_size, ElementsAre(8, 4, 1));
  }
}

TEST(Kernels, VariablesKnowTheirPlace) {
  const auto unit = analyse_text(
      "__kernel void k(__global int* p) { __local int s[4]; int a[2], x, y; p[0] = a[0] + x; int* q = &y; *q "
      "= 1; }");
  ASSERT_TRUE(unit) << unit.error().message;
  const auto& variables = unit->functions[0]->variables;
  ASSERT_EQ(variables.size(), 5u);
  EXPECT_EQ(variables[0]->storage, Storage::local);
  EXPECT_TRUE(variables[1]->address_taken);
  EXPECT_FALSE(variables[2]->address_taken);
  EXPECT_TRUE(variables[3]->address_taken);
}

TEST(Functions, OverloadsAreChosenByTheirArguments) {
  const auto unit = analyse_text(
      "float __attribute__((overloadable)) f(float x) { return x; }\n"
      "int __attribute__((overloadable)) f(int x) { return x; }\n"
      "void g() { f(1); f(1.0f); f((char)1); }");
  ASSERT_TRUE(unit) << unit.error().message;
  const auto& statements = unit->functions[2]->body->children;
  EXPECT_EQ(to_string(*statements[0]->expr->type), "int");
  EXPECT_EQ(to_string(*statements[1]->expr->type), "float");
  EXPECT_EQ(to_string(*statements[2]->expr->type), "int");
}

TEST(Functions, GenericPointersFromOpenClTwo) {
  const std::string text = "int f(int* p) { return *p; } __kernel void k(__global int* p) { p[0] = f(p); }";
  EXPECT_FALSE(analyse_text(text));
  EXPECT_TRUE(analyse_text(text, "-cl-std=CL2.0"));
}

TEST(Functions, UnusedFunctionsMayBeUndefined) {
  EXPECT_TRUE(analyse_text("int f(int); int g(int x) { return f(x); }"));
  EXPECT_FALSE(analyse_text("int f(int); __kernel void k(__global int* p) { p[0] = f(1); }"));
  EXPECT_FALSE(
      analyse_text("int f(int); int g() { return f(1); } __kernel void k(__global int* p) { p[0] = g(); }"));
}

}  // namespace
}  // namespace lockstep::sim::language
