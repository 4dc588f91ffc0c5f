// Occupancy: examples that NVIDIA published, an H200's own answers (tests/data/h200_occupancy.csv, measured
// by tests/hardware/occupancy), and properties that hold for all models.
#include "sim/predicted_times/occupancy/occupancy.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "tests/sim/memory_rules/table.hpp"

namespace lockstep::sim {
namespace {

using testing::HasSubstr;

Result<Occupancy> occupancy(std::string_view model, OccupancyRequest request) {
  return occupancy_of(*find_device_model(model).value(), request);
}

struct Published {
  const char* model;
  OccupancyRequest request;
  unsigned groups, percent;
  const char* decided_by;
  const char* source;
};

const Published kPublished[] = {
    {"cc1.0", {128, 0, 12}, 5, 83, "registers", "OpenCL Best Practices Guide 1.0, 4.2"},
    {"cc1.0", {256, 0, 12}, 2, 67, "registers", "OpenCL Best Practices Guide 1.0, 4.2 (66%)"},
    {"cc1.2", {512, 0, 16}, 2, 100, "warps and registers", "CUDA C Programming Guide 4.2, 5.2.3"},
    {"cc1.2", {512, 0, 17}, 1, 50, "registers", "CUDA C Programming Guide 4.2, 5.2.3"},
    {"cc7.0", {128, 0, 37}, 12, 75, "registers", "CUDA C++ Best Practices Guide 13.0, Calculating Occupancy"},
    {"cc7.0", {320, 0, 37}, 4, 63, "registers", "CUDA C++ Best Practices Guide 13.0, Calculating Occupancy"},
    {"cc7.0",
     {1024, 0, 32},
     2,
     100,
     "warps and registers",
     "CUDA C++ Best Practices Guide 13.0: 32 for 100%"},
    {"cc10.0", {32, 0, 0}, 32, 50, "work-groups", "CUDA Programming Guide 13.0, occupancy of blocks of 32"},
};

TEST(Occupancy, IsAsNvidiaPublishedIt) {
  for (const Published& example : kPublished) {
    const Result<Occupancy> found = occupancy(example.model, example.request);
    ASSERT_TRUE(found) << example.source << ": " << found.error().message;
    EXPECT_EQ(found->groups, example.groups) << example.source;
    EXPECT_EQ(static_cast<unsigned>(100 * found->share() + 0.5), example.percent) << example.source;
    EXPECT_EQ(found->deciding_text(), example.decided_by) << example.source;
  }
}

TEST(Occupancy, CountsWhatTheSystemReserves) {
  // 100 KiB and 1 KiB a group: 9 KiB and 1 KiB fit ten times, one byte more nine times.
  EXPECT_EQ(occupancy("cc8.6", {32, 9 * 1024, 0})->groups, 10u);
  EXPECT_EQ(occupancy("cc8.6", {32, 9 * 1024 + 1, 0})->groups, 9u);
  EXPECT_EQ(occupancy("cc7.0", {32, 9 * 1024, 0})->groups, 10u);  // of 96 KiB, nothing reserved
  EXPECT_EQ(occupancy("cc9.0", {1024, 227 * 1024, 0})->groups, 1u);
  EXPECT_EQ(occupancy("cc9.0", {1024, 227 * 1024, 0})->deciding_text(), "local memory");
}

TEST(Occupancy, RefusesGroupsThatNoMultiprocessorHolds) {
  const auto refusal = [](const char* model, OccupancyRequest request) {
    const Result<Occupancy> found = occupancy(model, request);
    return found ? std::string("not refused") : found.error().message;
  };
  EXPECT_EQ(refusal("cc9.0", {0, 0, 0}), "a work-group must have at least one work-item");
  EXPECT_EQ(refusal("cc1.0", {1024, 0, 0}),
            "a work-group of 1,024 work-items is too large: cc1.0 allows 512");
  EXPECT_EQ(refusal("cc2.0", {64, 0, 64}), "64 registers are too many for one work-item: cc2.0 allows 63");
  EXPECT_EQ(refusal("cc9.0", {1024, 0, 65}),
            "a work-group of 1,024 work-items with 65 registers each takes 73,728 registers: cc9.0 has "
            "65,536 for one "
            "group");
  EXPECT_EQ(refusal("cc9.0", {64, 228 * 1024, 32}),
            "228 KiB of local memory are too much for one work-group: cc9.0 allows 227 KiB");
  EXPECT_THAT(refusal("gcn", {64, 0, 0}), HasSubstr("is not known"));
}

// A group that fits still fits with fewer resources of each kind, and the answer does not exceed any limit.
TEST(Occupancy, NeverFallsWhenAGroupNeedsLess) {
  for (const DeviceModel& model : device_models()) {
    if (!model.occupancy) continue;
    const OccupancyLimits& limits = *model.occupancy;
    EXPECT_EQ(limits.warps, model.rates.resident_warps) << model.name;
    EXPECT_EQ(limits.groups, model.rates.resident_groups) << model.name;
    EXPECT_LE(model.local_bytes, limits.local_bytes_of_group) << model.name;
    for (const std::uint64_t size : {1u, 31u, 33u, 96u, 128u, 256u, 500u, 512u})
      for (const std::uint64_t local : {0u, 1u, 1000u, 4096u, 10000u, 16384u}) {
        unsigned before = ~0u;
        for (unsigned registers = 0; registers <= limits.registers_of_work_item; ++registers) {
          const Result<Occupancy> found = occupancy_of(model, {size, local, registers});
          const unsigned groups = found ? found->groups : 0;
          EXPECT_LE(groups, before) << model.name << ' ' << size << ' ' << local << ' ' << registers;
          before = groups;
          if (!found) continue;
          EXPECT_GE(groups, 1u) << model.name << ' ' << size << ' ' << local << ' ' << registers;
          EXPECT_LE(found->warps, limits.warps);
          EXPECT_LE(found->registers_of_group * groups, limits.registers);
          EXPECT_LE(found->local_bytes_of_group * groups, limits.local_bytes);
          EXPECT_FALSE(found->deciding_text().empty());
        }
      }
  }
}

// The answers of CUDA's driver on an H200: 0 groups correspond to an error here.
TEST(Occupancy, IsThatOfAnH200) {
  const std::vector<Row> rows = read_table("h200_occupancy.csv");
  EXPECT_GT(rows.size(), 500u);
  const DeviceModel& h200 = *find_device_model("h200").value();
  for (const Row& row : rows) {
    const OccupancyRequest request{std::stoull(row.at("group_size")), std::stoull(row.at("local_bytes")),
                                   static_cast<unsigned>(std::stoul(row.at("registers")))};
    const Result<Occupancy> found = occupancy_of(h200, request);
    EXPECT_EQ(found ? found->groups : 0, std::stoul(row.at("groups")))
        << request.group_size << " work-items, " << request.local_bytes << " bytes, "
        << request.registers_per_work_item << " registers";
  }
}

TEST(Occupancy, LimitsAreThoseOfAnH200) {
  std::map<std::string, std::uint64_t> device;
  for (const Row& row : read_table("h200_limits.csv")) device[row.at("name")] = std::stoull(row.at("value"));
  const DeviceModel& h200 = *find_device_model("h200").value();
  const OccupancyLimits& limits = *h200.occupancy;
  EXPECT_EQ(device.at("multiprocessors"), h200.rates.compute_units);
  EXPECT_EQ(device.at("group_size"), h200.max_group_size);
  EXPECT_EQ(device.at("warps"), limits.warps);
  EXPECT_EQ(device.at("groups"), limits.groups);
  EXPECT_EQ(device.at("registers"), limits.registers);
  EXPECT_EQ(device.at("registers_of_group"), limits.registers_of_group);
  EXPECT_EQ(device.at("local_bytes"), limits.local_bytes);
  EXPECT_EQ(device.at("local_bytes_of_group"), limits.local_bytes_of_group);
  EXPECT_EQ(device.at("reserved_local_bytes"), limits.reserved_local_bytes);
}

}  // namespace
}  // namespace lockstep::sim
