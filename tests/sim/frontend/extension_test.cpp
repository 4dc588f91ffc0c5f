// Extensions that compilers accept, and rarely used parts of the language: the same results on the machine
// and on the host.
#include <limits>

#include "tests/sim/compiler/same_text.hpp"

namespace lockstep::sim {
namespace {

SAME(
    RangesOfCases, int f(int x) {
      switch (x) {
        case -100 ... - 5:
          return 1;
        case 0 ... 3:
          x += 10;
          break;
        case 7:
          return 3;
        case 10 ... 50:
          return 4;
        default:
          return 5;
      }
      return x;
    })

SAME(
    GotoLeavesNestedLoops, int f(int x) {
      int i = 0, j = 0;
      for (i = 0; i < 8; i++)
        for (j = 0; j < 8; j++) {
          if (i * j == x) goto found;
          if (i + j > 12) goto give_up;
          if (j > x) break;
        }
      i = 100;
    found:
      if (x == 5) goto end;
      return i * 10 + j;
    give_up:
      return -1;
    end:
      return -2;
    })

SAME(
    GotoGoesBack, int f(int x) {
      int n = 0;
    again:
      n++;
      if (n < x) goto again;
      int steps = 0;
    inner:
      steps += n;
      for (int i = 0; i < 5; i++) {
        if (steps > 100 + i) break;
        if (steps % 3 == x % 3) {
          steps++;
          goto inner;
        }
        steps += i;
      }
      return n * 1000 + steps;
    })

SAME(
    GotoRegionsNest, int f(int x) {
      int n = 0;
    start:
      n++;
      if (x > 20 && n < 3) goto out;
      switch (x & 3) {
        case 0:
          if (n < 4) goto start;
          break;
        case 1:
          goto out;
        default:
          n += 10;
      }
      if (n < 30 && x & 4) goto start;
    out:
      if (n < 50 && (x & 3) == 1) {
        n += 20;
        goto out;
      }
      return n;
    })

SAME(
    LabelsOfOneStatement, int f(int x) {
      switch (x)
      case 3:
        return 7;
      if (x > 30) goto done;
      if (x > 10)
      here:
        if (x-- > 12) goto here;
      if (x == 15) goto done;
    done:
      return x;
    })

SAME(
    StatementsInExpressions, int g(int x) { return x * 2; } int f(int x) {
      int y = ({
        int i = 0;
        for (; i < 10; i++)
          if (i * i > x) break;
        i;
      });
      int z = g(({
                int t = g(x);
                t + 1;
              })) +
              ({ x; });
      ({ y += 3; });
      x = ({
        if (x == 4) return 99;
        x + 1;
      });
      return y * 100 + z + x;
    })

TEST(Extensions, VectorsTakeTheirComponentsFromTheListAroundThem) {
  const auto out = run_kernel<int>(
      "__constant int4 both[2] = {1, 2, 3, 4, (int2)(5, 6), 7, 8};\n"
      "__kernel void k(__global int* out) {\n"
      "  int2 pairs[] = {1, 2, (int2)(3, 4), 5, 6};\n"
      "  out[get_global_id(0)] = both[1].x * 1000 + both[1].w * 100 + pairs[2].y * 10 + sizeof(pairs) / 8;\n"
      "}\n",
      ElementType::int32);
  EXPECT_EQ(out[7], 5000 + 800 + 60 + 3);
}

TEST(Extensions, SurplusInitialValuesAreLeftOut) {
  const auto out = run_kernel<int>(
      "__kernel void k(__global int* out) { int a[2] = {1, 2, 3}; out[get_global_id(0)] = a[0] + 10 * a[1]; "
      "}",
      ElementType::int32);
  EXPECT_EQ(out[0], 21);
}

TEST(Extensions, HalfArithmeticRoundsEachResult) {
  const auto out = run_kernel<float>(
      "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
      "__constant half third = 1.0h / 3;\n"
      "typedef struct { half a; half3 v; } pair;\n"
      "half twice(half x) { return x + x; }\n"
      "__kernel void k(__global float* out) {\n"
      "  int g = get_global_id(0);\n"
      "  half big = 2048, x = big + 1, y = 2049.0f;\n"
      "  half4 v = (half4)(1.0h, 2, 3.5f, 0.1); v *= 3; v.x++; v += v.yxwz;\n"
      "  half list[2] = {0.1, 1e6}; pair p = {1, (half3)(2)}; p.v.y /= 3; half n = 2047; n += 2.5f;\n"
      "  half2 two = vload2(0, list); vstore2(two.yx, 0, list);\n"
      "  half r[12] = {x, y, v.s2, v.w, list[0], list[1], p.v.y, sqrt((half)2), third, n, twice(0.3h), "
      "-dot(v, v)};\n"
      "  short same = as_short((half)1.5f); half h = as_half((short)(same + 1)); ulong wide = as_ulong(v);\n"
      "  if (g < 12) out[g] = r[g]; else if (g == 12) out[g] = same; else if (g == 13) out[g] = (h - 1.5h) * "
      "1024;\n"
      "  else if (g == 14) out[g] = (int)h + (v.x > v.y) + any(v > 5) + sizeof(pair) + (wide >> 48);\n"
      "  else out[g] = convert_half_rtz(2049.9f) == 2048 && isnan(convert_half(NAN)) && HALF_MAX == 65504;\n"
      "}\n",
      ElementType::float32);
  const std::vector<float> expected = {2048,
                                       2048,
                                       10.796875F,
                                       10.796875F,
                                       std::numeric_limits<float>::infinity(),
                                       0.0999755859375F,
                                       0.66650390625F,
                                       1.4140625F,
                                       0.333251953125F,
                                       2050,
                                       0.60009765625F,
                                       -433.25F,
                                       15872,
                                       1};
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(out[i], expected[i]) << i;
  EXPECT_EQ(out[15], 1);
}

TEST(Extensions, ArraysInResultsOfFunctions) {
  const auto out = run_kernel<int>(
      "typedef struct { int m[4]; } box;\n"
      "box fill(int x) { box b; for (int i = 0; i < 4; i++) b.m[i] = x + i; return b; }\n"
      "__kernel void k(__global int* out) { int g = get_global_id(0); out[g] = fill(g).m[2] * 100 + "
      "fill(1).m[g & 3]; }",
      ElementType::int32);
  EXPECT_EQ(out[5], 702);
}

TEST(Extensions, StructsEndInArraysOfUnknownLength) {
  const auto out = run_kernel<int>(
      "typedef struct { int count; int data[]; } list;\n"
      "__kernel void k(__global int* out) { int g = get_global_id(0); ((__global list*)out)->data[g - 1] = g "
      "+ (int)sizeof(list); }",
      ElementType::int32);
  EXPECT_EQ(out[9], 13);
}

}  // namespace
}  // namespace lockstep::sim
