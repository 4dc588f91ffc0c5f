#include "core/base/files/atomic_writer.hpp"

#include <gtest/gtest.h>

#include <chrono>
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
