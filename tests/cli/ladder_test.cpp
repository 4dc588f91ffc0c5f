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

// A document's ladder has its own n, and its published figures beside predictions.
TEST(LadderCommand, ADocumentNamesALadder) {
  const Output output = run_lockstep("ladder 003 --no-device --json");
  ASSERT_EQ(output.status, 0) << output.err;
  const json report = json::parse(output.out);
  EXPECT_EQ(report["n"], 16 << 20);
  ASSERT_EQ(report["ladders"].size(), 1u);
  EXPECT_EQ(report["ladders"][0]["document"], "003");
  EXPECT_EQ(report["ladders"][0]["rungs"].size(), 4u);
  ASSERT_EQ(report["published"].size(), 1u);
  const json& product = report["published"][0]["products"][0];
  EXPECT_EQ(product["device"], "GeForce GTX 580");
  EXPECT_EQ(product["model"], "gtx580");
  for (const json& rung : product["rungs"]) {
    ASSERT_FALSE(rung["figures"].empty());
    for (const json& figure : rung["figures"]) EXPECT_GT(figure["ratio"], 0);
  }
  const Output text = run_lockstep("ladder 002 --no-device --model gtx460");
  EXPECT_THAT(text.out, HasSubstr("4,194,304 elements"));
  EXPECT_THAT(text.out, HasSubstr("GeForce 8800 GTX (cc1.0"));
  EXPECT_THAT(text.out, HasSubstr("Profiler on a GeForce GTX 460"));
  EXPECT_THAT(text.out, HasSubstr("predictions for GeForce GTX 460"));
}

TEST(LadderCommand, DocumentsAreListed) {
  for (const char* command : {"ladder --help", "list"})
    for (const char* document : {"001  ", "002  ", "003  "})
      EXPECT_THAT(run_lockstep(command).out, HasSubstr(document)) << command;
  const json list = json::parse(run_lockstep("list --json").out);
  ASSERT_EQ(list["ladders"].size(), 3u);
  EXPECT_EQ(list["ladders"][1]["rungs"][0]["id"], "reduce/divergent");
}

}  // namespace
}  // namespace lockstep::cli
