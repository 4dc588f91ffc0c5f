// `lockstep ladder`, with and without a device.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/program.hpp"

namespace lockstep::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;

TEST(LadderCommand, PredictsWithoutADevice) {
  const Output output = run_lockstep("ladder --no-device --n 16Ki --json");
  ASSERT_EQ(output.status, 0) << output.err;
  const json report = json::parse(output.out);
  ASSERT_EQ(report["ladders"].size(), 2u);
  for (const json& ladder : report["ladders"]) {
    const json& top = ladder["rungs"].back();
    EXPECT_GT(top["predicted_gain"].get<double>(), 1) << top;
    EXPECT_FALSE(top["causes"].empty());
    EXPECT_FALSE(top.contains("measured_ns"));
  }
  EXPECT_THAT(run_lockstep("ladder --no-device --n 4Ki").out, HasSubstr("Less to do: "));
}

TEST(LadderCommand, MeasuresOnADevice) {
  const Output output = run_lockstep("ladder reduce/divergent --n 4Ki --group 8 --json");
  if (output.status != 0 && output.err.find("--no-device") != std::string::npos)
    GTEST_SKIP() << "no OpenCL device";
  ASSERT_EQ(output.status, 0) << output.err;
  const json report = json::parse(output.out);
  for (const json& rung : report["ladders"][0]["rungs"]) {
    EXPECT_EQ(rung["status"], "passed") << rung;
    EXPECT_GT(rung["measured_ns"], 0);
  }
  EXPECT_GT(report["ladders"][0]["rungs"][1]["measured_gain"], 0);
}

TEST(LadderCommand, ReportsInvalidRequests) {
  const Output unknown = run_lockstep("ladder reduce/nothing --no-device");
  EXPECT_EQ(unknown.status, 2);
  EXPECT_THAT(unknown.err, HasSubstr("reduce/nothing"));
  EXPECT_EQ(run_lockstep("ladder --no-device --n 0").status, 2);
}

}  // namespace
}  // namespace lockstep::cli
