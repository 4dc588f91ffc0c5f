// `lockstep bench --mpi` with two ranks on this machine, which share its device where it has only one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/base/process.hpp"
#include "core/host_implementations/mpi_program.hpp"
#include "core/opencl/devices.hpp"
#include "core/ranks/ranks.hpp"
#include "tests/cli/program.hpp"

namespace lockstep::cli {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;

// The tests' program is in the same folder as the one for the ranks.
std::string why_not() {
  static const std::string reason = [] {
    if (std::string missing = ranks::ranks_missing(); !missing.empty()) return missing;
    return opencl::list_devices() ? std::string() : std::string("no OpenCL device");
  }();
  return reason;
}

class OnRanks : public testing::Test {
 protected:
  void SetUp() override {
    if (!why_not().empty()) GTEST_SKIP() << why_not();
  }
  void TearDown() override {
    unsetenv("OPENCL_LAYERS");
    unsetenv("LOCKSTEP_FAULT");
  }

  // In all processes but this one.
  static void provoke(const std::string& fault) {
    setenv("OPENCL_LAYERS", LOCKSTEP_FAULTY_LAYER, 1);
    setenv("LOCKSTEP_FAULT", fault.c_str(), 1);
  }
  static void provoke_once(const std::string& fault) {
    const std::string mark = write_file("ranks-mark", "");
    std::filesystem::remove(mark);
    provoke(fault + mark);
  }

  static json bench(const std::string& arguments, int expected_status = 0) {
    const Output output =
        run_lockstep("bench " + arguments + " --group 32 --repeat 1 --warm-up 1 --no-keep --json");
    EXPECT_EQ(output.status, expected_status) << output.out << output.err;
    json report = json::parse(output.out, nullptr, false);
    EXPECT_TRUE(report.is_object()) << output.out << output.err;
    return report;
  }

  static void expect_passed(const json& report, std::size_t rows) {
    ASSERT_EQ(report["rows"].size(), rows);
    for (const json& row : report["rows"]) EXPECT_EQ(row["status"], "passed") << row.dump(2);
  }
};

TEST_F(OnRanks, EachHasPartsOfAnArray) {
  const json report = bench("reduce/tuned scan/look-back --mpi 2 --n 5000 --alone");
  expect_passed(report, 4);
  const json &alone = report["rows"][0], &reduction = report["rows"][1], &scan = report["rows"][3];
  ASSERT_EQ(alone["parts"].size(), 1u);
  EXPECT_EQ(alone["parts"][0]["rank"], 0);
  ASSERT_EQ(reduction["parts"].size(), 2u);
  EXPECT_EQ(reduction["parts"][1]["rank"], 1);
  EXPECT_EQ(reduction["parts"][1]["first"], 2500);
  EXPECT_EQ(reduction["at_most"], 2);
  ASSERT_EQ(scan["parts"].size(), 3u) << "rank 0 has both ends";
  EXPECT_EQ(scan["parts"][0]["rank"], 0);
  EXPECT_EQ(scan["parts"][2]["rank"], 0);
  EXPECT_EQ(scan["parts"][1]["stretches"].size(), 3u);
  EXPECT_NEAR(scan["at_most"].get<double>(), 5.0 / 3, 1e-9);
  EXPECT_GT(scan["host_ns"]["median"], 0);
  EXPECT_NE(scan["parts"][0]["host"], "");
}

TEST_F(OnRanks, TheSplitIsTheirs) {
  const json equal = bench("scan/look-back --mpi 2 --n 5000 --split equal")["rows"][0];
  ASSERT_EQ(equal["parts"].size(), 2u);
  EXPECT_EQ(equal["parts"][1]["first"], 2500);
  EXPECT_NEAR(equal["at_most"].get<double>(), 4.0 / 3, 1e-9);
  const json measured = bench("scan/look-back --mpi 2 --n 500000 --split measured")["rows"][0];
  ASSERT_EQ(measured["status"], "passed") << measured["reason"];
  ASSERT_EQ(measured["parts"].size(), 3u);
  EXPECT_NE(measured["parts"][1]["first"], 100'000) << "that is by position alone";
}

TEST_F(OnRanks, SmallArraysLeaveRanksOut) {
  for (const char* options : {"", "--exclusive", "--split equal", "--split measured"}) {
    const std::string ids = options == std::string("--exclusive") ? "" : "reduce/tuned ";
    const json report = bench(ids + "scan/look-back --mpi 3 --n 1,2,3,7,1009 " + options);
    expect_passed(report, ids.empty() ? 5 : 10);
  }
}

TEST_F(OnRanks, OperatorsThatMpiDoesNotHave) {
  expect_passed(bench("reduce/divergent scan/blelloch --mpi 3 --n 501 --op digits"), 2);
  expect_passed(bench("reduce/divergent scan/blelloch --mpi 2 --n 501 --op matrix"), 2);
  const json rounded = bench("reduce/tuned scan/look-back --mpi 2 --n 50001 --type double --input fractions");
  expect_passed(rounded, 2);
  for (const json& row : rounded["rows"]) EXPECT_GT(row["error"]["bound"], 0);
}

// The result of a launch by mpirun is that of a launch by a person.
TEST_F(OnRanks, StartedByMpirun) {
  std::vector<std::string> command{host::mpi_launcher(), "-n", "2", LOCKSTEP_EXECUTABLE};
  std::istringstream words("bench reduce/tuned --mpi --n 777 --repeat 1 --no-keep --json");
  for (std::string word; words >> word;) command.push_back(word);
  const auto run = Child::start(command, host::mpi_settings());
  ASSERT_TRUE(run) << run.error().message;
  std::string text;
  while (true) {
    const Heard heard = (*run)->listen(std::chrono::seconds(60));
    if (heard.kind != Heard::Kind::line) break;
    text += heard.line + "\n";
  }
  const json report = json::parse(text, nullptr, false);
  ASSERT_TRUE(report.is_object()) << text << (*run)->said();
  expect_passed(report, 1);
  EXPECT_EQ(report["rows"][0]["parts"].size(), 2u);
}

TEST_F(OnRanks, TheTextSaysWhereTheyAre) {
  const Output output = run_lockstep("bench scan/look-back --mpi 2 --n 5000 --repeat 1 --no-keep");
  EXPECT_EQ(output.status, 0) << output.err;
  EXPECT_THAT(output.out, AllOf(HasSubstr("rank 1 on "), HasSubstr("scan/look-back on 2 MPI ranks"),
                                HasSubstr("At most 1.67 times with these parts")));
}

TEST_F(OnRanks, AFailureNamesRankAndHost) {
  provoke_once("launch");
  const json report = bench("reduce/first-add reduce/divergent --mpi 2 --n 1000", 1);
  EXPECT_EQ(report["rows"][0]["status"], "error") << report.dump(2);
  EXPECT_THAT(report["rows"][0]["reason"].get<std::string>(),
              AllOf(HasSubstr("Rank "), HasSubstr(" on "), HasSubstr("CL_OUT_OF_RESOURCES")));
  EXPECT_EQ(report["rows"][1]["status"], "passed") << "the ranks are still there";
}

TEST_F(OnRanks, AWrongResultNamesRankAndHost) {
  provoke("number");
  // The wrong bits of two totals might cancel out.
  for (const char* choice : {"reduce/first-add --mpi 1", "scan/blelloch --mpi 2"}) {
    const json report = bench(std::string(choice) + " --n 1000", 1);
    EXPECT_EQ(report["rows"][0]["status"], "failed") << choice;
    EXPECT_THAT(report["rows"][0]["reason"].get<std::string>(),
                AllOf(HasSubstr("Rank "), HasSubstr(" on "), HasSubstr("the sequential reference gives")));
  }
}

TEST_F(OnRanks, ACrashEndsAllRanks) {
  provoke_once("crash");
  const json report = bench("reduce/first-add reduce/divergent --mpi 2 --n 1000", 1);
  for (const json& row : report["rows"]) {
    EXPECT_EQ(row["status"], "error") << report.dump(2);
    EXPECT_THAT(row["reason"].get<std::string>(), HasSubstr("The MPI ranks ended"));
  }
}

TEST_F(OnRanks, AMissingDeviceNamesRankAndHost) {
  const Output output = run_lockstep("bench reduce/tuned --mpi 2 --device 99 --n 100");
  EXPECT_EQ(output.status, 2);
  EXPECT_THAT(output.err, AllOf(HasSubstr("Rank 0 on "), HasSubstr("99")));
}

TEST_F(OnRanks, WrongChoicesAreUsageErrors) {
  EXPECT_THAT(run_lockstep("bench reduce/tuned --mpi 0").err, HasSubstr("the number of ranks"));
  EXPECT_THAT(run_lockstep("bench --mpi reduce/tuned").err, HasSubstr("IDs go before --mpi"));
  const Output on_host = run_lockstep("bench cpu/sequential --mpi 2");
  EXPECT_EQ(on_host.status, 2);
  EXPECT_THAT(on_host.err, HasSubstr("does not run on a device"));
  EXPECT_EQ(run_lockstep("bench reduce/tuned --mpi 2 --split half").status, 2);
}

}  // namespace
}  // namespace lockstep::cli
