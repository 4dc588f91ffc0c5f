// Statements, expressions and vectors give the same results on the machine as on the host.
#include <cmath>
#include <cstring>

#include "tests/sim/compiler/same_text.hpp"

namespace lockstep::sim {
namespace {

SAME(
    ReturnInsideNestedLoops, int f(int x) {
      for (int i = 0; i < 10; i++) {
        for (int j = 0; j < 10; j++) {
          if (i * j == x) return i * 100 + j;
          if (j > x) break;
          if ((j & 1) == (x & 1)) continue;
          if (i + j > 14) return -1;
        }
        if (i > x) return -2;
      }
      return -3;
    })

SAME(
    CodeAfterReturnRunsForTheOthers, int f(int x) {
      int y = 1;
      if (x > 20) {
        if (x & 1) return y;
        y += x;
      } else {
        y = 7;
        if (x < 0) return -y;
      }
      y *= 3;
      return y;
    })

SAME(
    DoWhileWithContinue, int f(int x) {
      int s = 0;
      int i = 0;
      do {
        i++;
        if (i % 3 == 0) continue;
        if (i > 12) break;
        s += i * x;
      } while (i < x);
      return s * 100 + i;
    })

SAME(
    ChoiceWithoutMiddle, int f(int x) {
      int y = x;
      int z = ++y ?: 7;
      return z * 100 + (y - 1 ?: x + 3 ?: -1) + ((y > 3) ?: 40);
    })

// In PoCL 3.1 and Oclgrind 21.10, LLVM's passes send cases after a default to the default.
SAME(
    DefaultBetweenCases, int f(int x) {
      int y = 1;
      switch ((x >> 1) & 7) {
        case 2:
          y = 2;
          break;
        default:
          y = 9;
          break;
        case 6:
          y = 6;
        case 3:
          y += 3;
          break;
      }
      switch (-x & 7) {
        default:
          return y * 10;
        case 3:
          y += 100;
          break;
        case 5:
          y += 200;
      }
      return y;
    })

SAME(
    SwitchInALoopWithContinue, int f(int x) {
      int s = 0;
      for (int i = 0; i < 12; ++i) {
        switch ((x + i) & 7) {
          case 0:
            s += 1;
          case 1:
            s += 10;
            break;
          case 2:
            continue;
          case 5:
            if (s > 50) break;
            s += 3;
          default:
            s += 100;
          case 6: {
            int t = s;
            s = t * 2 & 0xffff;
            if (t & 1) continue;
          } break;
          case 7:
            if (i > 9) return s;
        }
        s ^= i;
      }
      return s;
    })

SAME(
    LoopsWithoutATest, int f(int x) {
      int s = 0;
      while (1) {
        if (s > x) break;
        s += 2;
      }
      for (;;) {
        s++;
        if (s % 5 == 0)
          break;
        else
          continue;
      }
      int k = 10;
      while (k-- > x) {
        int z = k;
        s += z;
        for (int w = 0; w < 3; ++w, s++)
          if (w == x) {
            s += 100;
            break;
          }
        if (k < -9) break;
      }
      do {
        s++;
        if (x == 2) break;
        s++;
      } while (0);
      for (int i = 0, j = 10; i < j; i++, j--) s ^= i * j;
      return s;
    })

SAME(
    HelpersThatCallHelpers,
    int g2(int a, int b) {
      while (a > b) {
        if (a == 7) return b;
        a -= 2;
      }
      return a;
    } int g1(int a, int b) { return g2(a, b) + g2(b, a) * g2(a + b, 3); } int f(int x) {
      if (x > 3) {
        if (x == 5) return 1;
        return g1(x, g1(x & 3, 2));
      }
      return g2(x, 1) - 5;
    })

SAME(
    ShortCircuit, int f(int x) {
      int n = 0;
      int a = x > 3 && (n += 1) || (n += 10);
      int b = (x & 1) || (n += 100);
      int c = x ? (n += 1000) : 5;
      x = x && (n > 500);
      return n * 8 + a * 4 + b * 2 + (c > 5) + x;
    })

SAME(
    IntegerConversions, int f(int x) {
      char c = (char)(x * 3);
      uchar u = (uchar)(x * 5);
      short s = (short)(x * 1000);
      ushort w = (ushort)(x * 2000);
      uint i = x;
      c += 1;
      u -= 9;
      s *= 2;
      w >>= 1;
      i ^= 0x55;
      int r = c * u + s - w + (c < u) + (i > c ? 1 : 2) + (u >> 2) + (c >> 1) + ~u + -w + !s;
      u++;
      --c;
      r += u++ + --c;
      r += (int)(i / 7u) + s / 3 + s % 5 + (int)(5000000000L + x >> 20);
      return r;
    })

SAME(
    PointersIntoArrays,
    void bump(int* p, int by) {
      *p += by;
      p[1] -= by;
    } int f(int x) {
      int a[4] = {1, 2};
      bump(a + 1, x);
      bump(&a[2], 3);
      int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
      m[x & 1][(x + 8) % 3] += 10;
      int* p = &m[0][0];
      int* q = p + 5;
      p++;
      int s = a[0] + a[1] * 3 + a[2] * 5 + a[3] * 7 + *p++;
      s += *q--;
      s += (int)(q - p) + (p < q) + p[-1];
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 3; j++) s = (s * 3 + m[i][j]) & 0xfffff;
      return s;
    })

SAME(
    Records,
    struct point {
      int x;
      short y[3];
      char tag;
    };
    struct point make(int v) {
      struct point p = {v, {1, 2, 3}, 'a'};
      p.y[(v + 8) % 3] = v;
      return p;
    } int sum(struct point a, struct point b) {
      a.x += 5;
      return a.x + b.y[1] * 3 + a.y[2] + b.tag;
    } int f(int x) {
      struct point a = make(x);
      struct point b = a;
      b.x ^= 3;
      struct point c = x & 1 ? a : b;
      struct point many[3] = {a, b};
      many[2] = many[(x + 8) % 2];
      struct point* p = many;
      p += 2;
      p->tag++;
      return sum(make(x), make(x + 1)) + sum(c, b) * 3 + p->x + p->tag + many[1].y[0] + (int)(p - many);
    })

SAME(
    Floats, int f(int x) {
      float a = x * 0.5f;
      double d = x / 4.0;
      a += 1;
      a *= 3;
      d -= a;
      a++;
      int r = (int)a + (int)(d * 10) + (a < d) + (a == 1.5f) + !a;
      r += x * 1.5f;
      char c = 5;
      c *= 1.5f;
      float q = 7 / 2 + 7 / 2.0f;
      return r * 4 + c + (int)(q * 2) + (a != 0 ? 1 : 0);
    })
#pragma GCC diagnostic pop

TEST(Execution, VectorsAreAssignedAllAtOnce) {
  const auto out = run_kernel<int>(
      "__kernel void k(__global int* out) {\n"
      "  int g = get_global_id(0);\n"
      "  int4 v = (int4)(1, 2, 3, 4);\n"
      "  v = v.wzyx; v.xy = v.yx; v += v.yxwz; v = v * v.x; v.yzw = v.xyz;\n"
      "  out[g] = v.x * 1000000 + v.y * 10000 + v.z * 100 + v.w;\n"
      "}\n",
      ElementType::int32);
  // 4321 → 3421 → 7733 → 49 49 21 21 → 49 49 49 21
  EXPECT_EQ(out[5], 49494921);
}

TEST(Execution, VectorComparisonsGiveMinusOne) {
  const auto out = run_kernel<int>(
      "__kernel void k(__global int* out) {\n"
      "  int g = get_global_id(0);\n"
      "  short4 s = (short4)(1, g, 3, 4); short4 c = s > (short4)2; long2 l = (long2)(g, 5) == 5L;\n"
      "  float2 f = (float2)(g, 1.0f) < 10.0f ? (float2)1.0f : (float2)2.0f;\n"
      "  out[g] = c.y * 100 + (int)l.x * 10 + (int)f.x + (any(c > (short4)0) ? 50 : 0);\n"
      "}\n",
      ElementType::int32);
  EXPECT_EQ(out[1], 1);
  EXPECT_EQ(out[5], -100 - 10 + 1);
  EXPECT_EQ(out[20], -100 + 2);
}

TEST(Execution, AsyncCopiesArriveBehindTheirEvent) {
  const auto out = run_kernel<int>(
      "__kernel void k(__global int* out) {\n"
      "  __local int tile[64]; int t = get_local_id(0);\n"
      "  tile[t] = t * t; barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  event_t e = async_work_group_copy(out, tile, 64, 0);\n"
      "  wait_group_events(1, &e);\n"
      "}\n",
      ElementType::int32);
  EXPECT_EQ(out[63], 63 * 63);
}

TEST(Execution, HalvesAreStoredAndLoaded) {
  const auto out = run_kernel<float>(
      "__kernel void k(__global float* out) {\n"
      "  int g = get_global_id(0); ushort bits[4]; __private half* h = (__private half*)bits;\n"
      "  vstore_half(g * 0.25f, 1, h); vstore_half2((float2)(1.5f, -2.0f), 1, h);\n"
      "  out[g] = vload_half(1, h) + vload_half(3, h);\n"
      "}\n",
      ElementType::float32);
  EXPECT_EQ(out[10], 0.5f);
}

// A NaN has many bit patterns; those of a half are preserved in memory, in registers and by as_ushort.
TEST(Execution, HalvesKeepTheBitsOfANaN) {
  const auto out = run_kernel<int>(
      "__kernel void k(__global int* out) {\n"
      "  ushort4 bits = (ushort4)(0x76c3, 0x7d67, 0xfc01, 0xffff); ushort stored[4];\n"
      "  half4 h = as_half4(bits); *(half4*)stored = h;\n"
      "  ushort2 again = as_ushort2(convert_half2(convert_float2(h.yz)));\n"
      "  out[0] = as_ushort4(h).y; out[1] = stored[1]; out[2] = stored[2]; out[3] = stored[3]; out[4] = "
      "stored[0];\n"
      "  out[5] = again.x; out[6] = again.y; out[7] = as_ushort((half)NAN);\n"
      "}\n",
      ElementType::int32);
  const int expected[] = {0x7d67, 0x7d67, 0xfc01, 0xffff, 0x76c3, 0x7d67, 0xfc01, 0x7e00};
  for (std::size_t i = 0; i < std::size(expected); ++i) EXPECT_EQ(out[i], expected[i]) << "out[" << i << "]";
}

TEST(Execution, FunctionsOfHalvesSeeTheirBits) {
  const auto out = run_kernel<int>(
      "__kernel void k(__global int* out) {\n"
      "  ushort2 z = (ushort2)(0x0f0f, 0xffff); half2 a = as_half2((ushort2)(0x3c00, 0x7c01));\n"
      "  half2 b = as_half2((ushort2)(0x4321, 0x1234)), s = bitselect(a, b, as_half2(z));\n"
      "  half small = as_half((ushort)0x03ff), one = 1.0h, zero = 0.0h;\n"
      "  out[0] = as_ushort2(s).x; out[1] = as_ushort2(s).y; out[2] = isnormal(small); out[3] = "
      "isnormal(one);\n"
      "  out[4] = as_ushort(nextafter(one, zero)); out[5] = as_ushort(nextafter(one, b.x));\n"
      "  out[6] = as_ushort(nextafter(zero, -one)); out[7] = as_ushort(nextafter(-one, -b.x));\n"
      "  out[8] = isnormal(nextafter(small, one)); out[9] = isnormal(a).y;\n"
      "}\n",
      ElementType::int32);
  const int expected[] = {0x3301, 0x1234, 0, 1, 0x3bff, 0x3c01, 0x8001, 0xbc01, 1, 0};
  for (std::size_t i = 0; i < std::size(expected); ++i) EXPECT_EQ(out[i], expected[i]) << "out[" << i << "]";
}

// The result of a function of floats, rounded to half, may differ from all valid results of the function
// of halves.
TEST(Execution, FunctionsOfHalvesAtTheirLimits) {
  const auto out = run_kernel<int>(
      "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
      "__kernel void k(__global int* out) {\n"
      "  ushort none = get_global_offset(0); half whole, least = as_half((ushort)(none + 1));\n"
      "  out[0] = as_ushort(fract(-least, &whole)); out[1] = (int)whole;\n"
      "  out[2] = as_ushort(nan((ushort)(none + 5))); half4 v = nan((ushort4)(none + 7));\n"
      "  out[3] = as_ushort(v.w); out[4] = sizeof(nan(none)); out[5] = sizeof(nan((short)none));\n"
      "  half signals = as_half((ushort)(none + 0x7cd2)), large = (half)INFINITY;\n"
      "  out[6] = as_ushort(hypot(signals, large)); out[7] = isnan(hypot(signals, least));\n"
      "}\n",
      ElementType::int32);
  const int expected[] = {0x3bff, -1, 0x7e05, 0x7e07, 2, 4, 0x7c00, 1};
  for (std::size_t i = 0; i < std::size(expected); ++i) EXPECT_EQ(out[i], expected[i]) << "out[" << i << "]";
}

TEST(Execution, CubeRootsOfAllSizesAreExactWhereTheyCanBe) {
  const auto out = run_kernel<double>(
      "__kernel void k(__global double* out) {\n"
      "  double none = get_global_offset(0);\n"
      "  out[0] = cbrt(none + 27); out[1] = cbrt(none - 0x1p-1074 * 8); out[2] = cbrt(none + 0x1p1023);\n"
      "  out[3] = cbrt(none - 0x1.27p+961); out[4] = cbrt(none + INFINITY); out[5] = cbrt(-none);\n"
      "  out[6] = cbrt((float)none + 0x1p-126f); out[7] = rootn(none - 0.125, 3);\n"
      "}\n",
      ElementType::float64);
  const double expected[] = {3, -0x1p-357, 0x1p341, -0x1.5226a67932031p+320, INFINITY, -0.0, 0x1p-42, -0.5};
  for (std::size_t i = 0; i < std::size(expected); ++i) EXPECT_EQ(out[i], expected[i]) << "out[" << i << "]";
}

// The squares of components are out of range, the results are not.
TEST(Execution, LengthsNeitherOverflowNorUnderflow) {
  const auto out = run_kernel<float>(
      "__kernel void k(__global float* out) {\n"
      "  float none = get_global_offset(0); out[0] = none;\n"
      "  float large = none + 0x1p100f, small = none + 0x1p-120f, all = none + INFINITY;\n"
      "  float2 a = large * (float2)(3, 4); float4 b = small * (float4)(1, 1, 1, 1); double2 c = 1e300;\n"
      "  out[1] = length(a) / large; out[2] = fast_length(b) / small; out[3] = distance(a, -a) / large;\n"
      "  out[4] = fast_distance(b, (float4)0) / small; out[5] = normalize(a).x; out[6] = "
      "fast_normalize(b).w;\n"
      "  out[7] = normalize((float3)(0, none, 0)).y; out[8] = normalize((float2)(1, -all)).y;\n"
      "  out[9] = normalize((float3)(FLT_MAX)).z * sqrt(3.0f); out[10] = length(c) / 1e300;\n"
      "  out[11] = isnan(normalize((float4)(1, 2, 3, NAN)).x); out[12] = normalize(-large);\n"
      "  out[13] = (float)normalize(c).x; out[14] = length(-3.0f);\n"
      "  out[15] = isnan(length((float2)(all, NAN)));\n"
      "}\n",
      ElementType::float32);
  const float half_root = std::sqrt(0.5f);
  const float expected[] = {0, 5, 2, 10, 2, 0.6f, 0.5f, 0, -1, 1, std::sqrt(2.0f), 1, -1, half_root, 3, 1};
  for (std::size_t i = 0; i < std::size(expected); ++i)
    EXPECT_FLOAT_EQ(out[i], expected[i]) << "out[" << i << "]";
}

TEST(Execution, AnyAndAllOfAScalarAskItsTopBit) {
  const auto out = run_kernel<int>(
      "__kernel void k(__global int* out) {\n"
      "  char c = -1; short s = 0x7fff; long l = 1L << 63; uint u = 1u << 31; long16 v = 0; v.sf = l;\n"
      "  out[0] = any(c); out[1] = all(s); out[2] = all(l); out[3] = any(u); out[4] = any(v); out[5] = "
      "all(v);\n"
      "}\n",
      ElementType::int32);
  const int expected[] = {1, 0, 1, 1, 1, 0};
  for (std::size_t i = 0; i < std::size(expected); ++i) EXPECT_EQ(out[i], expected[i]) << "out[" << i << "]";
}

TEST(Execution, ScalarsBesideAVectorConditionBecomeComponents) {
  const auto out = run_kernel<int>(
      "__kernel void k(__global int* out) {\n"
      "  char a = 1, b = 2; uchar u = 200; char2 c = (char2)(-1, 0); float f = 1.5f; int2 i = (int2)(0, "
      "-1);\n"
      "  char2 r = c ? a : b; uchar2 q = c ? a : u; float2 s = i ? f : 2.5f;\n"
      "  out[0] = r.x * 10 + r.y; out[1] = q.x + q.y; out[2] = (int)(s.x * 100 + s.y * 10);\n"
      "}\n",
      ElementType::int32);
  EXPECT_EQ(out[0], 12);
  EXPECT_EQ(out[1], 201);
  EXPECT_EQ(out[2], 265);
}

TEST(Execution, AScalarIsStoredToAllComponents) {
  const auto out = run_kernel<int>(
      "__kernel void k(__global int* out) { vstore3(7, 1, out); vstore2(out[3] + 1, 4, out); out[10] = 1; "
      "}\n",
      ElementType::int32);
  const int expected[] = {0, 0, 0, 7, 7, 7, 0, 0, 8, 8, 1};
  for (std::size_t i = 0; i < std::size(expected); ++i) EXPECT_EQ(out[i], expected[i]) << "out[" << i << "]";
}

TEST(Execution, GenericPointersKnowTheirAddressSpace) {
  const auto out = run_kernel<int>(
      "int space_of(generic int* p) {\n"
      "  return (to_global(p) == p ? 1 : 0) + (to_local(p) == p ? 2 : 0) + (to_private(p) == p ? 4 : 0) +\n"
      "         10 * get_fence(p);\n"
      "}\n"
      "__kernel void k(__global int* out) {\n"
      "  __local int shared; int own = 3; global int* there = to_global((generic int*)out);\n"
      "  there[0] = space_of(out + 1); out[1] = space_of(&shared); out[2] = space_of(&own); out[3] = "
      "space_of(0);\n"
      "}\n",
      ElementType::int32);
  EXPECT_EQ(out[0], 21);
  EXPECT_EQ(out[1], 12);
  EXPECT_EQ(out[2], 4);
  EXPECT_EQ(out[3], 7);
}

// FP_CONTRACT is on: a multiplication and an addition are fused within an expression, but not
// across statements.
TEST(Execution, AProductInASumIsRoundedWithTheSum) {
  const auto out = run_kernel<float>(
      "__kernel void k(__global float* out) {\n"
      "  float a = 1.000244140625f, square = 1.00048828125f, product = a * a, sum = -square;\n"
      "  double d = 134217729.0, all = 18014398777917440.0;\n"
      "  float2 v = (float2)(a, 2.0f), w = -(float2)(square, 2.0f);\n"
      "  w += v.xy * (float2)(a, 1.0f); v = v.yx * v.yx - (float2)(3.0f, square);\n"
      "  sum += a * a;\n"
      "  out[0] = a * a - square; out[1] = square - a * a; out[2] = sum; out[3] = product - square;\n"
      "  out[4] = -square + a * a; out[5] = (float)(d * d - all); out[6] = w.x; out[7] = w.y;\n"
      "  out[8] = v.x; out[9] = v.y; sum -= a * a; out[10] = sum; out[11] = mad(a, a, -square);\n"
      "}\n",
      ElementType::float32);
  const float rest = 0x1p-24f;
  const float expected[] = {rest, -rest, rest, 0, rest, 1, rest, 0, 1, rest, -1.00048828125f, rest};
  for (std::size_t i = 0; i < std::size(expected); ++i) EXPECT_EQ(out[i], expected[i]) << "out[" << i << "]";
}

TEST(Execution, AKernelThatAKernelCallsKeepsItsLocalMemory) {
  const auto out = run_kernel<int>(
      "__kernel void reverse(__global int* out) {\n"
      "  __local int kept[64]; int t = get_local_id(0);\n"
      "  kept[t] = 3 * t; barrier(CLK_LOCAL_MEM_FENCE); out[t] = kept[63 - t];\n"
      "}\n"
      "__kernel void k(__global int* out) {\n"
      "  __local int own[64]; int t = get_local_id(0);\n"
      "  own[t] = 1000; reverse(out); out[t] += own[t];\n"
      "}\n",
      ElementType::int32);
  for (int t = 0; t < kItems; ++t) EXPECT_EQ(out[static_cast<std::size_t>(t)], 3 * (63 - t) + 1000);
}

}  // namespace
}  // namespace lockstep::sim
