// Every number of every subcommand: what cannot be meant is refused with the option, what was given and what
// is allowed, at once.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

#include "cli/run_control.hpp"
#include "tests/cli/program.hpp"

namespace lockstep::cli {
namespace {

using testing::HasSubstr;

struct Number {
  std::string command;  // before the option
  std::string option;
  std::vector<std::string> refused;
};

const std::vector<std::string> kNoWhole{
    "''",   "-1",   "nan", "inf", "1e999", "1.5", "0x10", "99999999999999999999", "17179869184Gi",
    "4..1", "1,,2", "x"};
const std::vector<std::string> kNoWholeAbove0{"0", "''", "nan", "inf", "1e999", "-1", "17179869184Gi"};
const std::vector<std::string> kNoReal{"''", "nan", "-nan", "inf", "1e999", "-1", "x", "1x"};

std::vector<Number> numbers() {
  const std::string kernel =
      write_file("copy.cl", "kernel void copy(global int* out) { out[get_global_id(0)] = 1; }\n");
  const std::string device = "bench reduce/first-add --no-keep ";
  std::vector<Number> all{
      {device,
       "--n",
       {"0", "0,4", "4,0", "4..1", "0..4", "1,", "''", "nan", "1..4:1", "1..4:0", "17179869184Gi"}},
      {device, "--group", kNoWholeAbove0},
      {device, "--repeat", kNoWholeAbove0},
      {device, "--warm-up", kNoWholeAbove0},
      {device, "--threads", kNoWhole},
      {device, "--timeout", kNoWholeAbove0},
      {device, "--device", {"-1", "nan", "''", "0,", "0,0", "99999999999999999999"}},
      {device, "--seed", {"-1", "nan", "''", "1e999"}},
      {"tune reduce/tuned --dry-run", "--repeat", kNoWholeAbove0},
      {"tune reduce/tuned --dry-run", "--seconds", kNoWhole},
      {"tune reduce/tuned --dry-run", "--device", kNoWhole},
      {"ladder", "--device", kNoWhole},
      {"quiz reduce/divergent", "--count", kNoWholeAbove0},
      {"quiz reduce/divergent", "--level", {"0", "4", "nan", "''"}},
      {"trace reduce/divergent", "--at", {"-1", "nan", "1e999", "999999999"}},
      {"counters reduce/divergent", "--processors", kNoWholeAbove0},
      {"run", "--compute-units", {"0", "1025", "nan", "''"}},
      {"simulate " + kernel + " --global 1 buffer:int:1=0", "--timeout", kNoReal},
      {"lab occupancy", "--group", kNoWholeAbove0},
      {"simulate " + kernel + " buffer:int:1=0",
       "--global",
       {"0", "nan", "''", "-1", "1,,1", "17179869184Gi", "1,2,3,4"}},
      {"simulate " + kernel + " --global 1 buffer:int:1=0", "--local", {"0", "nan", "-1", "17179869184Gi"}}};
  for (const char* option : {"--n", "--group"})
    all.push_back({"counters reduce/divergent", option, kNoWholeAbove0});
  for (const char* option : {"--mask", "--columns", "--tile", "--bins", "--bit", "--keep-above"})
    all.push_back({"counters patterns/histogram-privatised --n 16", option, kNoWhole});
  for (const char* option : {"--timeout", "--time-limit"}) all.push_back({"run", option, kNoReal});
#ifdef LOCKSTEP_GUI
  for (const char* option : {"--width", "--height", "--delay"})
    all.push_back({"shot no.png", option, {"0", "nan", "inf", "''", "1e999", "17179869184Gi"}});
  all.push_back({"shot no.png", "--scale", {"nan", "-nan", "inf", "0", "9", "''", "1e999"}});
  for (const char* option : {"--from", "--to"})
    all.push_back({"shot no.png", option, {"-1", "nan", "1e999"}});
#endif
  return all;
}

TEST(Numbers, WhatCannotBeMeantIsRefusedWithASentence) {
  for (const Number& number : numbers())
    for (const std::string& value : number.refused) {
      const std::string behind = number.command == "run" ? " -- true" : "";
      const auto begin = std::chrono::steady_clock::now();
      const Output output =
          run_lockstep(fmt::format("{} {}={}{}", number.command, number.option, value, behind));
      EXPECT_EQ(output.status, 2) << number.command << number.option << "=" << value << "\n" << output.err;
      EXPECT_THAT(output.err, HasSubstr(number.option.substr(2))) << number.command << value;
      EXPECT_LT(output.err.size(), 1000u) << output.err;
      EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(3))
          << number.command << number.option << "=" << value;
    }
}

TEST(Numbers, TheSentenceSaysWhatIsAllowed) {
  EXPECT_THAT(run_lockstep("bench --n 0").err, HasSubstr("--n 0: give a whole number from 1 to 1Ti"));
  EXPECT_THAT(run_lockstep("bench --n 0,4").err, HasSubstr("--n 0: give a whole number from 1 to 1Ti"));
  EXPECT_THAT(run_lockstep("quiz reduce/divergent --count 0").err,
              HasSubstr("--count: give a whole number from 1 to 1,000, not 0"));
}

TEST(Numbers, OnlyZeroSecondsAreNever) {
  EXPECT_EQ(parse_seconds("--timeout", "0", "seconds")->count(), 0);
  EXPECT_EQ(parse_seconds("--timeout", "0.0001", "seconds")->count(), 1);
  EXPECT_EQ(parse_seconds("--timeout", "1.5", "seconds")->count(), 1500);
}

}  // namespace
}  // namespace lockstep::cli
