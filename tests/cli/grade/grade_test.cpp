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
    EXPECT_THAT(refused.err, AllOf(HasSubstr("--again"), HasSubstr("takes no " + option))) << more;
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
    EXPECT_THAT(refused.err, AllOf(HasSubstr(file), HasSubstr("line 2"), HasSubstr("nearest")));
  }
}

TEST_F(GradeCommand, TheMembersOfAGroupHaveTheirReports) {
  put(path("all/groups.csv"), "submission,member\nada,ada\nada,Bob Byte\n");
  ASSERT_EQ(grade(all() + " --out " + path("reports")).status, 0);
  EXPECT_TRUE(fs::exists(path("reports/students/Bob_Byte/report.txt")));
  EXPECT_THAT(grade("--again " + path("reports") + " --format csv").out,
              HasSubstr("\nBob_Byte,Bob Byte,ada; Bob Byte,1,,0,yes,2,2,2"));
}

}  // namespace
}  // namespace lockstep::cli
