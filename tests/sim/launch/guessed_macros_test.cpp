// If the host program defines macros, the proposal guesses them; it does not guess if the text has a slip.
#include "sim/launch/guessed_macros.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/compiler/compile.hpp"

namespace lockstep::sim {
namespace {

using testing::HasSubstr;

constexpr const char* kReduction =
    "kernel void reduce(global const REAL* in, global REAL* out) {\n"
    "  local REAL s[TILE];\n"
    "  int t = get_local_id(0);\n"
    "  s[t] = in[get_global_id(0)];\n"
    "  for (int d = TILE / 2; d > 0; d /= 2) {\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    if (t < d) s[t] += s[t + d];\n"
    "  }\n"
    "  if (t == 0) out[get_group_id(0)] = s[0];\n"
    "}\n";

TEST(GuessedMacros, ANumberAndATypeThatCompile) {
  const GuessedMacros guessed = guessed_macros({"own.cl", kReduction, {}}, "");
  EXPECT_EQ(guessed.options, "-DREAL=float -DTILE=16");
  EXPECT_THAT(guessed.note, HasSubstr("a guess"));
}

TEST(GuessedMacros, WhatIsGivenIsNotGuessed) {
  EXPECT_EQ(guessed_macros({"own.cl", kReduction, {}}, "-D TILE=64").options, "-DREAL=float");
  EXPECT_EQ(guessed_macros({"own.cl", kReduction, {}}, "-D TILE=64 -D REAL=int").options, "");
}

// A modulus of floats does not compile.
TEST(GuessedMacros, ATypeThatTheTextCanUse) {
  const KernelSource source{"own.cl", "kernel void f(global T* a) { a[0] %= a[1]; }\n", {}};
  EXPECT_EQ(guessed_macros(source, "").options, "-DT=int");
}

TEST(GuessedMacros, OfCuda) {
  const KernelSource source{"own.cu",
                            "__global__ void f(float* a) { __shared__ float s[BLOCK]; s[threadIdx.x] = 1; "
                            "a[threadIdx.x] = s[threadIdx.x]; }\n",
                            {}};
  EXPECT_EQ(guessed_macros(source, "").options, "-DBLOCK=16");
}

TEST(GuessedMacros, NotForASlip) {
  for (const char* text : {"kernel void f(global int* a) { a[0] = nowhere; }\n",  // no macro's name
                           "#define LIMIT 4\nkernel void f(global int* a) { a[0] = LIMTI; }\n",
                           "kernel void f(global int* a) { a[0] = N }\n",              // another mistake
                           "kernel void f(global int* a) { a[0] = SUM(a[1]); }\n"}) {  // a function
    SCOPED_TRACE(text);
    EXPECT_EQ(guessed_macros({"own.cl", text, {}}, "").options, "");
  }
}

TEST(GuessedMacros, TheErrorSaysWhereTheNameMayComeFrom) {
  const auto program = language::compile({"own.cl", kReduction, {}}, "-D REAL=int");
  ASSERT_FALSE(program);
  EXPECT_THAT(program.error().message,
              HasSubstr("unknown identifier 'TILE': if the host program defines it, build with -D TILE="));
}

}  // namespace
}  // namespace lockstep::sim
