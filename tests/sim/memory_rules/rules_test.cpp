// Properties of any access on every model, tested on random accesses of every width, kind, mask and shape.
#include <gtest/gtest.h>

#include <random>

#include "tests/sim/memory_rules/access_table.hpp"

namespace lockstep::sim {

namespace {

class RandomAccesses {
 public:
  TestAccess next(unsigned warp_width) {
    constexpr std::array<std::uint32_t, 9> kBytes{1, 2, 4, 4, 8, 12, 16, 32, 128};
    TestAccess access;
    access.kind = static_cast<AccessKind>(pick(3));
    access.bytes = kBytes[pick(kBytes.size())];
    access.active = mask(warp_width);
    const std::uint64_t alignment = pick(8) == 0 ? 1 : std::min(access.bytes & (~access.bytes + 1), 16u);
    const std::uint64_t shape = pick(5);
    const std::uint64_t base = 4096 + alignment * pick(64);
    const std::uint64_t stride = alignment * pick(40);
    for (unsigned lane = 0; lane < kMaxLanes; ++lane)
      access.addresses[lane] =
          base + alignment * pattern(shape, lane, stride / alignment, access.bytes / alignment);
    return access;
  }
  std::uint64_t pick(std::uint64_t count) { return random_() % count; }

 private:
  std::uint64_t pattern(std::uint64_t shape, unsigned lane, std::uint64_t stride, std::uint64_t unit) {
    switch (shape) {
      case 0:
        return lane * unit;
      case 1:
        return lane * stride;
      case 2:
        return pick(16);
      case 3:
        return (lane ^ 5) * unit;
      default:
        return pick(4096);
    }
  }
  std::uint64_t mask(unsigned warp_width) {
    const std::uint64_t all = warp_width == 64 ? ~0ULL : (1ULL << warp_width) - 1;
    switch (pick(4)) {
      case 0:
        return random_() & all;
      case 1:
        return 1ULL << pick(warp_width);
      default:
        return all;
    }
  }
  std::mt19937_64 random_{20240501};
};

constexpr int kTries = 400;

template <class Check>
void on_every_model(Check check) {
  for (const DeviceModel& model : device_models()) {
    SCOPED_TRACE(model.name);
    RandomAccesses accesses;
    for (int i = 0; i < kTries && !testing::Test::HasFailure(); ++i) {
      const TestAccess access = accesses.next(model.warp_width);
      SCOPED_TRACE("access " + std::to_string(i) + " of " + std::to_string(access.bytes) + " bytes");
      check(model, access, accesses);
    }
  }
}

// A schedule of independent lanes has warps of one lane, which cannot be halved.
TEST(GlobalRules, WideWordsOfAWarpOfOneAreOneRequest) {
  DeviceModel model = **find_device_model("cc2.0");
  model.warp_width = 1;
  const std::array<std::uint64_t, kMaxLanes> addresses{};
  const GlobalCost cost = global_cost(model, {AccessKind::load, 8, 1, addresses});
  EXPECT_EQ(cost.requests, 1u);
  EXPECT_EQ(cost.transactions, 1u);
}

}  // namespace

TEST(MemoryRules, CountersAgreeWithFigures) {
  on_every_model([](const DeviceModel& model, const TestAccess& access, RandomAccesses&) {
    const std::vector<Transaction> transactions = global_transactions(model, access.view());
    std::uint64_t bytes = 0;
    for (const Transaction& transaction : transactions) bytes += transaction.bytes;
    const GlobalCost cost = global_cost(model, access.view());
    EXPECT_EQ(cost.transactions, transactions.size());
    EXPECT_EQ(cost.bytes, bytes);
    EXPECT_EQ(local_cost(model, access.view()).wavefronts, local_passes(model, access.view()).size());
  });
}

TEST(MemoryRules, EveryActiveLaneIsServedEquallyOften) {
  on_every_model([](const DeviceModel& model, const TestAccess& access, RandomAccesses&) {
    std::map<unsigned, unsigned> times;
    for (const LocalPass& pass : local_passes(model, access.view()))
      for (unsigned lane = 0; lane < kMaxLanes; ++lane)
        if ((pass.lanes >> lane & 1) != 0) ++times[lane];
    EXPECT_EQ(times.size(), static_cast<std::size_t>(std::popcount(access.active)));
    for (const auto& [lane, count] : times) {
      EXPECT_NE(access.active >> lane & 1, 0U);
      EXPECT_EQ(count, times.begin()->second);
    }
  });
}

TEST(MemoryRules, TransactionsContainTheRequestedBytes) {
  on_every_model([](const DeviceModel& model, const TestAccess& access, RandomAccesses&) {
    std::uint64_t served = 0;
    for (const Transaction& transaction : global_transactions(model, access.view())) {
      EXPECT_EQ(transaction.address % transaction.bytes, 0U);
      served |= transaction.lanes;
      for (unsigned lane = 0; lane < kMaxLanes; ++lane)
        if ((transaction.lanes >> lane & 1) != 0) {
          EXPECT_LT(access.addresses[lane], transaction.address + transaction.bytes);
          EXPECT_GT(access.addresses[lane] + access.bytes, transaction.address);
        }
    }
    EXPECT_EQ(served, access.active);
  });
}

TEST(MemoryRules, ConflictsAreNeverNegative) {
  on_every_model([](const DeviceModel& model, const TestAccess& access, RandomAccesses&) {
    const LocalCost cost = local_cost(model, access.view());
    EXPECT_LE(cost.minimum, cost.wavefronts);
    EXPECT_EQ(cost.degree == 0, access.active == 0);
    EXPECT_EQ(cost.degree > 1, cost.conflicts() > 0);
  });
}

// An additional lane never reduces the cost on models whose transactions are distinct units. (Half-warps of
// cc1.0 are all or nothing; the address of one lane may split a split access further.)
TEST(MemoryRules, SwitchingALaneOffNeverCostsMore) {
  on_every_model([](const DeviceModel& model, const TestAccess& access, RandomAccesses& random) {
    if (model.global.kind != GlobalRule::Kind::distinct_units) return;
    TestAccess fewer = access;
    fewer.active &= ~(1ULL << random.pick(model.warp_width));
    const GlobalCost all = global_cost(model, access.view());
    const GlobalCost some = global_cost(model, fewer.view());
    if (some.requests != 0 && some.requests != all.requests) return;
    EXPECT_LE(some.transactions, all.transactions);
    EXPECT_LE(some.bytes, all.bytes);
  });
}

TEST(MemoryRules, AddressesOfInactiveLanesDoNotMatter) {
  on_every_model([](const DeviceModel& model, const TestAccess& access, RandomAccesses& random) {
    TestAccess other = access;
    for (unsigned lane = 0; lane < kMaxLanes; ++lane)
      if ((access.active >> lane & 1) == 0) other.addresses[lane] = random.pick(1 << 20);
    EXPECT_EQ(global_cost(model, access.view()).bytes, global_cost(model, other.view()).bytes);
    EXPECT_EQ(local_cost(model, access.view()).wavefronts, local_cost(model, other.view()).wavefronts);
  });
}

}  // namespace lockstep::sim
