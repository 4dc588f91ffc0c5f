// Loads from constant memory in the counters of a run, of its lines, and in the advice.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "sim/explain/advice.hpp"
#include "sim/explain/narration/narration.hpp"
#include "sim/observers/counters/counters.hpp"
#include "sim/trace/trace.hpp"
#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

using testing::HasSubstr;

constexpr const char* kTable = R"(__constant int table[64] = {3, 1, 7};
kernel void k(global int *out, global const int *in)
{
    size_t i = get_global_id(0);
    int own = table[i % 8];
    int common = table[5];
    out[i] = own + common + in[i];
}
)";

CountedRun counted(const Plan& plan, const char* model) {
  return run_counted(plan, model_named(model), {}).value();
}

TEST(ConstantCounts, OfARunAndItsLines) {
  const Plan plan = kernel_plan(kTable, 128, 64);
  // Four warps: eight addresses on one line, one address on the other.
  const CountedRun hopper = counted(plan, "cc9.0");
  EXPECT_EQ(hopper.total.constant_load_requests, 8u);
  EXPECT_EQ(hopper.total.constant_load_passes, 4u * (8 + 1));
  EXPECT_EQ(hopper.lines[0].at({0, 5}).constant_load_passes, 4u * 8);
  EXPECT_EQ(hopper.lines[0].at({0, 6}).constant_load_passes, 4u);
  EXPECT_EQ(hopper.lines[0].at({0, 7}).constant_load_passes, 0u);
  // Each half-warp separately.
  const CountedRun tesla = counted(plan, "cc1.0");
  EXPECT_EQ(tesla.total.constant_load_requests, 16u);
  EXPECT_EQ(tesla.total.constant_load_passes, 8u * (8 + 1));
  EXPECT_EQ(counted(plan, "gcn").total.constant_load_passes, 0u);  // no rule
}

// All work-items read the same coefficient: one pass for each warp and coefficient. Arguments are
// not counted.
TEST(ConstantCounts, OfTheConvolutionsMask) {
  PlanRequest request{.n = 1024, .group_size = 128};
  request.pattern.mask_width = 7;
  const Algorithm& algorithm = **find_algorithm("patterns/convolve-1d-constant");
  const Plan plan = make_plan(algorithm, request, load_kernel(algorithm, "").value()).value();
  const CountedRun run = counted(plan, "cc9.0");
  EXPECT_EQ(run.total.constant_load_requests, 1024u / 32 * 7);
  EXPECT_EQ(run.total.constant_load_passes, run.total.constant_load_requests);
  EXPECT_EQ(counted(catalogue_plan("reduce/divergent"), "cc9.0").total.constant_load_requests, 0u);
}

TEST(ConstantCounts, AreExplained) {
  const Plan plan = kernel_plan(kTable, 128, 64);
  const CountedRun run = counted(plan, "cc9.0");
  const std::vector<CostlyLine> lines = costliest_lines(run, model_named("cc9.0"), nullptr, 9);
  const auto line = std::ranges::find(lines, 5u, &CostlyLine::line);
  ASSERT_NE(line, lines.end());
  EXPECT_THAT(line->reason, HasSubstr("4 requests to constant memory take 32 passes: lanes of a warp read "
                                      "different addresses, which are serialised."));
  EXPECT_THAT(line->remedy, HasSubstr("32 → 4 passes."));

  const auto trace = Trace::record(plan, model_named("cc9.0")).value();
  std::string words;
  for (std::uint64_t p = 0; p < trace->size() && words.empty(); ++p)
    if (trace->at(p).flags & TraceRecord::conflict) words = narrate(*trace, p);
  EXPECT_THAT(words,
              HasSubstr("The load takes 8 passes of constant memory, one for each different address."));
}

}  // namespace
}  // namespace lockstep::sim
