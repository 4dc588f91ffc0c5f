// `lockstep plan`: what would be launched, of everything that can be.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/program.hpp"

namespace lockstep::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;

const std::string kData = LOCKSTEP_SOURCE_DIR "/tests/data/";

json plan_of(const std::string& arguments) {
  const Output output = run_lockstep("plan --json " + arguments);
  EXPECT_EQ(output.status, 0) << output.err;
  return json::parse(output.out, nullptr, false);
}

TEST(PlanCommand, AnAlgorithmTakesItsOptions) {
  const json plan = plan_of("reduce/interleaved-global --n 64 --group 8 --type float");
  EXPECT_EQ(plan["id"], "reduce/interleaved-global");
  EXPECT_EQ(plan["n"], 64);
  EXPECT_EQ(plan["group_size"], 8);
  EXPECT_EQ(plan["buffers"][0]["type"], "float");
  EXPECT_EQ(plan["launches"].size(), 6u);
  EXPECT_EQ(plan["launches"][2]["label"], "s = 4");
  EXPECT_EQ(plan["launches"][2]["arguments"][1]["number"], 4);
}

TEST(PlanCommand, APlanFilesRepetitionsAreLaunches) {
  const json plan = plan_of(kData + "files_of_0.2/scan.plan.json");
  ASSERT_EQ(plan["launches"].size(), 3u);
  EXPECT_EQ(plan["launches"][1]["arguments"][0]["buffer"], "out");
  EXPECT_EQ(plan["launches"][1]["arguments"][2]["number"], 2);
}

TEST(PlanCommand, ASimFileAndARecording) {
  const json scale = plan_of(kData + "files_of_0.2/scale.sim");
  EXPECT_EQ(scale["launches"][0]["kernel"], "scale");
  EXPECT_EQ(scale["launches"][0]["arguments"][3]["local"], 8);
  EXPECT_FALSE(plan_of(kData + "recordings/version-1.lockstep")["host_calls"].empty());
}

TEST(PlanCommand, AKernelAloneGetsAProposal) {
  const Output output = run_lockstep("plan --json " + kData + "files_of_0.2/scale.cl");
  EXPECT_EQ(output.status, 0) << output.err;
  EXPECT_THAT(output.err, HasSubstr("note: the launch is proposed"));
  const json plan = json::parse(output.out);
  ASSERT_EQ(plan["launches"].size(), 1u);
  EXPECT_EQ(plan["launches"][0]["arguments"].size(), 4u);
}

// So do the commands that run it.
TEST(PlanCommand, AProposalIsRunWhereNoLaunchIsGiven) {
  for (const char* command : {"trace ", "explain ", "counters "}) {
    const Output output = run_lockstep(command + kData + "files_of_0.2/scale.cl");
    EXPECT_EQ(output.status, 0) << command << output.err;
    EXPECT_THAT(output.err, HasSubstr("note: the launch is proposed")) << command;
  }
}

TEST(PlanCommand, AKernelWithARange) {
  const std::string file =
      write_file("one.cl", "kernel void one(global int* a) { a[get_global_id(0)] = 1; }");
  const json plan = plan_of(file + " --global 8,2 --local 4,1 --offset 1,2 buffer:int:64=7");
  EXPECT_EQ(plan["launches"][0]["global"], json({8, 2}));
  EXPECT_EQ(plan["launches"][0]["offset"], json({1, 2}));
  EXPECT_EQ(plan["buffers"][0]["content"]["pattern"], "bytes");
  EXPECT_EQ(run_lockstep("plan " + file + " --local 4").status, 2)
      << "half a range is not a wish for a proposal";
}

TEST(PlanCommand, APlanWithFormulasTakesTheSizesOfTheCommand) {
  write_file("halve.cl",
             "kernel void halve(global int* a, int s) { a[get_global_id(0)] += a[get_global_id(0) + s]; }");
  const std::string file = write_file("halve.plan.json",
                                      R"({"lockstep_plan": 1, "file": "halve.cl",
          "buffers": [{"name": "a", "type": "{type}", "count": "{n}", "fill": "random:{seed}:0..9"}],
          "launches": [{"kernel": "halve", "repeat": "{log n}", "global": "{n / 2^(step + 1)}", "local": "{min(L, n / 2^(step + 1))}",
                        "arguments": ["a", {"scalar": "int", "value": "{n / 2^(step + 1)}"}]},
                       {"kernel": "halve", "global": "{n - 16}", "arguments": ["a", {"scalar": "int", "value": 0}]}],
          "expect": {"buffer": "a", "reference": "sum", "of": "a"}})");
  const json plan = plan_of(file + " --n 16 --group 4");
  ASSERT_EQ(plan["launches"].size(), 4u) << "the last one has no work-items";
  EXPECT_EQ(plan["launches"][0]["global"], json::array({8}));
  EXPECT_EQ(plan["launches"][0]["local"], json::array({4}));
  EXPECT_EQ(plan["launches"][3]["arguments"][1]["number"], 1);
  EXPECT_EQ(run_lockstep("explain " + file + " --n 16 --group 4").status, 0);
  const Output wrong =
      run_lockstep("plan " + write_file("wrong.plan.json", R"({"file": "{m}"})") + " --n 16");
  EXPECT_EQ(wrong.status, 2);
  EXPECT_THAT(wrong.err, HasSubstr("wrong.plan.json"));
}

TEST(PlanCommand, AsText) {
  const Output output = run_lockstep("plan " + kData + "files_of_0.2/scan.plan.json");
  EXPECT_EQ(output.status, 0) << output.err;
  EXPECT_THAT(output.out, HasSubstr("scan.plan.json: 2 buffers and 3 launches\n"));
  EXPECT_THAT(output.out, HasSubstr("  scan_step: global 8, local 4"));
}

TEST(PlanCommand, WhatCannotBeLaunchedIsRefused) {
  EXPECT_EQ(run_lockstep("plan scan/nothing").status, 2);
  EXPECT_EQ(run_lockstep("plan nowhere.plan.json").status, 1);
}

}  // namespace
}  // namespace lockstep::cli
