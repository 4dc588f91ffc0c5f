#include <gtest/gtest.h>

#include "core/benchmark_data/benchmark.hpp"
#include "core/benchmark_data/compare.hpp"

namespace lockstep::measure {
namespace {

std::vector<Device> devices(std::size_t count) {
  std::vector<Device> all(count);
  for (std::size_t i = 0; i < count; ++i) all[i].index = i;
  return all;
}

BenchRow row_on(std::vector<std::size_t> indices, std::uint64_t host_ns, std::uint64_t n = 100) {
  BenchRow row;
  row.id = "a";
  row.n = n;
  row.status = BenchRow::Status::passed;
  row.host_ns = {host_ns, host_ns, host_ns, host_ns};
  for (const std::size_t index : indices) row.parts.emplace_back().device_index = index;
  return row;
}

TEST(SharedRows, EachDeviceAloneThenAllOfThem) {
  std::vector<BenchRequest> requests(2);
  requests[0].algorithm = &catalogue().front();
  requests[1].implementation = &host_implementations().front();
  const auto all = shared_requests(requests, devices(2), Split::measured, true);
  ASSERT_EQ(all.size(), 4u);
  EXPECT_EQ(all[0].devices.size(), 1u);
  EXPECT_EQ(all[1].devices.at(0).index, 1u);
  EXPECT_EQ(all[2].devices.size(), 2u);
  EXPECT_EQ(all[2].split, Split::measured);
  EXPECT_TRUE(all[3].implementation && all[3].devices.empty()) << "no device runs it";
  EXPECT_EQ(shared_requests(requests, devices(2), Split::equal, false).size(), 2u);
  EXPECT_EQ(shared_requests(requests, devices(1), Split::equal, true).size(), 2u) << "not the same twice";
}

TEST(SharedRows, TheSpeedUpIsOverTheFastestAlone) {
  const std::vector<BenchRow> rows{row_on({0}, 400), row_on({1}, 300), row_on({2}, 10), row_on({0, 1}, 200),
                                   row_on({0}, 100, 77)};
  const auto speed_up = speed_up_by_sharing(rows[3], rows);
  ASSERT_TRUE(speed_up);
  EXPECT_DOUBLE_EQ(speed_up->factor, 1.5);
  EXPECT_EQ(speed_up->device_index, 1u);
  EXPECT_EQ(speed_up_text(rows[3], rows), "1.50 times as fast as device 1 alone.");
  EXPECT_EQ(speed_up_text(rows[0], rows), "") << "it is alone";
  EXPECT_EQ(speed_up_text(row_on({3, 4}, 5), rows), "");
  BenchRow failed = rows[3];
  failed.status = BenchRow::Status::failed;
  EXPECT_FALSE(speed_up_by_sharing(failed, rows));
}

TEST(SharedRows, ADeviceWithTwoPartsIsNamedOnce) {
  BenchRow row = row_on({0, 1, 2, 0}, 400);
  for (BenchPart& part : row.parts) part.device = "H" + std::to_string(part.device_index);
  EXPECT_EQ(devices_label(row), "0 + 1 + 2");
  EXPECT_EQ(place_of({}, row), "H0 + H1 + H2");
  BenchReport report;
  report.devices = devices(3);
  report.copies_gbps = {100, 100, 100};
  row.gbps = 150;
  EXPECT_DOUBLE_EQ(share_of_copy(report, row).value_or(0), 0.5);
  for (std::size_t i = 0; i < row.parts.size(); ++i) row.parts[i].rank = i % 3;
  EXPECT_EQ(devices_label(row), "3 MPI ranks");
}

TEST(SharedRows, TheBoundIsSaid) {
  BenchRow row = row_on({0, 1}, 400);
  EXPECT_EQ(max_speed_up_text(row), "") << "not known";
  row.at_most = 2;
  row.id = "reduce/tuned";
  EXPECT_EQ(max_speed_up_text(row), "At most 2.00 times with these parts.");
  row.at_most = 5.0 / 3;
  row.id = "scan/look-back";
  EXPECT_EQ(max_speed_up_text(row),
            "At most 1.67 times with these parts: most parts are read once more for their totals.");
}

}  // namespace
}  // namespace lockstep::measure
