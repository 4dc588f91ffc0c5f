#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/cli/program.hpp"

namespace lockstep::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;

const char* const kText =
    "int twice(int x) { return 2 * x; }\n"
    "kernel void k(global int* a) {\n"
    "  a[get_global_id(0)] = twice(3);\n"
    "}\n";

TEST(Disassemble, ShowsTheSourceAboveItsInstructions) {
  const Output output = run_lockstep("disassemble " + write_file("twice.cl", kText));
  EXPECT_EQ(output.status, 0) << output.err;
  EXPECT_THAT(output.out, HasSubstr("function twice\n   1 | int twice(int x) { return 2 * x; }\n"));
  EXPECT_THAT(output.out, HasSubstr("kernel k\n   3 |   a[get_global_id(0)] = twice(3);\n"));
}

TEST(Disassemble, AsJsonNamesPlacesAndTargets) {
  const Output output = run_lockstep("disassemble --json " + write_file("twice.cl", kText));
  const json program = json::parse(output.out)["programs"].at(0);
  std::map<std::string, int> first_of;
  for (const json& function : program["functions"])
    first_of[function["name"].get<std::string>()] = function["first"].get<int>();
  EXPECT_EQ(first_of.size(), 2u);
  std::set<std::string> opcodes;
  for (const json& instruction : program["instructions"]) {
    opcodes.insert(instruction["opcode"].get<std::string>());
    if (instruction["opcode"] != "call") continue;
    EXPECT_EQ(instruction["line"], 3);
    EXPECT_EQ(instruction["target"], first_of["twice"]);
  }
  EXPECT_TRUE(opcodes.contains("call"));
  EXPECT_TRUE(opcodes.contains("kernel_end"));
}

TEST(Disassemble, NamesTheErrorsOfAKernel) {
  const Output output = run_lockstep("disassemble " + write_file("broken.cl", "kernel void k( {}\n"));
  EXPECT_EQ(output.status, 1);
  EXPECT_THAT(output.err, HasSubstr("broken.cl:1:16: error"));
}

TEST(Disassemble, ATraceOfInstructionsHasEachMomentOfTheRun) {
  const std::string run = "trace reduce/first-add --n 16 --group 8 ";
  const json rows = json::parse(run_lockstep(run + "--instructions --json").out)["instructions"];
  const Output text = run_lockstep(run + "--instructions");
  ASSERT_FALSE(rows.empty());
  EXPECT_THAT(text.out, HasSubstr(std::to_string(rows.size()) + " moments"));
  EXPECT_THAT(text.out, HasSubstr("  group 0 warp 0 lanes 000000ff  "));
  EXPECT_EQ(rows[0]["lanes"], "000000ff");
  EXPECT_EQ(rows[0]["moment"], 0);
  EXPECT_EQ(run_lockstep(run + "--instructions --tree 'out[0]'").status, 2);
  EXPECT_THAT(run_lockstep(run + "--instructions --at 3").err, HasSubstr("--at cannot be used with it"));
}

}  // namespace
}  // namespace lockstep::cli
