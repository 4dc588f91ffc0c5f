// Links, devices, full disks and killed writers; the required calls exist only on POSIX systems.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>

#include "core/base/files/atomic_writer.hpp"
#include "core/base/files/whole_file.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

std::size_t number_of_files(const fs::path& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

TEST(AtomicWriterOnPosix, KeepsPermissionsAndFollowsLinks) {
  const TemporaryFolder folder;
  const std::string path = folder.file("real.cl"), link = folder.file("link.cl");
  std::ofstream(path) << "old";
  fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink(path, link);
  ASSERT_TRUE(write_atomically(link, "new"));
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_EQ(read_file(path), "new");
  EXPECT_EQ(fs::status(path).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

// A limit on the file size simulates a full disk: writing stops in the middle.
TEST(AtomicWriterOnPosix, AFullDiskLeavesTheOldFileWhole) {
  const TemporaryFolder folder;
  const std::string path = folder.file("scene.json");
  ASSERT_TRUE(write_atomically(path, "old"));
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{4096, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  const auto written = write_atomically(path, std::string(100'000, 'x'));
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, SIG_DFL);
  ASSERT_FALSE(written);
  EXPECT_NE(written.error().message.find("Cannot write"), std::string::npos);
  EXPECT_EQ(read_file(path), "old");
  EXPECT_EQ(number_of_files(folder.path()), 1u);
}

TEST(AtomicWriterOnPosix, DevicesAndPipesAreWrittenToDirectly) {
  EXPECT_TRUE(write_atomically("/dev/null", "lost"));
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  const TemporaryFolder folder;
  EXPECT_FALSE(write_atomically(folder.path().string(), "x")) << "a folder";
}

// Repeated, each time at a different moment of the write.
TEST(AtomicWriterOnPosix, AKilledWriterLeavesAWholeFile) {
  const TemporaryFolder folder;
  const std::string path = folder.file("scene.json");
  const std::string one(300'000, '1'), two(200'000, '2');
  ASSERT_TRUE(write_atomically(path, one));
  for (int round = 0; round < 25; ++round) {
    const pid_t writer = fork();
    if (writer == 0) {
      for (;;)
        static_cast<void>(write_atomically(path, two).has_value() && write_atomically(path, one).has_value());
    }
    usleep(static_cast<useconds_t>(500 + 370 * round));
    kill(writer, SIGKILL);
    waitpid(writer, nullptr, 0);
    const auto text = read_file(path);
    ASSERT_TRUE(text == one || text == two) << "after " << round;
  }
}

// In a folder to which others can write, an attacker may guess a name and create a link there.
TEST(AtomicWriterOnPosix, APlantedLinkIsNotFollowed) {
  const TemporaryFolder folder;
  const std::string path = folder.file("out.csv"), victim = folder.file("victim");
  std::ofstream(victim) << "precious";
  fs::create_symlink(victim, fmt::format("{}.{}.new", path, getpid()));
  std::string name;
  {
    const auto file = AtomicFile::create(path);
    ASSERT_TRUE(file);
    for (const auto& entry : fs::directory_iterator(folder.path()))
      if (!entry.is_symlink() && entry.path().extension() == ".new") name = entry.path().string();
    EXPECT_FALSE(name.empty());
  }
  fs::create_symlink(victim, name);
  ASSERT_TRUE(write_atomically(path, "new"));
  EXPECT_EQ(read_file(victim), "precious");
  EXPECT_EQ(read_file(path), "new");
  EXPECT_TRUE(fs::is_symlink(name)) << "another name was chosen";
}

std::string why_not_read(const std::string& path) {
  const auto bytes = read_file(path);
  const auto size = measure_file(path, kMaxFileBytes);
  EXPECT_FALSE(bytes || size) << path;
  return bytes ? "read" : bytes.error().message;
}

TEST(WholeFileOnPosix, DevicesAndPipesAreRefusedWithoutWaiting) {
  const TemporaryFolder folder;
  const std::string pipe = folder.file("pipe"), link = folder.file("link");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_THAT(why_not_read(pipe), HasSubstr("is a pipe, not a file"));
  EXPECT_FALSE(read_file(pipe, kMaxFileBytes, true)) << "only the shell's pipes have somebody who writes";
  EXPECT_THAT(why_not_read("/dev/zero"), HasSubstr("is a device, not a file"));
  std::filesystem::create_symlink("/dev/full", link);
  EXPECT_THAT(why_not_read(link), HasSubstr("is a device"));
}

TEST(WholeFileOnPosix, AFileWithoutASizeIsRead) {
  EXPECT_THAT(read_file("/proc/self/stat").value_or(""), HasSubstr("("));
}

}  // namespace
}  // namespace lockstep
