// Stored results are read in time in proportion to their number: 10,900 lines took 16 seconds.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <fstream>
#include <sstream>

#include "tests/cli/program.hpp"

namespace lockstep::cli {
namespace {

TEST(Results, ThousandsAreShownWithinSeconds) {
  const std::string file = write_file("data/lockstep/results.jsonl", "");
  ASSERT_EQ(run_lockstep("bench cpu/sequential --n 4096 --repeat 1 --no-copy").status, 0);
  std::ostringstream stored;
  stored << std::ifstream(file, std::ios::binary).rdbuf();
  ASSERT_FALSE(stored.str().empty());
  std::string all;
  for (int i = 0; i < 10'900; ++i) all += stored.str();
  write_file("data/lockstep/results.jsonl", all);
  for (const char* command : {"results", "results --json", "results cpu/sequential"}) {
    const auto begin = std::chrono::steady_clock::now();
    const Output output = run_lockstep(command);
    EXPECT_EQ(output.status, 0) << output.err;
    EXPECT_GT(output.out.size(), 1'000'000u);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(8)) << command;
  }
  std::remove(file.c_str());
}

}  // namespace
}  // namespace lockstep::cli
