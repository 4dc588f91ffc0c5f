// Comparisons between rows, and the tables that show them.
#include "core/benchmark_data/compare.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "core/benchmark_data/tables/report.hpp"

namespace lockstep::measure {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

BenchRow row_of(const char* id, std::uint64_t n, std::uint64_t ns) {
  BenchRow row;
  row.id = id;
  row.n = n;
  row.group_size = 256;
  row.launches = 2;
  row.status = BenchRow::Status::passed;
  row.device_ns = {ns, ns, ns, ns};
  row.gelem_per_s = static_cast<double>(n) / static_cast<double>(ns);
  row.gbps = 4 * row.gelem_per_s;
  return row;
}

BenchReport report_of(std::vector<BenchRow> rows) {
  BenchReport report;
  report.device.name = "a device";
  report.copy_gbps = 8;
  report.rows = std::move(rows);
  return report;
}

BenchReport two_sizes() {
  return report_of({row_of("reduce/divergent", 1000, 2000), row_of("scan/blelloch", 1000, 5000),
                    row_of("reduce/first-add", 1000, 500), row_of("reduce/divergent", 4000, 8000),
                    row_of("reduce/first-add", 4000, 1000)});
}

TEST(BenchmarkCompare, SpeedUpIsOverTheFirstOfTheSameNAndFamily) {
  const BenchReport report = two_sizes();
  const auto factor = [&](std::size_t i) { return speed_up(report.rows, report.rows[i]); };
  EXPECT_EQ(factor(0), 1);
  EXPECT_EQ(factor(1), 1) << "a scan is not compared with reductions";
  EXPECT_EQ(factor(2), 4);
  EXPECT_EQ(factor(4), 8);
}

TEST(BenchmarkCompare, FailedRowsAreNoBaselineAndHaveNoSpeedUp) {
  BenchReport report = two_sizes();
  report.rows[0].status = BenchRow::Status::failed;
  EXPECT_EQ(speed_up(report.rows, report.rows[0]), std::nullopt);
  EXPECT_EQ(baseline_of(report.rows, report.rows[2]), &report.rows[2]);
}

TEST(BenchmarkCompare, OnlyTheDeviceIsComparedWithItsCopy) {
  BenchRow row = row_of("reduce/divergent", 1000, 1000);
  BenchReport report = report_of({});
  EXPECT_EQ(share_of_copy(report, row), 0.5);
  row.threads = 2;
  EXPECT_EQ(share_of_copy(report, row), std::nullopt);
  row.threads = 0;
  report.copy_gbps = 0;
  EXPECT_EQ(share_of_copy(report, row), std::nullopt);
}

TEST(BenchmarkCompare, DevicesThatShareAnArrayAreComparedByTheirCommonTime) {
  BenchReport report =
      report_of({row_of("reduce/divergent", 1000, 4000), row_of("reduce/divergent", 1000, 500)});
  BenchRow& shared = report.rows[1];
  shared.host_ns = {1000, 1000, 1000, 1000};
  shared.gbps = 4;
  shared.parts.resize(2);
  shared.parts[0].device = "a";
  shared.parts[1].device = "b";
  shared.parts[1].device_index = 1;
  EXPECT_EQ(speed_up(report.rows, shared), 4);
  EXPECT_EQ(place_of(report, shared), "a + b");
  EXPECT_EQ(row_label(shared), "reduce/divergent on 0 + 1");
  EXPECT_EQ(share_of_copy(report, shared), std::nullopt) << "their copies were not measured";
  report.devices.resize(2);
  report.devices[1].index = 1;
  report.copies_gbps = {6, 10};
  EXPECT_EQ(share_of_copy(report, shared), 0.25);
}

TEST(BenchmarkCompare, ChangesCompareTimes) {
  BenchRow row = row_of("reduce/divergent", 1000, 979);
  EXPECT_EQ(change_percent(row), std::nullopt);
  row.earlier =
      EarlierRun{.date = "2026-11-20T14:03:09Z", .driver = "525.1", .times_ns = {1000, 990, 1010, 1000}};
  EXPECT_EQ(change_text(*change_percent(row)), "−2.1 %");
  EXPECT_FALSE(is_within_spread(row));
  EXPECT_EQ(earlier_remark(row), "");
  row.device_ns.max = 995;
  EXPECT_TRUE(is_within_spread(row));
  row.earlier->other_driver = row.earlier->other_kernel = true;
  EXPECT_EQ(
      earlier_remark(row),
      "reduce/divergent: changed since 2026-11-20 14:03 UTC: the driver (then 525.1), the kernel's text.");
  EXPECT_EQ(change_text(0.01), "±0.0 %");
  EXPECT_EQ(change_text(250.4), "+250 %");
  EXPECT_EQ(change_text(3556.0), "×36.6");
  EXPECT_EQ(change_text(2'520'000), "×25,201");
}

TEST(BenchmarkTable, OneForEachN) {
  const std::string text = bench_text(two_sizes());
  EXPECT_THAT(text, HasSubstr("1,000 elements of int, sum, work-groups of 256\n\nid "));
  EXPECT_THAT(text, HasSubstr("4,000 elements of int"));
  EXPECT_THAT(text, HasSubstr("100.0 %")) << "share of the copy: " << text;
  EXPECT_THAT(text, HasSubstr("8.00")) << "speed-up: " << text;
  EXPECT_THAT(text, Not(HasSubstr("earlier"))) << "there is nothing earlier";
}

TEST(BenchmarkTable, WideTablesContinueBelow) {
  const auto longest = [](const std::string& text) {
    std::size_t most = 0;
    std::istringstream lines(text.substr(0, text.find("device ms: ")));
    for (std::string line; std::getline(lines, line);) most = std::max(most, line.size());
    return most;
  };
  const BenchReport report = two_sizes();
  EXPECT_GT(longest(bench_text(report)), 110u);
  const std::string text = bench_text(report, 80);
  EXPECT_LE(longest(text), 82u) << text;  // a dash takes three bytes
  for (const char* heading : {"device ms", "mean", "gaps ms", "host ms", "of copy", "speed-up"})
    EXPECT_THAT(text, HasSubstr(heading));
  EXPECT_THAT(bench_text(report, 10), HasSubstr("speed-up")) << "one at a time, at least";
}

TEST(BenchmarkTable, EarlierRunsHaveAColumnAndARemark) {
  BenchReport report = two_sizes();
  report.rows[0].earlier = EarlierRun{.date = "2026-11-20T14:03:09Z",
                                      .driver = "525.1",
                                      .times_ns = {1000, 1000, 1000, 1000},
                                      .other_driver = true};
  const std::string text = bench_text(report);
  EXPECT_THAT(text, HasSubstr("+100 % (2026-11-20)"));
  EXPECT_THAT(text, HasSubstr("the driver (then 525.1)"));
  const auto row = nlohmann::json::parse(bench_json(report))["rows"][0];
  EXPECT_EQ(row["earlier"]["date"], "2026-11-20T14:03:09Z");
  EXPECT_EQ(row["earlier"]["driver"], "525.1");
  EXPECT_EQ(row["earlier"]["median_ns"], 1000);
  EXPECT_EQ(row["earlier"]["change_percent"], 100);
  EXPECT_EQ(row["earlier"]["driver_changed"], true);
}

TEST(BenchmarkTable, JsonAndTableHaveTheSameContent) {
  const auto rows = nlohmann::json::parse(bench_json(two_sizes()))["rows"];
  EXPECT_EQ(rows[4]["speed_up"], 8);
  EXPECT_EQ(rows[4]["speed_up_over"], "reduce/divergent");
  EXPECT_EQ(rows[4]["share_of_copy"], 2);
  EXPECT_TRUE(rows[4].contains("span_ns") && rows[4]["device_ns"].contains("mean"));
}

TEST(BenchmarkTable, EveryLineOfTheCsvHasAllColumns) {
  BenchReport report = two_sizes();
  report.rows[1].status = BenchRow::Status::failed;
  report.rows[1].reason = "wrong";
  std::istringstream lines(bench_csv(report));
  std::string line;
  std::getline(lines, line);
  EXPECT_TRUE(line.starts_with("device,id,type,op,n,")) << line;
  const auto commas = [](const std::string& text) { return std::ranges::count(text, ','); };
  const auto wanted = commas(line);
  while (std::getline(lines, line)) EXPECT_EQ(commas(line), wanted) << line;
}

}  // namespace
}  // namespace lockstep::measure
