// --format: what editors, build servers and graders read, by the real executable.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "tests/cli/program.hpp"

namespace lockstep::cli {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;
using testing::StartsWith;

// Work-items read what their neighbours write, and the last one reads beyond the end.
const char* const kRace =
    "kernel void shift(global int* a) {\n"
    "  int i = get_global_id(0);\n"
    "  a[i] = a[i + 1];\n"
    "}\n";
const char* const kLaunch = " --global 64 --local 64 buffer:int:64=iota:dump ";

std::string race() { return write_file("race.cl", kRace); }

TEST(Format, EachLineOfGccHasPlaceSeverityAndKind) {
  for (const char* command : {"simulate ", "explain ", "trace "}) {
    const Output output = run_lockstep(command + race() + kLaunch + "--format gcc");
    EXPECT_EQ(output.status, 1) << command;
    const std::regex form(R"(.+race\.cl:3:\d+: (error|warning|note): .+ \[\w+\])");
    std::istringstream lines(output.out);
    std::size_t errors = 0;
    for (std::string line; std::getline(lines, line);) {
      EXPECT_TRUE(std::regex_match(line, form)) << command << line;
      errors += line.find(": error: ") != std::string::npos;
    }
    EXPECT_EQ(errors, 2u) << command << output.out;
    EXPECT_THAT(output.out, HasSubstr("[data_race]"));
    EXPECT_THAT(output.out, HasSubstr("[out_of_bounds]"));
  }
}

TEST(Format, SarifHasARuleForEachKindAndALocationForEachResult) {
  const Output output = run_lockstep("explain " + race() + kLaunch + "--format sarif");
  const Json log = Json::parse(output.out);
  EXPECT_EQ(log["version"], "2.1.0");
  ASSERT_EQ(log["runs"].size(), 1u);
  const Json& run = log["runs"][0];
  const Json& rules = run["tool"]["driver"]["rules"];
  EXPECT_EQ(run["tool"]["driver"]["name"], "Lockstep");
  ASSERT_EQ(run["results"].size(), 2u);
  for (const Json& result : run["results"]) {
    EXPECT_EQ(rules[result["ruleIndex"].get<std::size_t>()]["id"], result["ruleId"]);
    EXPECT_EQ(result["level"], "error");
    const Json& place = result["locations"][0]["physicalLocation"];
    EXPECT_EQ(place["region"]["startLine"], 3);
    EXPECT_THAT(place["artifactLocation"]["uri"].get<std::string>(), StartsWith("file:///"));
  }
}

TEST(Format, JsonIsAList) {
  const Output output = run_lockstep("simulate " + race() + kLaunch + "--format json");
  const Json list = Json::parse(output.out);
  ASSERT_TRUE(list.is_array());
  ASSERT_EQ(list.size(), 2u);
  for (const Json& finding : list) {
    EXPECT_EQ(finding["line"], 3);
    EXPECT_EQ(finding["severity"], "error");
    EXPECT_THAT(finding["file"].get<std::string>(), HasSubstr("race.cl"));
  }
}

TEST(Format, WithoutFindingsNothingIsFound) {
  const std::string right =
      write_file("right.cl", "kernel void f(global int* a) { a[get_global_id(0)] = 1; }");
  const std::string launch = "simulate " + right + " --global 4 --local 4 buffer:int:4 --format ";
  EXPECT_EQ(run_lockstep(launch + "gcc").out, "");
  EXPECT_EQ(Json::parse(run_lockstep(launch + "json").out), Json::array());
  const Json log = Json::parse(run_lockstep(launch + "sarif").out);
  EXPECT_EQ(log["runs"][0]["results"], Json::array());
}

TEST(Format, ErrorsAndWarningsOfTheCompilerAreFindings) {
  const std::string wrong = write_file("wrong.cl", "kernel void f(global int* a) {\n  a[0] = b;\n}\n");
  const std::string odd =
      write_file("odd.cl", "kernel void f(global int* a) {\n  int b = 1;\n  a[0] = 2;\n}\n");
  for (const char* command : {"simulate ", "explain ", "trace "}) {
    const std::string launch = " --global 1 --local 1 buffer:int:1 --format json";
    const Output error = run_lockstep(command + wrong + launch);
    EXPECT_EQ(error.status, 1) << command;
    const Json errors = Json::parse(error.out);
    ASSERT_EQ(errors.size(), 1u) << command;
    EXPECT_EQ(errors[0]["line"], 2);
    EXPECT_EQ(errors[0]["kind"], "compiler");
    const Output warned = run_lockstep(command + odd + launch);
    EXPECT_EQ(warned.status, 0) << command;
    const Json warnings = Json::parse(warned.out);
    ASSERT_EQ(warnings.size(), 1u) << command;
    EXPECT_EQ(warnings[0]["severity"], "warning");
    EXPECT_EQ(warnings[0]["kind"], "-Wunused-variable");
    EXPECT_EQ(warned.err.find("warning"), std::string::npos) << warned.err;
  }
}

TEST(Format, AWrongResultAndAnIncludedFileHaveTheirPlaces) {
  const Output wrong = run_lockstep("counters hazards/missing-barrier --format json");
  EXPECT_EQ(wrong.status, 1);
  EXPECT_THAT(wrong.out, HasSubstr("data_race"));
  write_file("part.h", "void store(global int* a, int i) {\n  a[i] = 1;\n}\n");
  const std::string file = write_file(
      "whole.cl", "#include \"part.h\"\nkernel void f(global int* a) { store(a, get_global_id(0)); }\n");
  const Output included =
      run_lockstep("simulate " + file + " --global 2 --local 2 buffer:int:1 --format gcc");
  EXPECT_THAT(included.out, HasSubstr("part.h:2:")) << included.out;
}

TEST(Format, IsOneOfThree) {
  EXPECT_EQ(run_lockstep("simulate " + race() + kLaunch + "--format xml").status, 2);
  EXPECT_EQ(run_lockstep("simulate " + race() + kLaunch + "--format gcc --json").status, 2);
}

}  // namespace
}  // namespace lockstep::cli
