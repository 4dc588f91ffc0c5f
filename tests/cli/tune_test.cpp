// `lockstep tune` with only the first candidate of each kernel, which builds fastest.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/cli/program.hpp"

namespace lockstep::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;

// A separate folder for the stored results.
class Tune : public testing::Test {
 protected:
  void SetUp() override {
    kept_ = write_file("config/lockstep/tuning.json", "{\"tuning\": []}");
    setenv("XDG_CONFIG_HOME", std::filesystem::path(kept_).parent_path().parent_path().c_str(), 1);
  }
  void TearDown() override { unsetenv("XDG_CONFIG_HOME"); }

  static bool has_device() { return run_lockstep("devices").status == 0; }
  json kept() const {
    std::ifstream file(kept_);
    return json::parse(file)["tuning"];
  }

  std::string kept_;
};

TEST_F(Tune, ShowsAllCandidatesAndStoresTheBest) {
  if (!has_device()) GTEST_SKIP() << "no OpenCL device";
  const std::string arguments = "tune reduce/tuned --n 4Ki --repeat 1 --seconds 0";
  const Output dry = run_lockstep(arguments + " --dry-run --json");
  ASSERT_EQ(dry.status, 0) << dry.err;
  const json report = json::parse(dry.out)[0];
  EXPECT_EQ(report["id"], "reduce/tuned");
  EXPECT_EQ(report["trials"].size(), 1u);
  EXPECT_EQ(report["trials"][0]["status"], "passed");
  EXPECT_EQ(report["best"], 0);
  EXPECT_EQ(report["complete"], false);
  EXPECT_GT(report["candidates"], 1);
  EXPECT_TRUE(kept().empty());
  const Output tuned = run_lockstep(arguments);
  ASSERT_EQ(tuned.status, 0) << tuned.err;
  EXPECT_THAT(tuned.out, HasSubstr("← best"));
  EXPECT_THAT(tuned.out, HasSubstr("1 of "));
  ASSERT_EQ(kept().size(), 1u);
  EXPECT_EQ(kept()[0]["algorithm"], "reduce/tuned");
  EXPECT_EQ(kept()[0]["n"], 4096);
}

TEST_F(Tune, AnUnreadableFileIsReportedBeforeAnyRun) {
  std::ofstream(kept_) << "nonsense";
  const Output output = run_lockstep("tune reduce/tuned --n 4Ki --seconds 0");
  EXPECT_EQ(output.status, 1);
  EXPECT_THAT(output.err, HasSubstr("run `lockstep tune` again"));
  EXPECT_EQ(output.out, "");
}

TEST_F(Tune, BenchReportsValuesThatItIgnores) {
  if (!has_device()) GTEST_SKIP() << "no OpenCL device";
  std::ofstream(kept_) << "nonsense";
  const Output tunable = run_lockstep("bench reduce/tuned --n 4Ki --repeat 1 --no-copy");
  EXPECT_EQ(tunable.status, 0);
  EXPECT_THAT(tunable.err, HasSubstr("run `lockstep tune` again"));
  const Output other = run_lockstep("bench reduce/divergent --n 4Ki --group 16 --repeat 1 --no-copy");
  EXPECT_EQ(other.err, "") << "it has no such values";
}

TEST_F(Tune, CtrlCStopsAndKeepsTheBestSoFar) {
  if (!has_device()) GTEST_SKIP() << "no OpenCL device";
  const std::string out = write_file("tuned.json", "");
  const Output output = run_lockstep("tune reduce/tuned --n 4Ki --repeat 3000 --json >" + out +
                                     " 2>/dev/null & pid=$!; while ! grep -q algorithm " + kept_ +
                                     "; do sleep 0.1; done; kill -INT $pid; wait $pid");
  EXPECT_EQ(output.status, 130);
  std::ifstream file(out);
  EXPECT_EQ(json::parse(file).at(0).at("complete"), false);
  EXPECT_EQ(kept().size(), 1u);
}

TEST_F(Tune, Usage) {
  EXPECT_EQ(run_lockstep("tune reduce/divergent").status, 2);
  EXPECT_EQ(run_lockstep("tune reduce/tuned --seconds soon").status, 2);
  EXPECT_EQ(run_lockstep("tune reduce/tuned --repeat 0").status, 2);
}

}  // namespace
}  // namespace lockstep::cli
