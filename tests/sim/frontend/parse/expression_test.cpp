// The tree of an expression: conversions, operators, lvalues.
#include <gtest/gtest.h>

#include "tests/sim/frontend/tree_text.hpp"

namespace lockstep::sim::language {
namespace {

TEST(Expression, MakesTheUsualArithmeticConversions) {
  EXPECT_EQ(tree_of("i + j"), "(+:int i j)");
  EXPECT_EQ(tree_of("u * 2"), "(*:uint u 2:uint)");
  EXPECT_EQ(tree_of("c + s"), "(+:int (numeric:int c) (numeric:int s))");
  EXPECT_EQ(tree_of("i + u"), "(+:uint (numeric:uint i) u)");
  EXPECT_EQ(tree_of("u + l"), "(+:long (numeric:long u) l)");
  EXPECT_EQ(tree_of("l + ul"), "(+:ulong (numeric:ulong l) ul)");
  EXPECT_EQ(tree_of("i + f"), "(+:float (numeric:float i) f)");
  EXPECT_EQ(tree_of("f * 2.0"), "(*:double (numeric:double f) 2:double)");
  EXPECT_EQ(tree_of("f * 2.0", "-cl-single-precision-constant"), "(*:float f 2:float)");
  EXPECT_EQ(tree_of("-c"), "(-:int (numeric:int c))");
  EXPECT_EQ(tree_of("~uc"), "(~:int (numeric:int uc))");
}

TEST(Expression, PromotesShiftOperandsEachForItself) {
  EXPECT_EQ(tree_of("c << l"), "(<<:int (numeric:int c) (numeric:int l))");
  EXPECT_EQ(tree_of("ul >> i"), "(>>:ulong ul (numeric:ulong i))");
  EXPECT_EQ(tree_of("n << 2"), "(<<:int4 n (splat:int4 2:int))");
}

TEST(Expression, ConditionsAreIntOrBool) {
  EXPECT_EQ(tree_of("i && f"), "(and:int i (to_bool:bool f))");
  EXPECT_EQ(tree_of("p || b"), "(or:int (to_bool:bool p) b)");
  EXPECT_EQ(tree_of("u ? i : c"), "(?::int (to_bool:bool u) i (numeric:int c))");
  EXPECT_EQ(tree_of("!f"), "(!:int f)");
  EXPECT_EQ(tree_of("i < u"), "(<:int (numeric:uint i) u)");
}

TEST(Expression, SpreadsScalarsOverVectors) {
  EXPECT_EQ(tree_of("v * 2"), "(*:float4 v (splat:float4 2:float))");
  EXPECT_EQ(tree_of("2.0f + v"), "(+:float4 (splat:float4 2:float) v)");
  EXPECT_EQ(tree_of("v = f"), "(=:float4 v (splat:float4 f))");
  EXPECT_EQ(tree_of("v > f"), "(>:int4 v (splat:float4 f))");
  EXPECT_EQ(tree_of("w == w"), "(==:char4 w w)");
  EXPECT_EQ(tree_of("n && m"), "error: '&&' cannot be applied to int4 and uint4; use convert_int4()");
  EXPECT_EQ(tree_of("n && n"), "(&&:int4 n n)");
  EXPECT_EQ(tree_of("n ? v : f"), "(select:float4 n v (splat:float4 f))");
  EXPECT_EQ(tree_of("!v"), "(!:int4 v)");
}

TEST(Expression, SwizzlesAreLists) {
  EXPECT_EQ(tree_of("v.x"), "(.s0:float v)");
  EXPECT_EQ(tree_of("v.wzyx"), "(.s3210:float4 v)");
  EXPECT_EQ(tree_of("v.hi.lo"), "(.s2:float v)");
  EXPECT_EQ(tree_of("v.odd"), "(.s13:float2 v)");
  EXPECT_EQ(tree_of("v.S3"), "(.s3:float v)");
  EXPECT_EQ(tree_of("v[2]"), "(.s2:float v)");
  EXPECT_EQ(tree_of("v[i]"), "(component:float v (numeric:long i))");
  EXPECT_EQ(tree_of("v.xx = v.xy"), "error: a component appears twice on the left side");
  EXPECT_EQ(tree_of("v3.w"), "error: float3 has no component 'w'");
  EXPECT_EQ(tree_of("&v.x"), "error: a component of a vector has no address");
}

TEST(Expression, VectorLiteralsAndCasts) {
  EXPECT_EQ(tree_of("(float4)(1)"), "(splat:float4 1:float)");
  EXPECT_EQ(tree_of("(float4)(f, v.xy, 2)"), "(vector:float4 f (.s01:float2 v) 2:float)");
  EXPECT_EQ(tree_of("(float4)(v3, f).x"), "(.s0:float (vector:float4 v3 f))");
  EXPECT_EQ(tree_of("(float4)f"), "(splat:float4 f)");
  EXPECT_EQ(tree_of("(int4)v"), "error: cannot cast float4 to int4; use convert_int4() or as_int4()");
  EXPECT_EQ(tree_of("(uchar)300"), "44:uchar");
  EXPECT_EQ(tree_of("(char)-1"), "-1:char");
  EXPECT_EQ(tree_of("(int)f"), "(numeric:int f)");
  EXPECT_EQ(tree_of("(bool)f"), "(to_bool:bool f)");
  EXPECT_EQ(tree_of("(__global float*)p"), "(none:__global float* p)");
  EXPECT_EQ(tree_of("(__local float*)p"),
            "error: cannot cast __global int* to __local float*: the address spaces differ");
  EXPECT_EQ(tree_of("(ulong)p"), "(address:ulong p)");
}

TEST(Expression, PointersAndArrays) {
  EXPECT_EQ(tree_of("p[i]"), "(index:int p (numeric:long i))");
  EXPECT_EQ(tree_of("i[p]"), "(index:int p (numeric:long i))");
  EXPECT_EQ(tree_of("a[1]"), "(index:int (decay:int* a) 1:long)");
  EXPECT_EQ(tree_of("t[1][2]"),
            "(index:float (decay:float* (index:float[3] (decay:float[3]* t) 1:long)) 2:long)");
  EXPECT_EQ(tree_of("*p"), "(deref:int p)");
  EXPECT_EQ(tree_of("p + u"), "(offset+:__global int* p (numeric:long u))");
  EXPECT_EQ(tree_of("p - 1"), "(offset-:__global int* p 1:long)");
  EXPECT_EQ(tree_of("p - p"), "(difference:long p p)");
  EXPECT_EQ(tree_of("p == 0"), "(==:int p 0:__global int*)");
  EXPECT_EQ(tree_of("p = NULL"), "(=:__global int* p 0:__global int*)");
  EXPECT_EQ(tree_of("&a[2]"), "(address:int* (index:int (decay:int* a) 2:long))");
  EXPECT_EQ(tree_of("&a"), "(address:int[4]* a)");
  EXPECT_EQ(
      tree_of("q = p"),
      "error: cannot convert __global int* to __local float* in this assignment: the address spaces differ");
  EXPECT_EQ(tree_of("pv[i].x = 1"), "(=:float (.s0:float (index:float4 pv (numeric:long i))) 1:float)");
}

TEST(Expression, AssignmentsConvertTheirRightSide) {
  EXPECT_EQ(tree_of("c = i"), "(=:char c (numeric:char i))");
  EXPECT_EQ(tree_of("c += i"), "(+=[int]:char c i)");
  EXPECT_EQ(tree_of("i *= f"), "(*=[float]:int i f)");
  EXPECT_EQ(tree_of("v += 1"), "(+=[float4]:float4 v (splat:float4 1:float))");
  EXPECT_EQ(tree_of("p += 2"), "(+=[__global int*]:__global int* p 2:long)");
  EXPECT_EQ(tree_of("i++"), "(post++:int i)");
  EXPECT_EQ(tree_of("--p"), "(pre--:__global int* p)");
  EXPECT_EQ(tree_of("k[0] = 1"), "error: constant memory cannot be written");
  EXPECT_EQ(tree_of("v = n"),
            "error: cannot convert int4 to float4 in this assignment; use convert_float4()");
  EXPECT_EQ(tree_of("a = a"), "error: an array cannot be assigned; assign its elements");
}

TEST(Expression, MembersOfStructs) {
  EXPECT_EQ(tree_of("r.x"), "(.x:int r)");
  EXPECT_EQ(tree_of("pr->z.y"), "(.s1:float (.z:float4 (deref:struct (unnamed) pr)))");
  EXPECT_EQ(tree_of("r.y[1] = 2"), "(=:float (index:float (decay:float* (.y:float[2] r)) 1:long) 2:float)");
  EXPECT_EQ(tree_of("r.q"), "error: struct (unnamed) has no member 'q'");
  EXPECT_EQ(tree_of("pr.x"), "error: this is struct (unnamed)*; use '->' instead of '.'");
}

TEST(Expression, FoldsSizes) {
  EXPECT_EQ(tree_of("sizeof(r)"), "32:ulong");
  EXPECT_EQ(tree_of("sizeof a / sizeof(a[0])"), "(/:ulong 16:ulong 4:ulong)");
  EXPECT_EQ(tree_of("sizeof(float3)"), "16:ulong");
  EXPECT_EQ(tree_of("vec_step(v3)"), "4:int");
}

TEST(Expression, LiteralsHaveTheTypesOfC) {
  EXPECT_EQ(tree_of("2147483648"), "2147483648:long");
  EXPECT_EQ(tree_of("0x80000000"), "2147483648:uint");
  EXPECT_EQ(tree_of("1u"), "1:uint");
  EXPECT_EQ(tree_of("1L"), "1:long");
  EXPECT_EQ(tree_of("0xffffffffffffffff"), "-1:ulong");
  EXPECT_EQ(tree_of("'A'"), "65:int");
  EXPECT_EQ(tree_of("1.5f"), "1.5:float");
  EXPECT_EQ(tree_of("1.5"), "1.5:double");
  EXPECT_EQ(tree_of("0x1p4f"), "16:float");
  EXPECT_EQ(tree_of("099"), "error: '099' is not a number");
}

TEST(Expression, CallsConvertArguments) {
  EXPECT_EQ(tree_of("twice(c)"), "(twice:int (numeric:int c))");
  EXPECT_EQ(tree_of("twice()"), "error: 'twice' takes 1 argument, not 0");
  EXPECT_EQ(tree_of("twice(v)"), "error: cannot convert float4 to int in argument 1 of 'twice'");
  EXPECT_EQ(tree_of("tiwce(1)"), "error: unknown function 'tiwce'; did you mean 'twice'?");
}

}  // namespace
}  // namespace lockstep::sim::language
