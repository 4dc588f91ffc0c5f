// What compilers accept beyond the language, and what is seldom used: the same on the machine and on the
// host.
#include "tests/sim/language/same_text.hpp"

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

}  // namespace
}  // namespace lockstep::sim
