// Every pattern of the catalogue gives the result of its reference, without findings, for any n and on
// devices with warps of different widths; unsupported sizes are rejected with a message.
#include <gtest/gtest.h>

#include "core/catalogue/algorithm.hpp"
#include "sim/explain/wrong_result/wrong_result.hpp"
#include "sim/machine/state/limits.hpp"
#include "sim/observers/counters/counters.hpp"
#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

Result<Plan> plan_of(const Algorithm& algorithm, const PlanRequest& request) {
  return load_kernel(algorithm, "").and_then([&](const KernelSource& source) {
    return make_plan(algorithm, request, source);
  });
}

std::string name_of(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param.substr(info.param.find('/') + 1);
  std::erase(name, '-');
  return name;
}

class Patterns : public testing::TestWithParam<std::string> {
 protected:
  static const Algorithm& algorithm() { return **find_algorithm(GetParam()); }

  // With 16 work-items, or with the next square if the pattern needs one work-item for each input of
  // its mask.
  static std::uint64_t small_group() { return plan_of(algorithm(), {.n = 16, .group_size = 16}) ? 16 : 36; }

  static void check(PlanRequest request, const char* model = "cc9.0") {
    request.limits = limits_of(model_named(model));
    request.limits.device_atomics = DeviceLimits{}.device_atomics;
    const auto plan = plan_of(algorithm(), request);
    ASSERT_TRUE(plan.has_value()) << request.n << ": " << plan.error().message;
    const auto run = run_counted(*plan, model_named(model), {});
    ASSERT_TRUE(run.has_value()) << run.error().message;
    const CheckResult result = check_run(*plan, *run);
    EXPECT_TRUE(result.passed()) << request.n << " elements, " << request.group_size << " a group, " << model
                                 << ": " << result.message("result");
    EXPECT_TRUE(run->findings.empty()) << request.n << ": " << run->findings.front().message;
  }
};

TEST_P(Patterns, GiveWhatTheReferenceGives) {
  const std::uint64_t small = small_group();
  for (std::uint64_t n = 1; n <= 70; ++n) check({.n = n, .group_size = n % 2 == 0 ? small : 64});
  for (const std::uint64_t n : {100, 255, 256, 257, 1000, 1023, 1500, 4096})
    check({.n = n, .group_size = 64});
}

TEST_P(Patterns, OnOtherDevices) {
  for (const char* model : {"cc1.0", "gcn", "cpu"}) check({.n = 333, .group_size = 64}, model);
}

TEST_P(Patterns, EveryType) {
  for (const ElementType type : algorithm().types)
    check({.n = 300,
           .group_size = 64,
           .op = type == ElementType::uint16x4 ? Operator::matrix : Operator::sum,
           .type = type});
}

INSTANTIATE_TEST_SUITE_P(All, Patterns, testing::ValuesIn([] {
                           std::vector<std::string> ids;
                           for (const Algorithm& algorithm : patterns()) ids.push_back(algorithm.id);
                           return ids;
                         }()),
                         name_of);

TEST(PatternSizes, MasksTilesAndBins) {
  for (const char* id :
       {"patterns/convolve-1d", "patterns/convolve-1d-tiled-halo", "patterns/convolve-2d-tiled"})
    for (const std::uint64_t width : {1, 3, 9, 15})
      for (const std::uint64_t tile : {0, 7, 20}) {
        PlanRequest request{.n = 360, .group_size = 16};
        request.pattern.mask_width = width;
        request.pattern.tile = tile;
        const auto plan = plan_of(**find_algorithm(id), request);
        ASSERT_TRUE(plan.has_value()) << plan.error().message;
        EXPECT_TRUE(check_run(*plan, *run_counted(*plan, model_named("cc9.0"), {})).passed())
            << id << " width " << width << " tile " << tile;
      }
}

// "BLOCK_SIZE = TILE_SIZE + 4": 12 × 12 work-items, which are five warps, compute 8 × 8 outputs.
TEST(PatternSizes, AWorkItemForEachInputLeavesASmallerTile) {
  const Algorithm& algorithm = **find_algorithm("patterns/convolve-2d-input-tile");
  for (const std::uint64_t width : {1, 3, 5, 9, 15})
    for (const std::uint64_t side : {5, 12, 16}) {
      PlanRequest request{.n = 360, .group_size = side * side};
      request.pattern.mask_width = width;
      request.pattern.columns = 20;
      const auto plan = plan_of(algorithm, request);
      ASSERT_EQ(plan.has_value(), side >= width) << side << " " << width;
      if (!plan) continue;
      const std::uint64_t tile = side - (width - 1);
      EXPECT_EQ(plan->launches.front().range.group_count(),
                (20 + tile - 1) / tile * ((18 + tile - 1) / tile));
      EXPECT_TRUE(check_run(*plan, *run_counted(*plan, model_named("cc9.0"), {})).passed())
          << side << " " << width;
    }
  PlanRequest one{.n = 64, .group_size = 144};
  one.pattern.columns = 8;
  const auto run = run_counted(*plan_of(algorithm, one), model_named("cc9.0"), {});
  ASSERT_TRUE(run);
  EXPECT_EQ(run->total.work_groups, 1u);
  EXPECT_EQ(run->total.warps, 5u);
}

// The work-items of a group share the rows of their tile: any number of work-items has a tile, even if no
// square has this number.
TEST(PatternSizes, TransposesHaveATileForEveryWorkGroup) {
  for (const char* id : {"patterns/transpose-tiled", "patterns/transpose-padded"})
    for (const std::uint64_t group : {1, 2, 3, 7, 8, 12, 18, 32, 50, 64, 65, 96, 97, 128, 200, 256, 500}) {
      PlanRequest request{.n = 70 * 67, .group_size = group};
      request.pattern.columns = 67;
      const auto plan = plan_of(**find_algorithm(id), request);
      ASSERT_TRUE(plan.has_value()) << plan.error().message;
      const NdRange& range = plan->launches.front().range;
      EXPECT_EQ(range.local_size[0] * range.local_size[1], group);
      EXPECT_TRUE(check_run(*plan, *run_counted(*plan, model_named("cc9.0"), {})).passed())
          << id << " " << group;
    }
}

TEST(PatternSizes, LargeWorkGroupsShareAWideTileThatFits) {
  const auto side = [](const char* model, std::uint64_t group, ElementType type) {
    PlanRequest request{.n = 4096, .group_size = group, .type = type};
    request.limits = limits_of(model_named(model));
    return plan_of(**find_algorithm("patterns/transpose-padded"), request)
        ->launches.front()
        .range.local_size[0];
  };
  EXPECT_EQ(side("cc9.0", 64, ElementType::int32), 8U);
  EXPECT_EQ(side("cc9.0", 256, ElementType::int32), 64U);
  EXPECT_EQ(side("cc1.2", 256, ElementType::int32), 32U) << "16 KiB have no room for 64 × 65 elements";
}

std::string refusal(const char* id, const PlanRequest& request) {
  const auto plan = plan_of(**find_algorithm(id), request);
  return plan ? "" : plan.error().message;
}

TEST(PatternSizes, WrongOnesAreRefusedInWords) {
  PlanRequest request{.n = 100, .group_size = 64};
  request.pattern.mask_width = 4;
  EXPECT_EQ(refusal("patterns/convolve-1d", request),
            "patterns/convolve-1d needs a mask of odd width, at most 33; choose 5 instead of 4.");
  request = {.n = 100, .group_size = 16};
  EXPECT_EQ(refusal("patterns/convolve-2d-input-tile", request),
            "patterns/convolve-2d-input-tile loads an input with each work-item: a mask of 5 × 5 needs a "
            "work-group of at least as many; choose 25 (5 × 5) or more instead of 16.");
  request = {.n = 100, .group_size = 32};
  EXPECT_EQ(refusal("patterns/transpose", request),
            "patterns/transpose needs a square work-group; choose 36 (6 × 6) instead of 32.");
  request = {.n = 100, .group_size = 64};
  request.pattern.columns = 30;
  EXPECT_EQ(refusal("patterns/transpose", request),
            "100 elements are not a whole number of rows of 30; choose a number of columns that divides n.");
  request = {.n = 100, .group_size = 64};
  request.pattern.tile = 24;
  EXPECT_EQ(refusal("patterns/transpose-padded", request),
            "patterns/transpose-padded: 64 work-items cannot share the rows of a tile of 24 × 24; choose one "
            "of 8, 16, 32, 64.");
  request = {.n = 100, .group_size = 256};
  request.pattern.tile = 128;
  EXPECT_EQ(refusal("patterns/transpose-padded", request),
            "patterns/transpose-padded: a tile of 128 × 128 needs 64.5 KiB of local memory, but the "
            "device has only 48 KiB; choose a smaller tile.");
  request = {.n = 100, .group_size = 64};
  request.pattern.bins = 0;
  EXPECT_EQ(refusal("patterns/histogram-privatised", request),
            "A histogram must have 1 to 4,096 bins; choose a number in this range in place of 0.");
  request = {.n = 100, .group_size = 64};
  request.pattern.bins = 65;
  EXPECT_EQ(
      refusal("patterns/histogram-privatised", request),
      "patterns/histogram-privatised needs a work-group of at least as many work-items as there are bins; "
      "choose 65 or more instead of 64, or fewer bins.");
  request = {.n = 100, .group_size = 64};
  request.pattern.bit = 32;
  EXPECT_EQ(refusal("patterns/split", request),
            "int has bits 0 to 31; choose one of these bits instead of 32.");
}

}  // namespace
}  // namespace lockstep::sim
