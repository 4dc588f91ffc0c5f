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
    EXPECT_EQ(top["launches"], 1);
    for (const json& rung : ladder["rungs"]) {
      EXPECT_FALSE(rung["summary"].empty());
      EXPECT_GT(rung["counts"]["global_requests"], 0) << rung;
      EXPECT_GT(rung["counts"]["transactions_per_element"], 0) << rung;
    }
    const json& before = ladder["rungs"][ladder["rungs"].size() - 2];
    EXPECT_EQ(before["technique_of"], top["id"]);
    EXPECT_GT(before["launches"], 1);
    EXPECT_FALSE(top.contains("measured_ns"));
  }
  const Output text = run_lockstep("ladder --no-device --n 4Ki --type double");
  EXPECT_THAT(text.out, HasSubstr("Less to do: "));
  EXPECT_THAT(text.out, HasSubstr("reduce/vector-loads"));
  EXPECT_THAT(text.out, HasSubstr("  launches  requests       sectors\n"));
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

// Techniques run on devices whatever the work-groups of the tuned kernel are there.
TEST(LadderCommand, MeasuresTechniques) {
  const Output output = run_lockstep(
      "bench reduce/vector-loads scan/reduce-then-scan scan/loads-in-flight "
      "--n 5003 --type long --repeat 1 --json");
  if (output.err.find("OpenCL") != std::string::npos) GTEST_SKIP() << "no OpenCL device";
  ASSERT_EQ(output.status, 0) << output.err;
  const json report = json::parse(output.out);
  ASSERT_EQ(report["rows"].size(), 3u);
  for (const json& row : report["rows"]) EXPECT_EQ(row["status"], "passed") << row;
  const Output tune = run_lockstep("tune scan/vector-loads");
  EXPECT_EQ(tune.status, 2);
  EXPECT_THAT(tune.err, HasSubstr("takes the tuning values of scan/look-back"));
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
