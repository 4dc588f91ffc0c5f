// The simulator's findings about a kernel before a device runs it.
#include "sim/explain/precheck.hpp"

#include <gtest/gtest.h>

#include <chrono>

#include "core/catalogue/algorithm.hpp"

namespace lockstep::sim {
namespace {

Precheck look_at(const std::string& body, unsigned warp_width = 32, std::uint64_t n = 70) {
  const Algorithm& algorithm = **find_algorithm("reduce/first-add");
  KernelSource source{
      "mine.cl",
      "kernel void reduce_first_add(global T* out, global const T* in, local T* s, uint n) {\n" + body +
          "\n}\n",
      ""};
  const auto plan = make_plan(algorithm, {.n = n, .group_size = 16}, source);
  return precheck(plan.value(), warp_width);
}

TEST(Precheck, TheCatalogueIsCleanOnEveryWarpWidth) {
  for (const unsigned width : {0u, 1u, 32u, 64u})
    for (const Algorithm& algorithm : catalogue()) {
      PlanRequest request{.n = 137, .group_size = 32};
      request.limits.warp_width = width == 0 ? 1 : width;
      const auto plan = make_plan(algorithm, request, *load_kernel(algorithm, ""));
      ASSERT_TRUE(plan) << plan.error().message;
      EXPECT_EQ(precheck(*plan, width), Precheck{}) << algorithm.id << precheck(*plan, width).message;
    }
}

TEST(Precheck, KernelsThatEndangerADeviceAreHeldBack) {
  using enum Precheck::Verdict;
  const Precheck bounds = look_at("  out[0] = in[0];\n  out[get_global_id(0) + n] = 1;");
  EXPECT_EQ(bounds.verdict, danger);
  EXPECT_EQ(bounds.kind, "out_of_bounds");
  EXPECT_EQ(bounds.path, "mine.cl");
  EXPECT_EQ(bounds.line, 3u);
  EXPECT_EQ(look_at("  if (get_local_id(0) < 3) barrier(CLK_LOCAL_MEM_FENCE);").kind, "barrier_divergence");
  EXPECT_EQ(look_at("  global int* p = 0; *p = 1;").verdict, danger);
}

TEST(Precheck, EndlessKernelsAreFoundWithinSeconds) {
  for (const unsigned width : {1u, 32u}) {
    const auto start = std::chrono::steady_clock::now();
    const Precheck look =
        look_at("  int i = 0;\n  while (in[0] == in[0]) i += in[i & 7];\n  out[0] = i;", width);
    EXPECT_EQ(look.verdict, Precheck::Verdict::danger);
    EXPECT_EQ(look.kind, "step_budget");
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
  }
}

TEST(Precheck, WrongResultsAreOnlyARemark) {
  const Precheck wrong = look_at("  if (get_global_id(0) == 0) out[0] = 7;");
  EXPECT_EQ(wrong.verdict, Precheck::Verdict::remark);
  const Precheck race = look_at("  out[0] = get_global_id(0);");
  EXPECT_EQ(race.verdict, Precheck::Verdict::remark);
  EXPECT_EQ(race.kind, "data_race");
}

TEST(Precheck, UnsupportedKernelsAreNotHeldBack) {
  const Precheck look = look_at("  out[0] = no_such_function(in[0]);");
  EXPECT_EQ(look.verdict, Precheck::Verdict::unknown);
  EXPECT_NE(look.message.find("mine.cl:2:"), std::string::npos) << look.message;
}

}  // namespace
}  // namespace lockstep::sim
