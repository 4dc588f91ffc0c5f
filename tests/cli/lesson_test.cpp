// lockstep lesson, by the real program.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/cli/program.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::cli {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

std::string text_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

TEST(Lesson, ListNamesEachLesson) {
  const Output table = run_lockstep("lesson list");
  EXPECT_EQ(table.status, 0) << table.err;
  EXPECT_THAT(table.out, HasSubstr("first-steps"));
  const auto report = nlohmann::json::parse(run_lockstep("lesson list --json").out);
  const auto& first = report.at("lessons").at(0);
  EXPECT_EQ(first.at("name"), "first-steps");
  EXPECT_EQ(first.at("languages"), nlohmann::json({"en"}));
  EXPECT_GT(first.at("pages"), 5);
  EXPECT_EQ(first.at("minutes"), 15);
}

TEST(Lesson, ListSaysWhatALessonNeeds) {
  const Output table = run_lockstep("lesson list");
  EXPECT_THAT(table.out, HasSubstr("part 3: Task 1: reduction (pages 21 to 32, 20 questions)"));
  EXPECT_THAT(table.out, HasSubstr("with a class of 30: Three times 45 minutes"));
  const auto report = nlohmann::json::parse(run_lockstep("lesson list --json").out);
  for (const auto& lesson : report.at("lessons")) {
    EXPECT_NE(lesson.at("class"), "") << lesson.at("name");
    EXPECT_NE(lesson.at("alone"), "") << lesson.at("name");
  }
}

TEST(Lesson, CheckNamesTheLine) {
  const TemporaryFolder folder;
  std::ofstream(folder.file("lesson.md")) << "# A\n\nSee [there](#nowhere).\n";
  const Output checked = run_lockstep("lesson check " + folder.path().string());
  EXPECT_EQ(checked.status, 1);
  EXPECT_THAT(checked.out, HasSubstr(folder.file("lesson.md") + ":3:6: There is no page #nowhere."));
  const auto report =
      nlohmann::json::parse(run_lockstep("lesson check --json " + folder.path().string()).out);
  EXPECT_EQ(report.at("faults").at(0).at("line"), 3);
  const Output good = run_lockstep("lesson check first-steps");
  EXPECT_EQ(good.status, 0) << good.out;
  EXPECT_THAT(good.out, HasSubstr("no faults"));
}

TEST(Lesson, ExportWritesOneFileOrTwo) {
  const TemporaryFolder folder;
  const std::string file = folder.file("steps.html");
  const Output made = run_lockstep("lesson export first-steps " + file);
  EXPECT_EQ(made.status, 0) << made.err;
  EXPECT_THAT(text_of(file), HasSubstr("<title>First steps</title>"));
  EXPECT_EQ(run_lockstep("lesson export first-steps " + file + " --slides --solutions apart").status, 0);
  EXPECT_THAT(text_of(file), HasSubstr("class=\"slides\""));
  EXPECT_THAT(text_of(folder.file("steps-solutions.html")), HasSubstr("steps.html#question-1"));
}

TEST(Lesson, ExportWritesAPdfOrSaysWhatIsWrittenInstead) {
  const TemporaryFolder folder;
  const Output made = run_lockstep("lesson export first-steps --solutions apart " + folder.file("steps.pdf"));
  ASSERT_EQ(made.status, 0) << made.err;
  if (!std::filesystem::exists(folder.file("steps.pdf"))) {
    EXPECT_THAT(made.err, HasSubstr("librsvg"));
    EXPECT_THAT(text_of(folder.file("steps.html")), HasSubstr("class=\"slides\""));
    return;
  }
  EXPECT_THAT(text_of(folder.file("steps.pdf")), StartsWith("%PDF-"));
  EXPECT_THAT(text_of(folder.file("steps-solutions.pdf")), StartsWith("%PDF-"));
  EXPECT_EQ(run_lockstep("lesson export first-steps --pdf " + folder.file("steps.html")).status, 2);
}

TEST(Lesson, WrongWordsAreUsageErrors) {
  EXPECT_EQ(run_lockstep("lesson").status, 2);
  EXPECT_EQ(run_lockstep("lesson print first-steps").status, 2);
  const Output unknown = run_lockstep("lesson check frist-steps");
  EXPECT_EQ(unknown.status, 2);
  EXPECT_THAT(unknown.err, HasSubstr("first-steps"));
  EXPECT_EQ(run_lockstep("lesson check").status, 2);
  EXPECT_EQ(run_lockstep("lesson export first-steps steps.txt").status, 2);
}

}  // namespace
}  // namespace lockstep::cli
