// Links and pipes among what was handed in: made with calls that only POSIX systems have.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "assignment/submission/submission.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::assignment {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;

TEST(Submission, LinksPipesAndFoldersBehindLinksTellNothing) {
  const TemporaryFolder folder, hidden;
  fs::create_directories(hidden.file("tests"));
  fs::create_directories(folder.file("ada"));
  std::ofstream(hidden.file("tests/secret.cl")) << "expected 4711";
  std::ofstream(folder.file("ada/a.cl")) << "a";
  fs::create_symlink(hidden.file("tests/secret.cl"), folder.file("ada/link.cl"));
  fs::create_directory_symlink(hidden.file("tests"), folder.file("ada/folder"));
  fs::create_symlink("/no/such/file", folder.file("ada/nowhere.cl"));
  ASSERT_EQ(mkfifo(folder.file("ada/pipe.cl").c_str(), 0600), 0);
  const auto read = read_submission(folder.file("ada"));
  ASSERT_TRUE(read);
  const Submission& submission = *read;
  ASSERT_EQ(submission.files.size(), 1u);
  EXPECT_EQ(submission.files[0].path, "a.cl");
  EXPECT_THAT(submission.notes,
              ElementsAre("folder is a link and was not read.", "link.cl is a link and was not read.",
                          "nowhere.cl is a link and was not read.",
                          "pipe.cl is a device or a pipe and was not read."));
}

}  // namespace
}  // namespace lockstep::assignment
