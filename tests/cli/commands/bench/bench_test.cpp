// `lockstep bench` on the devices of this machine, if there are any.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "tests/cli/program.hpp"

namespace lockstep::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;

TEST(Bench, EachDeviceIsNamedOnce) {
  EXPECT_THAT(run_lockstep("bench reduce/divergent --device 0,0").err, HasSubstr("device 0 is listed twice"));
  EXPECT_THAT(run_lockstep("bench reduce/divergent --device 0,").err, HasSubstr("several with commas"));
  EXPECT_EQ(run_lockstep("bench reduce/divergent --device some").status, 2);
}

TEST(Bench, TheOldNamesOfFlagsStillWorkAndAreHidden) {
  const Output old = run_lockstep("bench cpu/sequential --anyway --patience 0");
  EXPECT_EQ(old.status, 2);
  EXPECT_THAT(old.err, HasSubstr("--timeout 0: give a whole number"))
      << "refused for the number, not the flag";
  EXPECT_EQ(run_lockstep("bench cpu/sequential --force --timeout 0").err, old.err);
  const std::string help = run_lockstep("bench --help").out;
  EXPECT_THAT(help, testing::AllOf(HasSubstr("--timeout"), HasSubstr("--force")));
  EXPECT_THAT(help, testing::Not(testing::AnyOf(HasSubstr("--patience"), HasSubstr("--anyway"))));
}

// PoCL is configured to offer the processor twice.
class SeveralDevices : public testing::Test {
 protected:
  void SetUp() override {
    setenv("POCL_DEVICES", "pthread pthread", 1);
    const Output devices = run_lockstep("devices --json");
    if (devices.status != 0 || json::parse(devices.out)["devices"].size() < 2)
      GTEST_SKIP() << "no two OpenCL devices";
  }
  void TearDown() override { unsetenv("POCL_DEVICES"); }
};

TEST_F(SeveralDevices, ShareAnArray) {
  const Output output = run_lockstep(
      "bench scan/blelloch --device 0,1 --alone --n 5000 --group 16 --repeat 1 --no-copy --json");
  ASSERT_EQ(output.status, 0) << output.err;
  const json report = json::parse(output.out);
  ASSERT_EQ(report["rows"].size(), 3u) << "each alone, then both";
  EXPECT_EQ(report["rows"][0]["parts"].size(), 1u);
  EXPECT_EQ(report["rows"][2]["parts"].size(), 3u) << "the first device has both ends";
  EXPECT_EQ(report["rows"][2]["status"], "passed");
  EXPECT_NEAR(report["rows"][2]["at_most"].get<double>(), 5.0 / 3, 1e-9);
  EXPECT_FALSE(report["rows"][0].contains("at_most"));
  EXPECT_EQ(report["devices"].size(), 2u);
}

TEST_F(SeveralDevices, WrongChoicesAreUsageErrors) {
  EXPECT_EQ(run_lockstep("bench reduce/divergent --n 1Ki --device 0,99").status, 2);
  EXPECT_EQ(run_lockstep("bench reduce/divergent --n 1Ki --device 0,1 --split half").status, 2);
  EXPECT_EQ(run_lockstep("bench reduce/divergent --n 1Ki --device 0 --alone").status, 2);
}

}  // namespace
}  // namespace lockstep::cli
