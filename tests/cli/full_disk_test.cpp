// Output that cannot be written is one line on standard error and exit status 1, whatever the command.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "tests/cli/program.hpp"

namespace lockstep::cli {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr const char* kFullDisk = "/dev/full";

std::vector<std::string> printing_commands() {
  const std::string kernel =
      write_file("full_disk.cl", "kernel void k(global int *out) { out[get_global_id(0)] = 1; }");
  const std::string simulate = "simulate " + kernel + " --global 4 --local 4 buffer:int:4=0";
  const std::string sequential = "bench cpu/sequential --n 1000 --no-keep --no-copy --repeat 1";
  std::vector<std::string> commands{"--help", "--version", "trace reduce/divergent --n 8"};
  for (const std::string& both :
       {std::string("list"), std::string("counters reduce/divergent --n 64"),
        std::string("explain reduce/divergent --n 64"), std::string("results"), std::string("devices"),
        std::string("ladder --no-device --n 4096"), simulate, sequential}) {
    commands.push_back(both);
    commands.push_back(both + " --json");
  }
  return commands;
}

TEST(FullDisk, EachCommandSaysInOneLineThatItsOutputIsIncomplete) {
  if (!std::filesystem::exists(kFullDisk)) GTEST_SKIP() << "this system has no " << kFullDisk;
  for (const std::string& command : printing_commands()) {
    const Output output = run_lockstep_into(kFullDisk, command);
    EXPECT_EQ(output.status, 1) << command;
    EXPECT_THAT(output.err, HasSubstr("standard output cannot be written")) << command;
    EXPECT_THAT(output.err, StartsWith("lockstep: ")) << command;
    EXPECT_EQ(std::ranges::count(output.err, '\n'), 1) << command << ": " << output.err;
  }
}

TEST(FullDisk, AFileOfResultsThatCannotBeWrittenFailsTheCommand) {
  if (!std::filesystem::exists(kFullDisk)) GTEST_SKIP() << "this system has no " << kFullDisk;
  const Output output =
      run_lockstep("bench cpu/sequential --n 1000 --no-keep --no-copy --repeat 1 --csv /dev/full --json");
  EXPECT_EQ(output.status, 1);
  EXPECT_THAT(output.err, HasSubstr("Cannot write /dev/full"));
  EXPECT_THAT(output.out, HasSubstr("cpu/sequential")) << "what was measured is printed all the same";
}

}  // namespace
}  // namespace lockstep::cli
