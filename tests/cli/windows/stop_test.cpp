// A command that is asked to end, as by Ctrl+C, ends within a second with the status that shells have for it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "core/base/process.hpp"
#include "tests/cli/program.hpp"

namespace lockstep::cli {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;

TEST(StopOnWindows, CommandsEndWithinASecondAndSaySo) {
  const std::string endless = write_file(
      "endless.cl", "kernel void endless(global int* out) { for (int i = 0;; i++) out[0] = i; }\n");
  const std::vector<std::vector<std::string>> commands{
      {"simulate", endless, "--global", "64", "--local", "64", "buffer:int:64=0", "--timeout", "0"},
      {"counters", "scan/blelloch", "--n", "16Mi", "--timeout", "0"},
      {"bench", "cpu/sequential", "--n", "64Mi", "--repeat", "10000", "--no-keep"}};
  for (std::vector<std::string> words : commands) {
    words.insert(words.begin(), LOCKSTEP_EXECUTABLE);
    auto child = Child::start(words, {});
    ASSERT_TRUE(child);
    std::this_thread::sleep_for(milliseconds(1500));
    const auto begin = std::chrono::steady_clock::now();
    (*child)->interrupt();
    while ((*child)->listen(milliseconds(5000)).kind == Heard::Kind::line) {
    }
    EXPECT_EQ((*child)->how_it_ended(), "with status 130") << words[1];
    EXPECT_LT(std::chrono::steady_clock::now() - begin, milliseconds(1300)) << words[1];
    EXPECT_THAT((*child)->said(), HasSubstr("Stopped by Ctrl+C")) << words[1];
  }
}

}  // namespace
}  // namespace lockstep::cli
