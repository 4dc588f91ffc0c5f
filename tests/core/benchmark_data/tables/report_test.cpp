// The formats for other programs.
#include "core/benchmark_data/tables/report.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/bench/run_benchmark.hpp"

namespace lockstep::measure {
namespace {

BenchReport two_rows() {
  BenchReport report;
  report.device.name = "a \"fast\", new one";
  report.copy_gbps = 100;
  BenchRow good;
  good.id = "reduce/a";
  good.n = 1 << 20;
  good.group_size = 256;
  good.status = BenchRow::Status::passed;
  good.device_ns = {1000000, 900000, 1100000, 1000000};
  good.host_ns = {2000000, 2000000, 2000000, 2000000};
  good.gelem_per_s = 1.048576;
  good.gbps = 4.194304;
  BenchRow bad = good;
  bad.id = "reduce/b";
  bad.status = BenchRow::Status::failed;
  bad.reason = "out[0] is 1, but the sequential reference gives 2.";
  report.rows = {good, bad};
  return report;
}

TEST(BenchmarkText, JsonHasTheAgreedNames) {
  const auto json = nlohmann::json::parse(bench_json(two_rows()));
  EXPECT_EQ(json["device"]["name"], "a \"fast\", new one");
  EXPECT_TRUE(json["device"].contains("platform") && json["device"].contains("driver"));
  EXPECT_EQ(json["copy_gbps"], 100);
  const auto& row = json["rows"][0];
  EXPECT_EQ(row["id"], "reduce/a");
  EXPECT_EQ(row["type"], "int");
  EXPECT_EQ(row["op"], "sum");
  EXPECT_EQ(row["n"], 1 << 20);
  EXPECT_EQ(row["status"], "passed");
  EXPECT_EQ(row["device_ns"]["median"], 1000000);
  EXPECT_EQ(row["host_ns"]["max"], 2000000);
  EXPECT_GT(row["gelem_per_s"], 1);
  EXPECT_GT(row["gbps"], 4);
  EXPECT_EQ(row["gap_ns"]["median"], 0);
  EXPECT_EQ(row["edited"], false);
}

TEST(BenchmarkText, AWrongResultHasAReasonAndNoTime) {
  const BenchReport report = two_rows();
  EXPECT_FALSE(report.all_passed());
  const auto json = nlohmann::json::parse(bench_json(report));
  EXPECT_EQ(json["rows"][1]["status"], "failed");
  EXPECT_FALSE(json["rows"][1].contains("device_ns"));
  const std::string text = bench_text(report);
  EXPECT_NE(text.find("FAILED   out[0] is 1, but"), std::string::npos) << text;
  EXPECT_NE(text.find("1.0000"), std::string::npos) << text;
}

BenchRow measured_row(const char* id, std::uint64_t n, std::uint64_t device_ns) {
  BenchRow row;
  row.id = id;
  row.n = n;
  row.status = BenchRow::Status::passed;
  row.device_ns = {device_ns, device_ns, device_ns, device_ns};
  row.gelem_per_s = static_cast<double>(n) / static_cast<double>(device_ns);
  row.gbps = 4 * row.gelem_per_s;
  return row;
}

TEST(BenchmarkText, PublishedFiguresAreShownBesideThisRun) {
  BenchReport report;
  report.rows = {measured_row("reduce/divergent", 16 << 20, 2'000'000),
                 measured_row("reduce/first-add", 16 << 20, 500'000),
                 measured_row("scan/blelloch", 16 << 20, 900'000)};
  const std::string text = published_text(report);
  EXPECT_NE(text.find("GeForce GTX 470"), std::string::npos) << text;
  EXPECT_NE(text.find("1.788     0.500"), std::string::npos) << "ms, published and here: " << text;
  EXPECT_NE(text.find("9.38     33.55"), std::string::npos) << "Gelem/s: " << text;
  EXPECT_NE(text.find("17.60    134.22      8.10      4.00"), std::string::npos)
      << "GB/s, speed-up: " << text;
  EXPECT_NE(text.find("16,777,216 elements, as in this run"), std::string::npos) << text;
  EXPECT_EQ(text.find("scan/blelloch"), std::string::npos) << "nothing is published of it";
}

TEST(BenchmarkText, PredictionsStandBesidePublishedFigures) {
  BenchReport report;
  report.rows = {measured_row("reduce/first-add", 16 << 20, 500'000)};
  const auto half = [](const PublishedFigure& figure) { return std::optional(figure.value / 2); };
  const std::string text = published_text(report, half);
  EXPECT_NE(text.find("0.894     0.500"), std::string::npos) << "ms, predicted and the ratio: " << text;
  EXPECT_EQ(published_text(report).find("predicted"), std::string::npos);
  const auto row = nlohmann::json::parse(bench_json(report, half))["rows"][0];
  for (const auto& figure : row["published"]) {
    EXPECT_EQ(figure["ratio"], 0.5);
    EXPECT_EQ(figure["predicted"], figure["value"].get<double>() / 2);
  }
}

TEST(BenchmarkText, PublishedTimesAreComparedOnlyAtTheSameN) {
  BenchReport report;
  report.rows = {measured_row("reduce/first-add", 1 << 20, 500'000)};
  const std::string text = published_text(report);
  EXPECT_NE(text.find("1.788         –"), std::string::npos) << text;
  EXPECT_NE(text.find("compare with --n 16777216"), std::string::npos) << text;
  report.rows[0].op = Operator::max;
  EXPECT_EQ(published_text(report), "") << "the documents sum";
}

TEST(BenchmarkText, JsonHasPublishedFiguresAndErrors) {
  BenchReport report;
  report.rows = {measured_row("reduce/first-add", 16 << 20, 500'000)};
  report.rows[0].type = ElementType::float32;
  report.rows[0].error = LargestError{0, 0.5, 2, 1.5, 6, 1};
  const auto row = nlohmann::json::parse(bench_json(report))["rows"][0];
  EXPECT_EQ(row["error"]["max_abs"], 0.5);
  EXPECT_EQ(row["error"]["bound"], 2);
  EXPECT_EQ(row["error"]["ulps"], 1);
  ASSERT_FALSE(row["published"].empty());
  EXPECT_EQ(row["published"][0]["device"], "GeForce GTX 470");
  EXPECT_EQ(row["published"][0]["n"], 16 << 20);
  EXPECT_NE(bench_text(report).find("largest error"), std::string::npos) << bench_text(report);
}

BenchReport with_host_rows() {
  BenchReport report = two_rows();
  report.processor = "some processor";
  BenchRow on_host = report.rows[0];
  on_host.id = "cpu/a";
  on_host.group_size = 0;
  on_host.threads = 2;
  on_host.span_ns = on_host.host_ns = on_host.device_ns;
  BenchRow absent = report.rows[1];
  absent.id = "cpu/b";
  absent.threads = 2;
  absent.status = BenchRow::Status::skipped;
  absent.reason = "Install libtbb-dev.";
  report.rows.push_back(on_host);
  report.rows.push_back(absent);
  return report;
}

TEST(BenchmarkText, HostImplementationsAreRowsOfTheSameTable) {
  const BenchReport report = with_host_rows();
  const auto rows = nlohmann::json::parse(bench_json(report))["rows"];
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_FALSE(rows[0].contains("threads"));
  EXPECT_EQ(rows[2]["threads"], 2);
  EXPECT_EQ(rows[2]["device_ns"], rows[2]["host_ns"]);
  EXPECT_EQ(rows[2]["host_ns"]["median"], 1000000);
  EXPECT_GT(rows[2]["gbps"], 4);
  EXPECT_EQ(rows[3]["status"], "skipped");
  EXPECT_EQ(rows[3]["reason"], "Install libtbb-dev.");
  EXPECT_FALSE(rows[3].contains("host_ns"));
  const std::string text = bench_text(report);
  EXPECT_NE(text.find("work-groups of 256"), std::string::npos) << text;
  EXPECT_NE(text.find("C++ on some processor, 2 threads"), std::string::npos) << text;
  EXPECT_NE(text.find("SKIPPED  Install libtbb-dev."), std::string::npos) << text;
  EXPECT_NE(bench_csv(report).find("\nsome processor,cpu/a,int,sum"), std::string::npos);
}

TEST(BenchmarkText, HostImplementationsNeedNoDevice) {
  std::vector<BenchRequest> requests(2);
  requests[0].algorithm = &catalogue().front();
  requests[1].implementation = find_host_implementation("cpu/sequential");
  for (BenchRequest& request : requests) request.request.n = 1000;
  const BenchReport report = bench::run_benchmark(failure("There is none."), requests, {.repetitions = 2});
  ASSERT_EQ(report.rows.size(), 2u);
  EXPECT_EQ(report.rows[0].status, BenchRow::Status::skipped);
  EXPECT_EQ(report.rows[0].reason, "There is none.");
  EXPECT_EQ(report.rows[1].status, BenchRow::Status::passed) << report.rows[1].reason;
  EXPECT_GT(report.rows[1].gbps, 0);
  EXPECT_EQ(report.rows[1].device_ns.median, report.rows[1].host_ns.median);
  const std::string text = bench_text(report);
  EXPECT_TRUE(text.starts_with("There is none.\n")) << text;
  EXPECT_EQ(text.find("driver"), std::string::npos) << text;
}

TEST(BenchmarkText, CsvQuotesFieldsThatNeedQuotes) {
  const std::string csv = bench_csv(two_rows());
  EXPECT_NE(csv.find("\"a \"\"fast\"\", new one\",reduce/a,int,sum,1048576,256,passed,,"), std::string::npos)
      << csv;
  EXPECT_NE(csv.find(",failed,\"out[0] is 1, but"), std::string::npos) << csv;
  std::size_t lines = 0;
  for (const char c : csv) lines += c == '\n';
  EXPECT_EQ(lines, 3u);
}

}  // namespace
}  // namespace lockstep::measure
