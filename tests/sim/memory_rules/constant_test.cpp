// Constant memory: the guides' rule for small patterns, an H200's own counters (tests/data/h200_constant.csv,
// measured by tests/hardware/constant), and properties of all accesses.
#include <gtest/gtest.h>

#include <bit>
#include <random>
#include <set>
#include <sstream>

#include "tests/sim/memory_rules/access_table.hpp"
#include "tests/sim/memory_rules/table.hpp"

namespace lockstep::sim {
namespace {

template <class AddressOf>
std::string counted(const char* model, std::uint32_t bytes, std::uint64_t active, AddressOf address_of) {
  const TestAccess access = make_access(AccessKind::load, bytes, active, address_of);
  const ConstantCost cost = constant_cost(model_named(model), access.view());
  return std::to_string(cost.requests) + " " + std::to_string(cost.passes);
}

// CUDA C Programming Guide 5.5, 5.3.2.4: as many requests as different addresses, for each
// half-warp on cc1.x.
TEST(ConstantMemory, SplitsRequestsByAddress) {
  const auto one = [](unsigned) { return 64; };
  const auto own = [](unsigned lane) { return 4 * lane; };
  const auto halves = [](unsigned lane) { return 4 * (lane / 16); };
  EXPECT_EQ(counted("cc2.0", 4, 0xFFFFFFFF, one), "1 1");
  EXPECT_EQ(counted("cc2.0", 4, 0xFFFFFFFF, own), "1 32");
  EXPECT_EQ(counted("cc2.0", 4, 0xFFFFFFFF, halves), "1 2");
  EXPECT_EQ(counted("cc1.0", 4, 0xFFFFFFFF, one), "2 2");
  EXPECT_EQ(counted("cc1.0", 4, 0xFFFFFFFF, own), "2 32");
  EXPECT_EQ(counted("cc1.2", 4, 0xFFFFFFFF, halves), "2 2");
  EXPECT_EQ(counted("cc1.2", 4, 0x0000FFFF, own), "1 16");
  EXPECT_EQ(counted("cc2.0", 4, 0, own), "0 0");
  EXPECT_EQ(counted("gcn", 4, 0xFFFFFFFF, own), "0 0");     // no rule
  EXPECT_EQ(counted("cc9.0", 16, 0xFFFFFFFF, one), "2 2");  // two instructions of 8 bytes
}

// Each lane is served once for each instruction, the lanes of a pass read one address, and the sums agree.
TEST(ConstantMemory, PassesServeEachLane) {
  std::mt19937 random(19);
  for (int trial = 0; trial < 2000; ++trial) {
    const std::uint32_t bytes = 1u << random() % 5;
    const auto spread = static_cast<unsigned>(1 + random() % 40);
    const TestAccess access =
        make_access(AccessKind::load, bytes, random(), [&](unsigned) { return bytes * (random() % spread); });
    for (const DeviceModel& model : device_models()) {
      const ConstantCost cost = constant_cost(model, access.view());
      const std::vector<LocalPass> passes = constant_passes(model, access.view());
      EXPECT_EQ(passes.size(), cost.passes);
      EXPECT_GE(cost.passes, cost.requests);
      if (!model.constant) continue;
      const unsigned parts = bytes == 16 ? 2 : 1;
      unsigned served = 0;
      std::set<std::uint64_t> addresses;
      for (const LocalPass& pass : passes) {
        served += static_cast<unsigned>(std::popcount(pass.lanes));
        const auto first = static_cast<unsigned>(std::countr_zero(pass.lanes));
        addresses.insert(access.addresses[first]);
        for_each_lane(pass.lanes,
                      [&](unsigned lane) { EXPECT_EQ(access.addresses[lane], access.addresses[first]); });
      }
      EXPECT_EQ(served, parts * static_cast<unsigned>(std::popcount(access.active)));
      if (model.constant->lanes_per_request == 16) continue;
      EXPECT_EQ(cost.passes, parts * addresses.size());
    }
  }
}

// One load of a warp on an H200: the requests that its constant cache served, and the instructions.
TEST(ConstantMemory, HopperCountsAsMeasured) {
  const std::vector<Row> rows = read_table("h200_constant.csv");
  EXPECT_EQ(rows.size(), 40u);
  for (const Row& row : rows) {
    std::istringstream offsets(row.at("lane_offsets_bytes"));
    const TestAccess access =
        make_access(AccessKind::load, static_cast<std::uint32_t>(std::stoul(row.at("bytes_per_lane"))),
                    std::stoull(row.at("active_mask"), nullptr, 16), [&](unsigned) {
                      std::uint64_t offset = 0;
                      offsets >> offset;
                      return offset;
                    });
    const ConstantCost cost = constant_cost(model_named("h200"), access.view());
    EXPECT_EQ(std::to_string(cost.passes), row.at("idc__requests")) << row.at("id");
    EXPECT_EQ(std::to_string(cost.requests), row.at("smsp__inst_executed_op_ldc")) << row.at("id");
  }
}

}  // namespace
}  // namespace lockstep::sim
