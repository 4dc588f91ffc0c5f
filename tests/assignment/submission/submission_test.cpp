#include "assignment/submission/submission.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "assignment/submission/files/write_zip.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::assignment {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

void put(const std::string& name, std::string_view bytes) {
  const fs::path path = system_path(name);
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << bytes;
}

std::vector<std::string> paths_of(const Submission& submission) {
  std::vector<std::string> paths;
  for (const SubmittedFile& file : submission.files) paths.push_back(file.path);
  return paths;
}

Submission read(const std::string& path) {
  const auto submission = read_submission(path);
  EXPECT_TRUE(submission) << submission.error().message;
  return submission.value_or(Submission{});
}

TEST(Submission, ASingleFileIsRead) {
  const TemporaryFolder folder;
  put(folder.file("reduce.cl"), "kernel\r\n");
  const Submission submission = read(folder.file("reduce.cl"));
  EXPECT_EQ(submission.name, "reduce.cl");
  EXPECT_THAT(paths_of(submission), ElementsAre("reduce.cl"));
  EXPECT_EQ(submission.files[0].text, "kernel\n");
  EXPECT_THAT(submission.notes, ElementsAre("Line ends of another system were converted: reduce.cl."));
}

TEST(Submission, ASingleFileThatIsMissingOrTooLargeIsAnError) {
  const TemporaryFolder folder;
  EXPECT_THAT(read_submission(folder.file("no.cl")).error().message, HasSubstr("no.cl"));
  put(folder.file("large.cl"), std::string(5u << 20, 'x'));
  EXPECT_THAT(read_submission(folder.file("large.cl")).error().message,
              "large.cl has 5 MiB, more than the 4 MiB that a text may have, and was not read.");
  put(folder.file("huge.cl"), std::string(50u << 20, 'x'));
  EXPECT_THAT(read_submission(folder.file("huge.cl")).error().message,
              HasSubstr("too large: at most 32 MiB"));
}

TEST(Submission, AFolderIsReadWithoutTheFolderAroundEverything) {
  const TemporaryFolder folder;
  put(folder.file("ada/work/final/src/b.cl"), "b");
  put(folder.file("ada/work/final/a.cl"), "a");
  put(folder.file("ada/work/.git/HEAD"), "x");
  const Submission submission = read(folder.file("ada") + "/");
  EXPECT_EQ(submission.name, "ada");
  EXPECT_THAT(paths_of(submission), ElementsAre("a.cl", "src/b.cl"));
  EXPECT_THAT(submission.notes, ElementsAre("Files of systems and editors were ignored: .git."));
}

TEST(Submission, ALargeFileIsLeftOutOfAFolderWithASentence) {
  const TemporaryFolder folder;
  put(folder.file("ada/a.cl"), "a");
  put(folder.file("ada/input.txt"), std::string(50u << 20, '1'));
  put(folder.file("ada/table.csv"), std::string(5u << 20, '1'));
  const Submission submission = read(folder.file("ada"));
  EXPECT_THAT(paths_of(submission), ElementsAre("a.cl"));
  EXPECT_THAT(submission.notes, ElementsAre("input.txt has more than 32 MiB and was not read.",
                                            HasSubstr("table.csv has 5 MiB, more than the 4 MiB")));
}

TEST(Submission, TextOfEveryEditorIsReadAndTheNoteNamesItsFiles) {
  const TemporaryFolder folder;
  put(folder.file("ada/a.cl"),
      "\xff\xfe"
      "a");
  put(folder.file("ada/b.cl"),
      "\xef\xbb\xbf"
      "b");
  put(folder.file("ada/c.cl"),
      "Gr\xf6\xdf"
      "e");
  put(folder.file("ada/d.cl"), "d\r\n");
  put(folder.file("ada/e.cl"), "e\r\n");
  const Submission submission = read(folder.file("ada"));
  EXPECT_EQ(submission.files[2].text, "Größe");
  EXPECT_THAT(submission.notes,
              ElementsAre("A byte order mark was removed: b.cl.",
                          "Line ends of another system were converted: d.cl, e.cl.",
                          "Text that is not UTF-8 was read as Windows-1252 (Latin-1): c.cl.",
                          "UTF-16 was converted to UTF-8: a.cl."));
}

TEST(Submission, BinaryFilesKeepTheirBytes) {
  const TemporaryFolder folder;
  const std::string bytes("\x1f\x8b\x08\0\r\n\xff", 7);
  put(folder.file("run.lockstep"), bytes);
  const Submission submission = read(folder.file("run.lockstep"));
  EXPECT_TRUE(submission.files.at(0).is_binary);
  EXPECT_EQ(submission.files[0].text, bytes);
}

TEST(Submission, AnArchiveIsReadLikeAFolder) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_zip(folder.file("ada.zip"),
                        {{"ada/a.cl", "a\r\n"}, {"ada/old.tar.gz", "x"}, {"ada/more.zip", "y"}}));
  const Submission submission = read(folder.file("ada.zip"));
  EXPECT_EQ(submission.name, "ada");
  EXPECT_THAT(paths_of(submission), ElementsAre("a.cl"));
  EXPECT_THAT(submission.notes,
              ElementsAre("ada/more.zip is an archive within the submission and was not opened.",
                          "ada/old.tar.gz is an archive within the submission and was not opened.",
                          "Line ends of another system were converted: a.cl."));
}

TEST(Submission, AnArchiveThatIsTheSubmissionIsOpenedOnce) {
  const TemporaryFolder folder;
  const std::string innermost = zip_of({{"deep.cl", "x"}}).value();
  const std::string inner =
      zip_of({{"work/a.cl", "a"}, {"report.pdf", "within"}, {"deep.zip", innermost}}).value();
  put(folder.file("ada/Lösung.zip"), inner);
  put(folder.file("ada/report.pdf"), "beside");
  const Submission submission = read(folder.file("ada"));
  EXPECT_THAT(paths_of(submission), ElementsAre("report.pdf", "work/a.cl"));
  EXPECT_EQ(submission.files[0].text, "beside");
  EXPECT_THAT(submission.notes,
              ElementsAre("Lösung.zip was opened.",
                          "report.pdf is both in Lösung.zip and beside it; the file beside it was read.",
                          "deep.zip is an archive within the submission and was not opened."));
}

TEST(Submission, ADamagedArchiveIsAnErrorThatNamesIt) {
  const TemporaryFolder folder;
  put(folder.file("ada.zip"), zip_of({{"a.cl", "a"}}).value().substr(0, 40));
  EXPECT_THAT(read_submission(folder.file("ada.zip")).error().message,
              HasSubstr("ada.zip is not a complete zip archive"));
  put(folder.file("bob/b.zip"), "PK");
  EXPECT_THAT(read_submission(folder.file("bob")).error().message,
              HasSubstr("b.zip is not a complete zip archive"));
}

TEST(Submission, AnEmptyFolderHasNoFiles) {
  const TemporaryFolder folder;
  fs::create_directories(folder.file("ada"));
  EXPECT_THAT(read(folder.file("ada")).files, IsEmpty());
}

TEST(Submission, AFolderOfThousandsOfFilesIsAnError) {
  const TemporaryFolder folder;
  for (int i = 0; i <= 1000; ++i) put(folder.file("ada/f" + std::to_string(i)), "");
  EXPECT_THAT(read_submission(folder.file("ada")).error().message, HasSubstr("more than 1,000 files"));
}

TEST(Submission, FilesOfOneStudentAmongMany) {
  const TemporaryFolder folder;
  put(folder.file("Ada L_12_assignsubmission_file_a.cl"), "a");
  put(folder.file("Ada L_12_assignsubmission_file_b.cl"), "b");
  put(folder.file("Bob_13_assignsubmission_file_a.cl"), "c");
  const auto submission = read_submission({folder.path().string(), "Ada L_12_assignsubmission_file_"});
  ASSERT_TRUE(submission);
  EXPECT_THAT(paths_of(*submission), ElementsAre("a.cl", "b.cl"));
}

}  // namespace
}  // namespace lockstep::assignment
