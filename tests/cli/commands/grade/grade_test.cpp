#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/cli/program.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::cli {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

void put(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

class GradeCommand : public testing::Test {
 protected:
  GradeCommand() {
    const fs::path assignment = folder_.path() / "copies";
    put(assignment / "assignment.md",
        "# Copies\n\ndue: 2026-12-01 12:00\nlate: 50 % a day\n\n---\n\n# Copy\n\nfile: copy.cl\nplan: "
        "copy.plan.json\n\nCopy.\n\n"
        "```test Public\n{\"points\": 1, \"n\": 8, \"L\": 4}\n```\n\n"
        "```test Hidden\n{\"points\": 1, \"n\": 24, \"L\": 8, \"visibility\": \"after due\"}\n```\n");
    put(assignment / "copy.plan.json",
        R"({"buffers": [{"name": "in", "type": "int", "count": "{n}", "fill": "random:{seed}:1..99"},
 {"name": "out", "type": "int", "count": "{n}"}],
 "launches": [{"kernel": "copy", "global": "{n}", "local": "{L}", "arguments": ["in", "out"]}],
 "expect": {"buffer": "out", "values": "solution"}})");
    put(assignment / "reference/copy.cl", kCopy);
    for (const char* name : {"ada", "Spät"})
      put(system_path(folder_.file("all")) / system_path(name) / "copy.cl", kCopy);
    put(folder_.path() / "secret", "a secret\n");
  }

  std::string path(const std::string& name) const { return folder_.file(name); }
  Output grade(const std::string& words) const { return run_lockstep("grade " + words + grade_unconfined()); }
  std::string all() const { return path("copies") + " " + path("all"); }

  static constexpr const char* kCopy =
      "kernel void copy(global const int* in, global int* out) {\n"
      "  out[get_global_id(0)] = in[get_global_id(0)];\n}\n";
  TemporaryFolder folder_;
};

TEST_F(GradeCommand, WithoutASecretItWarnsThatHiddenInputsAreKnown) {
  EXPECT_THAT(grade(all()).err, HasSubstr("can compute the inputs of the hidden tests"));
  EXPECT_THAT(grade(all() + " --secret " + path("secret")).err, Not(HasSubstr("can compute")));
  EXPECT_THAT(grade(all() + " --public").err, Not(HasSubstr("can compute")));
}

TEST_F(GradeCommand, AgainTakesOnlyWhatDoesNotChangeTheGrading) {
  ASSERT_EQ(grade(all() + " --out " + path("reports") + " --secret " + path("secret")).status, 0);
  const std::string again = "--again " + path("reports");
  for (const char* more :
       {"--out x", "--secret x", "--public", "--attempts all", "--one", "--extensions x", "--overrides x"}) {
    const Output refused = grade(again + " " + more);
    const std::string option = std::string(more).substr(0, std::string(more).find(' '));
    EXPECT_EQ(refused.status, 2) << more;
    EXPECT_THAT(refused.err, AllOf(HasSubstr("--again"), HasSubstr("does not accept " + option))) << more;
  }
  EXPECT_EQ(grade("copies " + again).status, 2);
  EXPECT_EQ(grade(all() + " " + again).status, 2);
  const Output repeated = grade(again + " --format csv --jobs 1");
  EXPECT_EQ(repeated.status, 0);
  EXPECT_THAT(repeated.out, HasSubstr("\nada,ada,,1,,0,yes,2,2,2"));
}

// In the encoding and with the separators of a German spreadsheet.
TEST_F(GradeCommand, TablesOfASpreadsheetAreReadInItsEncoding) {
  put(path("due.csv"), "submission;due\r\nSp\xE4t;2026-12-05\r\n");
  put(path("points.csv"), "submission;task;points;reason\r\nSp\xE4t;Copy;0,5;m\xFCndlich\r\n");
  put(path("all/attempts.csv"), "submission;attempt;handed_in\r\nSp\xE4t;1;2026-12-05 10:00\r\n");
  const Output graded =
      grade(all() + " --format csv --extensions " + path("due.csv") + " --overrides " + path("points.csv"));
  EXPECT_EQ(graded.status, 0) << graded.err;
  EXPECT_THAT(graded.out, HasSubstr("\nSpät,Spät,,1,2026-12-05 10:00 UTC,0,yes,0.5,0.5,0.5"));
}

TEST_F(GradeCommand, AMistakeOfATableIsSaidWithItsFileAndLine) {
  put(path("due.csv"), "submission,due\nadda,2026-12-05\n");
  put(path("points.csv"), "submission,task,points,reason\nada,Coppy,1,x\n");
  for (const auto& [option, file] :
       {std::pair("--extensions", "due.csv"), std::pair("--overrides", "points.csv")}) {
    const Output refused = grade(all() + " " + option + " " + path(file));
    EXPECT_EQ(refused.status, 2);
    EXPECT_THAT(refused.err, AllOf(HasSubstr(file), HasSubstr("line 2"),
                                   AnyOf(HasSubstr("nearest"), HasSubstr("did you mean"))));
  }
}

TEST_F(GradeCommand, TheMembersOfAGroupHaveTheirReports) {
  put(path("all/groups.csv"), "submission,member\nada,ada\nada,Bob Byte\n");
  ASSERT_EQ(grade(all() + " --out " + path("reports")).status, 0);
  EXPECT_TRUE(fs::exists(path("reports/students/Bob_Byte/report.txt")));
  EXPECT_THAT(grade("--again " + path("reports") + " --format csv").out,
              HasSubstr("\nBob_Byte,Bob Byte,ada; Bob Byte,1,,0,yes,2,2,2"));
}

// Due dates of an assignment that has none, as those of the program.
TEST_F(GradeCommand, TheDueDateMayBeTyped) {
  put(path("all/attempts.csv"), "submission,attempt,handed_in\nada,1,2026-12-02 10:00\n");
  EXPECT_THAT(grade(all() + " --format csv").out, HasSubstr("\nada,ada,,1,2026-12-02 10:00 UTC,1,yes,2,1,2"));
  const std::string due =
      " --due \"2026-12-01 23:59\" --late \"10 % a day, at most 3 days\" --out " + path("r");
  EXPECT_THAT(grade(all() + due + " --format csv").out,
              HasSubstr("\nada,ada,,1,2026-12-02 10:00 UTC,1,yes,2,1.8,2"));
  EXPECT_THAT(grade("--again " + path("r") + " --format csv").out, HasSubstr(",1,yes,2,1.8,2"));
  EXPECT_THAT(grade(all() + " --due 2026-12-24 --format csv").out, HasSubstr(",0,yes,2,2,2"));
  for (const char* wrong : {"--due tomorrow", "--late \"a lot\""}) {
    const Output refused = grade(all() + " " + wrong);
    EXPECT_EQ(refused.status, 2);
    EXPECT_THAT(refused.err, HasSubstr("enter a"));
  }
}

TEST_F(GradeCommand, AFolderOfOneStudentMayBeCalledMany) {
  put(path("hand-in/becker/copy.cl"), kCopy);
  EXPECT_THAT(grade(path("copies") + " " + path("hand-in") + " --format csv").out, HasSubstr("\nhand-in,"));
  EXPECT_THAT(grade(path("copies") + " " + path("hand-in") + " --many --format csv").out,
              HasSubstr("\nbecker,"));
  EXPECT_EQ(grade(all() + " --one --many").status, 2);
}

// The window draws the scene of a failure, and none of its fields is wrong.
TEST_F(GradeCommand, AFailureIsASceneThatTheWindowOpens) {
  put(path("wrong/copy.cl"), std::string(kCopy).replace(std::string(kCopy).find("in[get"), 2, "1 + in"));
  ASSERT_EQ(grade(path("copies") + " " + path("wrong") + " --out " + path("reports")).status, 0);
  ASSERT_TRUE(fs::exists(path("reports/cases/wrong/copy.public.svg")));
  const Output drawn =
      run_lockstep("shot " + path("reports/cases/wrong/copy.public.json") + " " + path("scene.svg"));
  EXPECT_EQ(drawn.status, 0);
  EXPECT_EQ(drawn.err, "");
  EXPECT_TRUE(fs::exists(path("scene.svg")));
}

TEST_F(GradeCommand, SourcesOfSubmissionsAreForProgramsThatLookForCopies) {
  put(path("copies/skeleton/copy.cl"), "// nothing\n");
  const Output written = run_lockstep("assignment sources " + all() + " --out " + path("sources"));
  ASSERT_EQ(written.status, 0) << written.err;
  EXPECT_TRUE(fs::exists(path("sources/submissions/ada/copy.cl")));
  EXPECT_TRUE(fs::exists(path("sources/base/copy.cl")));
  std::ifstream read_me(path("sources/README.md"));
  const std::string text{std::istreambuf_iterator<char>(read_me), {}};
  EXPECT_THAT(text, AllOf(HasSubstr("-bc base submissions"), HasSubstr("moss -l c -b base/copy.cl")));
}

// On a device, with its driver, in the sandbox.
TEST_F(GradeCommand, ATestThatMeasuresTimesNeedsADevice) {
  put(path("copies/assignment.md"),
      "# Copies\n\n---\n\n# Copy\n\nfile: copy.cl\nplan: copy.plan.json\n\nCopy.\n\n"
      "```test Fast\n{\"points\": 1, \"n\": 4096, \"L\": 64, \"criteria\": [\"result right\", \"time <= 100 "
      "reference\"]}\n```\n");
  const Output without = grade(all() + " --format csv");
  EXPECT_EQ(without.status, 1);
  EXPECT_THAT(without.out, HasSubstr("\nada,ada,,1,,0,no,0,0,0"));
  const bool has_device = run_lockstep("devices --json").out.find("\"index\"") != std::string::npos;
  const bool has_sandbox = run_program("/usr/bin/env", "bwrap --unshare-all --ro-bind / / true").status == 0;
  if (!has_device || !has_sandbox) GTEST_SKIP() << "there is no device, or no sandbox";
  const Output with = grade(all() + " --device 0 --format csv");
  EXPECT_EQ(with.status, 0) << with.err;
  EXPECT_THAT(with.out, HasSubstr("\nada,ada,,1,,0,yes,1,1,1"));
}

}  // namespace
}  // namespace lockstep::cli
