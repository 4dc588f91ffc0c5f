#include "core/base/files/atomic_writer.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>

#include "core/base/files/whole_file.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep {
namespace {

namespace fs = std::filesystem;

std::size_t files_in(const fs::path& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

TEST(AtomicWriter, WritesReplacesAndLeavesNoTemporaryFile) {
  const TemporaryFolder folder;
  const std::string path = folder.file("file.txt");
  ASSERT_TRUE(write_atomically(path, "one"));
  ASSERT_TRUE(write_atomically(path, "two"));
  EXPECT_EQ(read_file(path), "two");
  EXPECT_EQ(files_in(folder.path()), 1u);
  EXPECT_FALSE(write_atomically(folder.file("no/folder.txt"), "x"));
  EXPECT_EQ(files_in(folder.path()), 1u);
}

TEST(AtomicWriter, KeepsPermissionsAndFollowsLinks) {
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
TEST(AtomicWriter, AFullDiskLeavesTheOldFileWhole) {
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
  EXPECT_EQ(files_in(folder.path()), 1u);
}

TEST(AtomicFile, AppearsWholeOrNotAtAll) {
  const TemporaryFolder folder;
  const std::string path = folder.file("film.gif");
  ASSERT_TRUE(write_atomically(path, "old"));
  {
    auto file = AtomicFile::create(path);
    ASSERT_TRUE(file);
    ASSERT_TRUE(file->write("half"));
  }
  EXPECT_EQ(read_file(path), "old") << "without commit()";
  EXPECT_EQ(files_in(folder.path()), 1u);
  auto file = AtomicFile::create(path);
  ASSERT_TRUE(file && file->write("ne") && file->write("w") && file->commit());
  EXPECT_EQ(read_file(path), "new");
  EXPECT_FALSE(file->write("more")) << "after commit()";
  EXPECT_FALSE(AtomicFile::create(folder.file("no/folder.gif")));
}

TEST(AtomicWriter, DevicesAndPipesAreWrittenToDirectly) {
  EXPECT_TRUE(write_atomically("/dev/null", "lost"));
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  const TemporaryFolder folder;
  EXPECT_FALSE(write_atomically(folder.path().string(), "x")) << "a folder";
}

// Repeated, each time at another moment of the write.
TEST(AtomicWriter, AKilledWriterLeavesAWholeFile) {
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

// In a folder that others write to, somebody may guess a name and put a link there.
TEST(AtomicWriter, APlantedLinkIsNotFollowed) {
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

TEST(AtomicWriter, OldTemporaryFilesAreDeleted) {
  const TemporaryFolder folder;
  const std::string path = folder.file("scene.json");
  const std::string old = path + ".17.new", young = path + ".18.new", other = folder.file("other.19.new");
  for (const std::string& name : {path, old, young, other}) std::ofstream(name) << "x";
  fs::last_write_time(old, fs::file_time_type::clock::now() - std::chrono::hours(1));
  remove_leftovers(path);
  EXPECT_FALSE(fs::exists(old));
  EXPECT_TRUE(fs::exists(young) && fs::exists(other) && fs::exists(path));
}

TEST(AtomicWriter, ExistingNamesGetANumber) {
  const TemporaryFolder folder;
  const std::string path = folder.file("a");
  EXPECT_EQ(free_name(path, ".broken"), path + ".broken");
  std::ofstream(path + ".broken") << "x";
  EXPECT_EQ(free_name(path, ".broken"), path + ".broken-2");
}

}  // namespace
}  // namespace lockstep
