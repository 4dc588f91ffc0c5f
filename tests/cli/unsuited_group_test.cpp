// A work-group size that an algorithm does not suit runs, and what goes wrong is named with its cause.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "core/catalogue/algorithm.hpp"
#include "tests/cli/program.hpp"

namespace lockstep::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(UnsuitedGroup, IsRunAndItsWrongResultHasACause) {
  for (const char* command : {"trace", "counters", "explain"}) {
    const Output output =
        run_lockstep(std::string(command) + " reduce/sequential-local --n 192 --group 96 --json");
    ASSERT_EQ(output.status, 1) << command << output.err;
    const auto printed = nlohmann::json::parse(output.out);
    const auto& row = std::string(command) == "counters" ? printed["rows"][0] : printed;
    EXPECT_EQ(row["result"], "wrong") << command;
    EXPECT_THAT(row["wrong_because"].get<std::string>(),
                HasSubstr("96 is not a power of two (64 and 128 are)"))
        << command;
    EXPECT_THAT(output.err, HasSubstr("is not made for work-groups of 96")) << command;
  }
}

// Where any size will do, it does.
TEST(UnsuitedGroup, IsNoneWhereAnySizeWorks) {
  for (const char* id : {"scan/kogge-stone", "scan/hillis-steele-local", "scan/cost-optimal",
                         "reduce/interleaved-global", "scan/block"}) {
    const Output output = run_lockstep(std::string("explain ") + id + " --n 1000 --group 96 --json");
    EXPECT_EQ(output.status, 0) << id << output.err;
    EXPECT_EQ(nlohmann::json::parse(output.out)["result"], "right") << id;
    EXPECT_THAT(output.err, Not(HasSubstr("is not made for"))) << id;
  }
}

// Every run ends. Nearly all go wrong, and whatever a kernel computes there, the size is named.
TEST(UnsuitedGroup, EndsForEveryAlgorithm) {
  std::size_t runs = 0, wrong = 0;
  for (const std::vector<Algorithm>* list : all_lists())
    for (const Algorithm& algorithm : *list) {
      if (unsuited_group(algorithm, 96).empty() || algorithm.square_group) continue;
      const Output output = run_lockstep("explain " + algorithm.id + " --n 1000 --group 96 --json");
      EXPECT_LE(output.status, 1) << algorithm.id << output.err;
      EXPECT_THAT(output.err, HasSubstr("is not made for work-groups of 96")) << algorithm.id;
      ++runs;
      if (output.status == 1) ++wrong;
    }
  EXPECT_GT(runs, 20u);
  EXPECT_GT(wrong * 10, runs * 8) << wrong << " of " << runs;
}

TEST(UnsuitedGroup, IsLeftOutOfTheTableOfAll) {
  const Output output = run_lockstep("counters --n 192 --group 96 --json");
  ASSERT_EQ(output.status, 0) << output.err;
  const auto printed = nlohmann::json::parse(output.out);
  EXPECT_THAT(printed["skipped"].dump(), HasSubstr("reduce/divergent"));
  EXPECT_THAT(printed["skipped"].dump(), HasSubstr("96 is not a power of two"));
}

// The formulas are for sizes that suit.
TEST(UnsuitedGroup, HasNoFormula) {
  const Output output = run_lockstep("counters reduce/divergent --n 192 --group 96 --json");
  EXPECT_FALSE(nlohmann::json::parse(output.out)["rows"][0].contains("formula"));
}

}  // namespace
}  // namespace lockstep::cli
