#include "core/benchmark_data/history.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "core/benchmark_data/line_file.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::measure {
namespace {

using ::testing::HasSubstr;

KeptResult result_of(std::string date, std::uint64_t ns) {
  KeptResult result{std::move(date), "a device", "a platform", "525.1", "", "random", {}};
  result.row.id = "reduce/divergent";
  result.row.n = 1024;
  result.row.group_size = 64;
  result.row.status = BenchRow::Status::passed;
  result.row.device_ns = {ns, ns, ns, ns};
  result.row.kernel_hash = "aa";
  return result;
}

struct Results : testing::Test {
  TemporaryFolder folder;
  std::string path = folder.file("share/lockstep/results.jsonl");

  void keep(const KeptResult& result) {
    const auto kept = keep_results(path, {&result, 1});
    ASSERT_TRUE(kept) << kept.error().message;
  }
};

TEST_F(Results, AreReadInTheirOrder) {
  EXPECT_TRUE(read_results(path).results.empty()) << "there is no file yet";
  keep(result_of("2026-11-19T10:00:00Z", 100));
  keep(result_of("2026-11-20T10:00:00Z", 200));
  const KeptResults kept = read_results(path);
  ASSERT_EQ(kept.results.size(), 2u);
  EXPECT_TRUE(kept.problems.empty());
  EXPECT_EQ(kept.results[1].date, "2026-11-20T10:00:00Z");
  EXPECT_EQ(kept.results[1].driver, "525.1");
  EXPECT_EQ(kept.results[1].row.device_ns.median, 200u);
  EXPECT_EQ(kept.results[1].row.kernel_hash, "aa");
}

TEST_F(Results, TheLatestResultOfTheSameRequestIsCompared) {
  keep(result_of("2026-11-18T10:00:00Z", 100));
  keep(result_of("2026-11-19T10:00:00Z", 200));
  KeptResult other = result_of("2026-11-20T10:00:00Z", 300);
  other.row.n = 2048;
  keep(other);
  const KeptResults kept = read_results(path);
  const KeptResult now = result_of("2026-11-21T10:00:00Z", 150);
  const auto earlier = earlier_run(kept, now);
  ASSERT_TRUE(earlier);
  EXPECT_EQ(earlier->date, "2026-11-19T10:00:00Z");
  EXPECT_EQ(earlier->times_ns.median, 200u);
  EXPECT_FALSE(earlier->other_driver || earlier->other_kernel || earlier->other_tuning);
}

TEST_F(Results, AnotherRequestIsNotCompared) {
  keep(result_of("2026-11-19T10:00:00Z", 200));
  const KeptResults kept = read_results(path);
  const auto differs = [&](auto change) {
    KeptResult now = result_of("2026-11-21T10:00:00Z", 150);
    change(now);
    return !earlier_run(kept, now);
  };
  EXPECT_FALSE(differs([](KeptResult&) {}));
  EXPECT_TRUE(differs([](KeptResult& now) { now.device = "another"; }));
  EXPECT_TRUE(differs([](KeptResult& now) { now.input = "ones"; }));
  EXPECT_TRUE(differs([](KeptResult& now) { now.devices = "0"; })) << "timed by another clock";
  EXPECT_TRUE(differs([](KeptResult& now) { now.row.op = Operator::max; }));
  EXPECT_TRUE(differs([](KeptResult& now) { now.row.group_size = 128; }));
  EXPECT_TRUE(differs([](KeptResult& now) { now.row.exclusive = true; }));
  EXPECT_TRUE(differs([](KeptResult& now) { now.row.options = "columns 64, tile 16"; }));
}

std::vector<std::uint64_t> sizes_of(const std::optional<LastRun>& run) {
  std::vector<std::uint64_t> sizes;
  if (run)
    for (const BenchRow& row : run->rows) sizes.push_back(row.n);
  return sizes;
}

TEST_F(Results, TheLastRunIsWhatWasMeasuredTogether) {
  using testing::ElementsAre;
  EXPECT_FALSE(last_run({}));
  KeptResults kept;
  const auto add = [&](const char* date, std::uint64_t n) -> KeptResult& {
    kept.results.push_back(result_of(date, n));
    kept.results.back().row.n = n;
    return kept.results.back();
  };
  add("2026-11-19T10:00:00Z", 4096);
  add("2026-11-20T10:00:00Z", 1024).device = "another device";
  add("2026-11-20T10:00:01Z", 1024);
  add("2026-11-20T10:00:02Z", 2048).devices = "0 + 1";
  add("2026-11-20T10:00:03Z", 8192);
  EXPECT_THAT(sizes_of(last_run(kept)), ElementsAre(1024, 8192));
  EXPECT_EQ(last_run(kept)->device.name, "a device");
  EXPECT_EQ(last_run(kept)->date, "2026-11-20T10:00:03Z");
  add("2026-11-20T11:00:00Z", 8192);
  EXPECT_THAT(sizes_of(last_run(kept)), ElementsAre(8192)) << "the same again is another run";
}

TEST_F(Results, ReportOtherChanges) {
  KeptResult then = result_of("2026-11-19T10:00:00Z", 200);
  then.row.tuning = Tuning{256, 4, 2};
  keep(then);
  KeptResult now = then;
  now.driver = "530.0";
  now.row.kernel_hash = "bb";
  now.row.tuning = Tuning{512, 4, 2};
  now.row.group_size = 512;
  const auto earlier = earlier_run(read_results(path), now);
  ASSERT_TRUE(earlier) << "a tuned kernel chooses its own L";
  EXPECT_TRUE(earlier->other_driver && earlier->other_kernel && earlier->other_tuning);
  EXPECT_EQ(earlier->driver, "525.1");
}

TEST_F(Results, ABrokenLineIsIgnoredAndKept) {
  keep(result_of("2026-11-19T10:00:00Z", 100));
  std::ofstream(path, std::ios::app) << "{\"date\": \"2026";  // a process that was stopped while writing
  keep(result_of("2026-11-20T10:00:00Z", 200));
  const KeptResults kept = read_results(path);
  ASSERT_EQ(kept.results.size(), 2u);
  ASSERT_EQ(kept.problems.size(), 1u);
  EXPECT_THAT(kept.problems[0], HasSubstr("line 2 is ignored"));
  EXPECT_EQ(stored_lines(path, 10)->newest[1], "{\"date\": \"2026");
  std::ofstream(path, std::ios::app) << "{\"date\": 7, \"n\": 1}\n";
  EXPECT_EQ(read_results(path).problems.size(), 2u);
}

TEST_F(Results, OfALongFileTheNewestLinesAreRead) {
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  std::ofstream file(path);
  for (int i = 0; i < 100'003; ++i) file << '\n';
  file.close();
  const KeptResults kept = read_results(path);
  ASSERT_EQ(kept.problems.size(), 1u);
  EXPECT_THAT(kept.problems[0],
              HasSubstr("only the newest 100,000 lines are read; 3 older lines are ignored"));
}

TEST_F(Results, AFileThatCannotBeReadIsNamed) {
  EXPECT_TRUE(read_results(path).problems.empty()) << "it is not there yet";
  std::filesystem::create_directories(path);
  const KeptResults kept = read_results(path);
  ASSERT_EQ(kept.problems.size(), 1u);
  EXPECT_THAT(kept.problems[0], HasSubstr("results.jsonl is a folder"));
}

TEST_F(Results, OnlyTheLatestLinesAreKept) {
  for (int i = 0; i < 25; ++i) {
    const std::string line = std::to_string(i);
    ASSERT_TRUE(store_lines(path, {&line, 1}, 10));
  }
  const auto lines = stored_lines(path, 100);
  ASSERT_TRUE(lines);
  EXPECT_LE(lines->newest.size(), 11u);
  EXPECT_EQ(lines->newest.back(), "24");
}

TEST_F(Results, SeveralWritersLoseNothing) {
  const auto write = [&](const std::string& name) {
    for (int i = 0; i < 50; ++i) ASSERT_TRUE(store_lines(path, {&name, 1}, 1000));
  };
  std::thread a(write, "a"), b(write, "b");
  a.join();
  b.join();
  EXPECT_EQ(stored_lines(path, 1000)->newest.size(), 100u);
}

TEST_F(Results, AWriteErrorIsReported) {
  const KeptResult result = result_of("2026-11-19T10:00:00Z", 100);
  std::ofstream(folder.file("file")) << "no folder";
  const auto kept = keep_results(folder.file("file") + "/results.jsonl", {&result, 1});
  ASSERT_FALSE(kept);
  EXPECT_THAT(kept.error().message, HasSubstr("XDG_DATA_HOME"));
  EXPECT_FALSE(keep_results("", {&result, 1}));
}

TEST_F(Results, AKeeperComparesWithEarlierResults) {
  BenchRequest request;
  request.algorithm = &catalogue().front();
  Device device;
  device.name = "a device";
  BenchRow row = result_of("", 100).row;
  {
    ResultsKeeper first(path, device);
    EXPECT_FALSE(first.take(request, row));
    EXPECT_FALSE(first.take(request, row)) << "its own rows are not earlier ones";
    row.status = BenchRow::Status::failed;
    EXPECT_FALSE(first.take(request, row));
  }
  EXPECT_EQ(read_results(path).results.size(), 2u) << "what failed is not kept";
  row.status = BenchRow::Status::passed;
  EXPECT_TRUE(ResultsKeeper(path, device).take(request, row));
  EXPECT_FALSE(ResultsKeeper("", device).take(request, row));
  ResultsKeeper nowhere(path + "/below-a-file", device);
  nowhere.take(request, row);
  nowhere.take(request, row);
  EXPECT_EQ(nowhere.problems().size(), 1u) << "said once";
}

TEST(ResultsFile, IsInTheDataFolder) {
  setenv("XDG_DATA_HOME", "/somewhere", 1);
  EXPECT_EQ(results_file(), "/somewhere/lockstep/results.jsonl");
  unsetenv("XDG_DATA_HOME");
}

// Written by version 0.1.0.
TEST(ResultsOf01, AreRead) {
  const KeptResults kept = read_results(LOCKSTEP_SOURCE_DIR "/tests/data/0.1/results.jsonl");
  EXPECT_TRUE(kept.problems.empty());
  ASSERT_EQ(kept.results.size(), 3u);
  EXPECT_EQ(kept.results.front().row.id, "reduce/sequential-local");
  EXPECT_EQ(kept.results.front().row.device_ns.median, 156528);
}

}  // namespace
}  // namespace lockstep::measure
