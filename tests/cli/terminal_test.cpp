// Text of others never reaches the terminal as control sequences.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "tests/cli/program.hpp"

namespace lockstep::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* kClear = "\x1b[2J\x1b]0;owned\x07";

void expect_harmless(const Output& output, const std::string& what) {
  for (const std::string& text : {output.out, output.err})
    for (const char c : text)
      EXPECT_TRUE(c == '\n' || c == '\t' || static_cast<unsigned char>(c) >= 0x20) << what << ": " << text;
}

TEST(TerminalOutput, CommentsFilesAndPrintf) {
  const std::string file = write_file(
      "escape.cl",
      fmt::format("// {}\nkernel void k(global int* out) {{\n  printf(\"\\033[31mred\\033[2J\\n\"); // {}\n"
                  "  out[5] = 1; /* {} */\n}}\n",
                  kClear, kClear, kClear));
  const Output run = run_lockstep("simulate " + file + " --global 1 buffer:int:1=0");
  expect_harmless(run, "simulate");
  EXPECT_THAT(run.out, HasSubstr("\\x1b[31mred\\x1b[2J"));
  expect_harmless(run_lockstep("form " + file), "form");
  expect_harmless(run_lockstep("explain " + file + " --global 1 buffer:int:1=0"), "explain");
  const std::string wrong = write_file("wrong.cl", fmt::format("kernel void k() {{ {} }}\n", kClear));
  expect_harmless(run_lockstep("simulate " + wrong + " --global 1"), "an error of the compiler");
  expect_harmless(run_lockstep("simulate 'no\033[2Jfile.cl' --global 1"), "a file's name");
  expect_harmless(run_lockstep("list 'a\033[2J'"), "an argument");
}

TEST(TerminalOutput, JsonStaysJson) {
  const std::string file =
      write_file("json.cl", "kernel void k(global int* out) { printf(\"a\\033[2Jb\\x7f\"); }\n");
  const Output run = run_lockstep("simulate " + file + " --global 1 buffer:int:1=0 --json");
  expect_harmless(run, "json");
  const auto read = nlohmann::json::parse(run.out, nullptr, false);
  ASSERT_FALSE(read.is_discarded()) << run.out;
  EXPECT_EQ(read["printed"], "a\x1b[2Jb\x7f");
}

TEST(TerminalOutput, StoredResults) {
  const std::string file =
      write_file("data/lockstep/results.jsonl", fmt::format("{{\"{}\": 1}}\nnot {}\n", "x", kClear));
  expect_harmless(run_lockstep("results"), "results");
  expect_harmless(run_lockstep("results --json"), "results --json");
  std::remove(file.c_str());
}

}  // namespace
}  // namespace lockstep::cli
