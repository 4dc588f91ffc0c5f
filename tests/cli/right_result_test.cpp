// A right result is said to be right, with what was computed and what is expected.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/cli/program.hpp"

namespace lockstep::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(RightResult, HasBothNumbers) {
  for (const char* command : {"trace", "explain"}) {
    const std::string line = std::string(command) + " reduce/divergent --n 4 --group 4 --input 300,40,1,0";
    EXPECT_THAT(run_lockstep(line).out, HasSubstr("Right: 341 as expected.")) << command;
    const auto printed = nlohmann::json::parse(run_lockstep(line + " --json").out);
    EXPECT_EQ(printed["right_result"]["computed"], "341") << command;
    EXPECT_EQ(printed["right_result"]["expected"], "341") << command;
    EXPECT_EQ(printed["right_result"]["elements"], 1) << command;
  }
}

TEST(RightResult, OfAnArrayCountsItsElements) {
  const std::string line = "explain scan/kogge-stone --n 64 --group 8";
  EXPECT_THAT(run_lockstep(line).out, HasSubstr("Right: all 64 elements as expected."));
  EXPECT_EQ(nlohmann::json::parse(run_lockstep(line + " --json").out)["right_result"]["elements"], 64);
}

// A rounded sum differs from the reference in its last digits, and is right all the same.
TEST(RightResult, OfARoundedSumHasTheTolerance) {
  const Output output =
      run_lockstep("explain reduce/divergent --n 4096 --group 64 --type float --input fractions --json");
  const auto right = nlohmann::json::parse(output.out)["right_result"];
  EXPECT_THAT(right["message"].get<std::string>(), HasSubstr("expected"));
  EXPECT_FALSE(right["computed"].get<std::string>().empty());
  EXPECT_FALSE(right["expected"].get<std::string>().empty());
}

TEST(RightResult, IsNotSaidOfAWrongOne) {
  const Output wrong = run_lockstep("explain hazards/hillis-steele-one-buffer --n 200 --group 64 --json");
  EXPECT_FALSE(nlohmann::json::parse(wrong.out).contains("right_result"));
  EXPECT_THAT(run_lockstep("explain hazards/hillis-steele-one-buffer --n 200 --group 64").out,
              Not(HasSubstr("Right:")));
}

}  // namespace
}  // namespace lockstep::cli
