#include "assignment/report/moodle.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assignment/grading/grade.hpp"
#include "assignment/report/files.hpp"
#include "assignment/submission/files/zip_archive.hpp"
#include "core/base/files/text_file.hpp"
#include "core/base/files/whole_file.hpp"
#include "tests/assignment/made_assignment.hpp"
#include "tests/assignment/worker_options.hpp"

namespace lockstep::assignment {
namespace {

using testing::HasSubstr;

constexpr const char* kOneTest = "```test Public\n{\"points\": 3, \"n\": 8, \"L\": 4}\n```\n";

HandedIn from_moodle(const std::string& name, const std::string& number, const std::string& kernel) {
  HandedIn one = handed_in_by(name, kernel);
  one.original = name + "_" + number + "_assignsubmission_file_";
  return one;
}

TEST(Moodle, WorksheetAndFeedbackAreForThoseOfItsDownload) {
  const MadeAssignment made(kOneTest);
  GradeOptions options;
  options.worker = worker_options();
  const Grading grading =
      grade(made.assignment(), made.folder(),
            {from_moodle("Ada Lovelace", "12345", kRightKernel),
             from_moodle("=Bob, B", "777", "kernel void sum() {}"),
             from_moodle("Eve", "9", kRightKernel + "// does crash\n"), handed_in_by("other", kRightKernel)},
            options)
          .value();
  const std::string sheet = moodle_grades(grading);
  EXPECT_THAT(sheet, testing::StartsWith("Identifier,Full name,Grade,Maximum Grade,Feedback comments\n"));
  EXPECT_THAT(sheet, HasSubstr("Participant 12345,Ada Lovelace,3,3,"));
  EXPECT_THAT(sheet, HasSubstr("Participant 777,\"'=Bob, B\",0,3,"));
  EXPECT_THAT(sheet, HasSubstr("Participant 9,Eve,,3,"));  // not graded is never 0
  EXPECT_THAT(sheet, testing::Not(HasSubstr("other")));

  const TemporaryFolder folder;
  ASSERT_TRUE(write_reports(grading, folder.path().string()));
  EXPECT_EQ(read_text_file(folder.file("moodle-grades.csv")).value(), sheet);
  EXPECT_THAT(read_file(folder.file("grades.csv")).value(), testing::StartsWith("\xEF\xBB\xBF"))
      << "for Excel";
  ZipArchive zip = std::move(*ZipArchive::open(folder.file("moodle-feedback.zip")));
  ASSERT_EQ(zip.entries().size(), 3u);
  EXPECT_EQ(zip.entries()[0].name, "Ada Lovelace_12345_assignsubmission_file_/feedback.html");
  EXPECT_THAT(zip.read(zip.entries()[0], UINT64_MAX).value(), HasSubstr("3 of 3 points"));
}

// A name with a mark that turns the direction of the text.
TEST(Moodle, OneOddNameDoesNotTakeTheFeedbackFromTheOthers) {
  const MadeAssignment made(kOneTest);
  Grading grading;
  grading.assignment = &made.assignment();
  for (const char* name : {"Ada_1_assignsubmission_file_", "E\xE2\x80\xAEve_2_assignsubmission_file_"}) {
    SubmissionResult& one = grading.submissions.emplace_back();
    one.original = name;
    one.tasks.push_back(made.judged(kRightKernel));
  }
  const auto files = moodle_feedback(grading);
  ASSERT_EQ(files.size(), 1u);
  EXPECT_EQ(files[0].path, "Ada_1_assignsubmission_file_/feedback.html");
}

TEST(Moodle, AGradeIsAtMostTheMaximum) {
  const MadeAssignment made(kOneTest);
  Grading grading;
  grading.assignment = &made.assignment();
  SubmissionResult& one = grading.submissions.emplace_back();
  one.shown = "Ada";
  one.original = "Ada_1_assignsubmission_file_";
  one.final_points = 3.5;
  EXPECT_THAT(moodle_grades(grading), HasSubstr("Participant 1,Ada,3,3,"));
  one.final_points = 2.5;
  EXPECT_THAT(moodle_grades(grading), HasSubstr("Participant 1,Ada,2.5,3,"));
}

TEST(Moodle, NothingIsWrittenForOthers) {
  const MadeAssignment made(kOneTest);
  GradeOptions options;
  options.worker = worker_options();
  const Grading grading =
      grade(made.assignment(), made.folder(), {handed_in_by("other", kRightKernel)}, options).value();
  EXPECT_EQ(moodle_grades(grading), "");
  EXPECT_THAT(moodle_feedback(grading), testing::IsEmpty());
}

}  // namespace
}  // namespace lockstep::assignment
