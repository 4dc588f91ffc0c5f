// `lockstep simulate` as a whole: what it chooses, says and writes.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/cli/program.hpp"

namespace lockstep::cli {
namespace {

using Json = nlohmann::json;

const char* const kGroups =
    "kernel void t(global int* o) { int i = get_global_id(0); if (i < 1) o[0] = get_num_groups(0); }";
const char* const kValue = "kernel void t(global int* o, int n) { o[get_global_id(0)] = n; }";

Output simulated(const std::string& text, const std::string& arguments) {
  return run_lockstep("simulate " + write_file("simulated.cl", text) + " " + arguments);
}

TEST(Simulate, ChoosesAWorkGroupSizeAndSaysSo) {
  const Output output = simulated(kGroups, "--global 512 buffer:int:1=0:dump --json");
  EXPECT_EQ(output.status, 0) << output.err;
  EXPECT_EQ(output.err,
            "lockstep: note: --local is missing, so the work-groups have 256 work-items (--local 256)\n");
  const Json json = Json::parse(output.out);
  EXPECT_EQ(json["buffers"]["o"][0], 2);
  EXPECT_EQ(json["notes"].size(), 1u);
  EXPECT_NE(simulated(kGroups, "--global 1009 buffer:int:1=0").err.find("have 1 work-item (--local 1)"),
            std::string::npos);
  EXPECT_NE(simulated(kGroups, "--global 64,6 buffer:int:1=0").err.find("have 192 work-items (--local 32,6)"),
            std::string::npos);
}

TEST(Simulate, AFloatIsNoInt) {
  const Output refused = simulated(kValue, "--global 4 --local 4 buffer:int:4=0 scalar:float=64");
  EXPECT_EQ(refused.status, 2);
  EXPECT_NE(refused.err.find("so enter scalar:int=VALUE"), std::string::npos) << refused.err;
  const Output said = simulated(kValue, "--global 4 --local 4 buffer:float:4=0 scalar:int=64.0");
  EXPECT_EQ(said.status, 0);
  EXPECT_NE(said.err.find("note: argument 1: __global int* o"), std::string::npos) << said.err;
}

TEST(Simulate, AdviceAboutSizesIsAcceptedNext) {
  const Output larger = simulated(kGroups, "--global 64 --local 100 buffer:int:1=0");
  EXPECT_NE(larger.err.find("--local 100 does not divide --global 64; --local 64 does"), std::string::npos)
      << larger.err;
  const Output uneven = simulated(kGroups, "--global 100,7 --local 64,4 buffer:int:1=0");
  EXPECT_NE(uneven.err.find("round the global size up (--global 128,8) and guard the kernel body with if "
                            "(get_global_id(0) < 100 && get_global_id(1) < 7)"),
            std::string::npos)
      << uneven.err;
  const Output most = simulated(kGroups, "--global 64 --local 2048 buffer:int:1=0");
  EXPECT_NE(most.err.find("at most 1024 work-items; --local 64 is possible"), std::string::npos) << most.err;
}

TEST(Simulate, DefinitionsNeedNoQuotes) {
  const Output output = simulated("kernel void t(global int* o) { o[0] = X + Y; }",
                                  "--global 1 --local 1 -DX=40 -D Y=2 buffer:int:1=0:dump --json");
  ASSERT_EQ(output.status, 0) << output.err;
  EXPECT_EQ(Json::parse(output.out)["buffers"]["o"][0], 42);
  const Output standard = simulated(kGroups, "-cl-std=CL2.0 --global 1 --local 1 buffer:int:1=0");
  EXPECT_EQ(standard.status, 2);
  EXPECT_NE(standard.err.find("--options \"-cl-std=CL2.0"), std::string::npos) << standard.err;
}

TEST(Simulate, HalvesArePrintedAsNumbers) {
  const Output output = simulated(
      "kernel void t(global half* o, float f) { int i = get_global_id(0); vstore_half(f * i, i, o); }",
      "--global 3 --local 3 buffer:half:3=0:dump scalar:float=0.5 --json");
  ASSERT_EQ(output.status, 0) << output.err;
  EXPECT_EQ(Json::parse(output.out)["buffers"]["o"], (Json{0.0, 0.5, 1.0}));
}

TEST(Simulate, LongDumpsAreCutOrWritten) {
  const std::string kernel = "kernel void t(global int* o) { }";
  const Output cut = simulated(kernel, "--global 1 --local 1 buffer:int:5000=iota:dump");
  EXPECT_NE(cut.out.find("… 4,744 more values; :dump=FILE.csv writes all of them"), std::string::npos)
      << cut.out;
  EXPECT_NE(cut.out.find(" 4999\n"), std::string::npos);
  EXPECT_EQ(cut.out.find(" 2500"), std::string::npos);
  const std::string path = write_file("dumped.csv", "");
  const Output written = simulated(kernel, "--global 1 --local 1 buffer:int:5000=iota:dump=" + path);
  EXPECT_EQ(written.status, 0) << written.err;
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  EXPECT_TRUE(text.str().starts_with("0\n1\n2\n"));
  EXPECT_TRUE(text.str().ends_with("4998\n4999\n"));
  EXPECT_EQ(simulated(kernel, "--global 1 --local 1 buffer:int:4=iota:dump=/nowhere/at/all.csv").status, 1);
}

TEST(Simulate, HelpHasAnExampleTypesAndModels) {
  const Output help = run_lockstep("simulate --help");
  for (const char* words : {"Example:", "ulong", "half", "cc9.0", "random:SEED:LOW..HIGH"})
    EXPECT_NE(help.out.find(words), std::string::npos) << words;
}

}  // namespace
}  // namespace lockstep::cli
