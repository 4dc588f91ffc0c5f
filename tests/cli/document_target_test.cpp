// Entries of the course documents as targets: document:002/kernel-1, and document:002/kernel-1.cu.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/program.hpp"

namespace lockstep::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

TEST(DocumentTarget, EveryCommandThatRunsTakesOne) {
  for (const std::string command :
       {"trace", "counters", "explain", "simulate", "plan", "quiz", "disassemble"})
    for (const std::string ending : {"", ".cu"}) {
      const Output output = run_lockstep(command + " document:002/kernel-1" + ending);
      EXPECT_EQ(output.status, 0) << command << ending << output.err;
      EXPECT_FALSE(output.out.empty()) << command;
    }
}

TEST(DocumentTarget, TheListingIsRunInItsOwnTerms) {
  const Output output = run_lockstep("explain document:002/kernel-1.cu");
  EXPECT_THAT(output.out, HasSubstr("002/kernel-1.cu · n = 16 · blocks of 16 · cc9.0"));
  EXPECT_THAT(output.out, HasSubstr("Right: 92 as expected."));
  EXPECT_THAT(output.out, HasSubstr("002/kernel-1.cu:15  sdata[ tid ] += sdata[ tid + s ];"));
  EXPECT_THAT(output.err, HasSubstr("002/kernel-1.cu was copied from document 002."));
  EXPECT_THAT(run_lockstep("explain document:002/kernel-1").out, HasSubstr("reduce/divergent.cl:33"));
}

// The same run, the other text.
TEST(DocumentTarget, BothTextsHaveTheSameInputAndResult) {
  const auto result_of = [](const std::string& target) {
    const json run = json::parse(run_lockstep("simulate --json " + target).out);
    return std::pair(run["result"], run["counters"]["steps"]);
  };
  EXPECT_EQ(result_of("document:002/kernel-3"), result_of("document:002/kernel-3.cu"));
}

TEST(DocumentTarget, SlipsAreNamed) {
  EXPECT_THAT(run_lockstep("simulate document:002/listing-scan-block-simple.cu").err,
              HasSubstr("Slip: offset << 1 changes nothing"));
}

TEST(DocumentTarget, OptionsStandAboveTheScene) {
  const json typed = json::parse(
      run_lockstep("counters document:002/kernel-1.cu --json --n 65536 --group 256 --model gtx460").out);
  EXPECT_EQ(typed["n"], 65'536);
  EXPECT_EQ(typed["group_size"], 256);
  EXPECT_EQ(typed["model"], "cc2.0");
  const json scene = json::parse(run_lockstep("counters document:002/kernel-1.cu --json").out);
  EXPECT_EQ(scene["n"], 16);
}

// The documents' counts stand beside those of their own kernel.
TEST(DocumentTarget, PublishedCountsAreThoseOfTheKernel) {
  const Output output =
      run_lockstep("counters document:002/kernel-1.cu --n 65536 --group 256 --model gtx460");
  EXPECT_THAT(output.out, HasSubstr("reduce/divergent               47.99       48"));
}

TEST(DocumentTarget, WhatHasNoStepsSaysSo) {
  for (const std::string command : {"trace", "counters", "simulate"}) {
    const Output output = run_lockstep(command + " document:002/kernel-1-rates");
    EXPECT_EQ(output.status, 2);
    EXPECT_THAT(output.err, HasSubstr("document:002/kernel-1-rates shows no run that has steps"));
  }
  EXPECT_THAT(run_lockstep("trace document:002/kernel-7").err, HasSubstr("Did you mean kernel-1"));
  EXPECT_THAT(run_lockstep("trace document:002/listing-openmp.cu").err,
              HasSubstr("contains no kernel in CUDA"));
}

TEST(DocumentTarget, DocumentsListsBothTexts) {
  const std::string list = run_lockstep("documents 002 --kind listing").out;
  EXPECT_THAT(list, HasSubstr("002/kernel-1  "));
  EXPECT_THAT(list, HasSubstr("002/kernel-1.cu"));
  EXPECT_THAT(list, Not(HasSubstr("listing-openmp.cu")));
  const json entry = json::parse(run_lockstep("documents 002/kernel-5 --json").out);
  EXPECT_EQ(entry["cuda"]["file"], "002/kernel-5.cu");
  EXPECT_THAT(entry["cuda"]["text"].get<std::string>(), HasSubstr("reductKern5"));
  EXPECT_EQ(entry["cuda"]["remarks"].size(), 2u);
}

TEST(DocumentTarget, AShotShowsTheListing) {
  const std::string picture = write_file("kernel.svg", "");
  EXPECT_EQ(run_lockstep("shot document:002/kernel-1.cu " + picture).status, 0);
}

}  // namespace
}  // namespace lockstep::cli
