// --expect of the commands that run an own kernel: exit status and words.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/program.hpp"

namespace lockstep::cli {
namespace {

using testing::HasSubstr;

std::string launch(const std::string& operation) {
  const std::string file = write_file("expected.cl",
                                      "kernel void total(global const int* in, global int* out) {\n"
                                      "  int sum = 0;\n"
                                      "  for (int i = 0; i < 8; ++i) sum " +
                                          operation + " in[i];\n  out[0] = sum;\n}\n");
  return " " + file + " --global 1 --local 1 buffer:int:8=iota buffer:int:1=0:dump ";
}

TEST(ExpectOption, DecidesTheExitStatusOfEachCommand) {
  for (const char* command : {"simulate", "explain", "trace"}) {
    for (const char* expected : {"sum", "out=sum:in", "28"}) {
      EXPECT_EQ(run_lockstep(command + launch("+=") + "--expect " + expected).status, 0)
          << command << expected;
      EXPECT_EQ(run_lockstep(command + launch("-=") + "--expect " + expected).status, 1)
          << command << expected;
    }
    const Output refused = run_lockstep(command + launch("+=") + "--expect average");
    EXPECT_EQ(refused.status, 2) << command;
    EXPECT_THAT(refused.err, HasSubstr("--expect average: enter sum"));
  }
}

TEST(ExpectOption, ReadsAFileOfValues) {
  const std::string values = write_file("expected.csv", "28\n");
  EXPECT_EQ(run_lockstep("simulate" + launch("+=") + "--expect @" + values).status, 0);
  EXPECT_EQ(run_lockstep("simulate" + launch("-=") + "--expect @" + values).status, 1);
}

TEST(ExpectOption, IsNamedWhereNothingIsExpected) {
  for (const char* command : {"simulate", "explain"})
    EXPECT_THAT(run_lockstep(command + launch("+=")).out, HasSubstr("--expect sum|")) << command;
}

TEST(ExpectOption, IsForAProposedLaunchToo) {
  const std::string file = write_file("copy.cl",
                                      "kernel void copy(global const int* in, global int* out) { int i = "
                                      "get_global_id(0); out[i] = in[i]; }");
  EXPECT_EQ(run_lockstep("explain " + file + " --expect exclusive").status, 1);
  EXPECT_EQ(run_lockstep("explain scan/blelloch --expect sum").status, 2);
}

}  // namespace
}  // namespace lockstep::cli
