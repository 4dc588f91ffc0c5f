// Single accesses whose cost can be computed by hand, in addition to the tables.
#include <gtest/gtest.h>

#include "tests/sim/memory_rules/access_table.hpp"

namespace lockstep::sim {

namespace {

TestAccess strided(AccessKind kind, std::uint32_t bytes, std::uint64_t stride,
                   std::uint64_t active = 0xFFFFFFFF) {
  return make_access(kind, bytes, active, [&](unsigned lane) { return 4096 + lane * stride; });
}

}  // namespace

TEST(Access, NoActiveLaneCostsNothing) {
  for (const DeviceModel& model : device_models()) {
    const TestAccess access = strided(AccessKind::load, 4, 4, 0);
    EXPECT_EQ(global_cost(model, access.view()).requests, 0U);
    EXPECT_EQ(global_cost(model, access.view()).bytes, 0U);
    EXPECT_EQ(local_cost(model, access.view()).wavefronts, 0U);
    EXPECT_TRUE(local_passes(model, access.view()).empty());
  }
}

TEST(Access, LanesWithoutAnAddressAreNotCounted) {
  const std::array<std::uint64_t, 2> addresses{0, 128};
  const WarpAccess access{.active = ~0ULL, .addresses = addresses};
  EXPECT_EQ(global_cost(model_named("h200"), access).transactions, 2U);
}

// float3 has 12 bytes: three loads of 4 bytes, each touching 12 sectors, as in the CUDA C Best
// Practices Guide.
TEST(Access, TwelveBytesAreThreeLoads) {
  const GlobalCost cost = global_cost(model_named("h200"), strided(AccessKind::load, 12, 12).view());
  EXPECT_EQ(cost.requests, 3U);
  EXPECT_EQ(cost.transactions, 36U);
}

TEST(Access, LongVectorsAreLoadsOf16Bytes) {
  const GlobalCost cost = global_cost(model_named("h200"), strided(AccessKind::load, 64, 64).view());
  EXPECT_EQ(cost.requests, 4U);
  EXPECT_EQ(cost.transactions, 4U * 32U);
}

TEST(Access, AMisalignedAddressSplitsTheAccess) {
  const TestAccess access =
      make_access(AccessKind::load, 16, 0xFFFFFFFF, [](unsigned lane) { return 4 + lane * 16; });
  const GlobalCost cost = global_cost(model_named("h200"), access.view());
  EXPECT_EQ(cost.requests, 4U);
  EXPECT_EQ(local_cost(model_named("h200"), access.view()).wavefronts, 16U);
}

// Only loads merge: measured on an H200; the programming guides do not mention it.
TEST(Access, WideStoresToOneAddressDoNotMerge) {
  const DeviceModel& hopper = model_named("h200");
  EXPECT_EQ(local_cost(hopper, strided(AccessKind::load, 8, 0).view()).wavefronts, 1U);
  EXPECT_EQ(local_cost(hopper, strided(AccessKind::store, 8, 0).view()).wavefronts, 2U);
  EXPECT_EQ(local_cost(hopper, strided(AccessKind::load, 16, 0).view()).wavefronts, 2U);
  EXPECT_EQ(local_cost(hopper, strided(AccessKind::store, 16, 0).view()).wavefronts, 4U);
}

TEST(Access, AtomicsOnOneWordFollowEachOther) {
  const DeviceModel& hopper = model_named("h200");
  const TestAccess access = strided(AccessKind::atomic, 4, 0);
  EXPECT_EQ(global_cost(hopper, access.view()).transactions, 32U);
  EXPECT_EQ(global_cost(hopper, access.view()).requests, 1U);
  EXPECT_EQ(local_cost(hopper, access.view()).wavefronts, 32U);
  EXPECT_EQ(local_cost(hopper, access.view()).conflicts(), 31U);
}

// PG 5.5 G.4.3: float4 with stride 1 is a 2-way conflict of its half-warps: 4 passes of 128 bytes in total.
TEST(Access, FermiServesFloat4InSerialQuarters) {
  const LocalCost cost = local_cost(model_named("fermi"), strided(AccessKind::load, 16, 16).view());
  EXPECT_EQ(cost.degree, 2U);
  EXPECT_EQ(cost.wavefronts, 4U);
  EXPECT_EQ(cost.conflicts(), 2U);
}

TEST(Access, KeplersBankRowsMakeStrideTwoFree) {
  EXPECT_EQ(local_cost(model_named("kepler"), strided(AccessKind::load, 4, 8).view()).wavefronts, 1U);
  EXPECT_EQ(local_cost(model_named("kepler"), strided(AccessKind::load, 8, 8).view()).wavefronts, 1U);
}

TEST(Access, OneActiveLaneOfG80StillMovesAWholeBlock) {
  const GlobalCost cost = global_cost(model_named("g80"), strided(AccessKind::load, 4, 4, 1 << 5).view());
  EXPECT_EQ(cost.transactions, 1U);
  EXPECT_EQ(cost.bytes, 64U);
}

TEST(Access, PassesNameTheLanesOfAConflict) {
  const std::vector<LocalPass> passes =
      local_passes(model_named("h200"), strided(AccessKind::load, 4, 64, 0xF).view());
  ASSERT_EQ(passes.size(), 2U);
  EXPECT_EQ(passes[0].lanes, 0b0011U);
  EXPECT_EQ(passes[1].lanes, 0b1100U);
}

}  // namespace lockstep::sim
