#include "gui/safe_file.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <filesystem>
#include <fstream>

#include "tests/temporary_folder.hpp"

namespace lockstep::gui {
namespace {

namespace fs = std::filesystem;

std::size_t files_in(const fs::path& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

TEST(SafeFile, WritesReplacesAndLeavesNothingBeside) {
  const TemporaryFolder folder;
  const std::string path = folder.file("file.txt");
  ASSERT_TRUE(write_safely(path, "one"));
  ASSERT_TRUE(write_safely(path, "two"));
  EXPECT_EQ(read_file(path), "two");
  EXPECT_EQ(files_in(folder.path()), 1u);
  EXPECT_FALSE(write_safely(folder.file("no/folder.txt"), "x"));
  EXPECT_EQ(read_file(folder.file("nothing")), std::nullopt);
}

TEST(SafeFile, KeepsPermissionsAndFollowsLinks) {
  const TemporaryFolder folder;
  const std::string path = folder.file("real.cl"), link = folder.file("link.cl");
  std::ofstream(path) << "old";
  fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink(path, link);
  ASSERT_TRUE(write_safely(link, "new"));
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_EQ(read_file(path), "new");
  EXPECT_EQ(fs::status(path).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

// A limit on the size of files stands for a full disk: writing stops in the middle.
TEST(SafeFile, AFullDiskLeavesTheOldFileWhole) {
  const TemporaryFolder folder;
  const std::string path = folder.file("scene.json");
  ASSERT_TRUE(write_safely(path, "old"));
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{4096, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  const auto written = write_safely(path, std::string(100'000, 'x'));
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, SIG_DFL);
  ASSERT_FALSE(written);
  EXPECT_NE(written.error().message.find("Cannot write"), std::string::npos);
  EXPECT_EQ(read_file(path), "old");
  EXPECT_EQ(files_in(folder.path()), 1u);
}

TEST(SafeFile, NamesThatAreTakenGetANumber) {
  const TemporaryFolder folder;
  const std::string path = folder.file("a");
  EXPECT_EQ(free_name(path, ".broken"), path + ".broken");
  std::ofstream(path + ".broken") << "x";
  EXPECT_EQ(free_name(path, ".broken"), path + ".broken-2");
}

}  // namespace
}  // namespace lockstep::gui
