// Files of the program are read and written in one way: nothing is lost, and the user is informed once.
#include "core/base/files/kept_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "core/base/files/whole_file.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep {
namespace {

using testing::HasSubstr;

Result<std::string> not_bad(const std::string& text) {
  if (text == "bad") return failure("it is bad");
  return text;
}

TEST(KeptFile, WhatIsWrittenIsRead) {
  const TemporaryFolder folder;
  KeptFile file(folder.file("state/list.json"));
  EXPECT_FALSE(file.read(not_bad)) << "it is not there";
  file.write("good");
  EXPECT_EQ(file.read(not_bad), "good");
  EXPECT_EQ(file.take_remark(), "");
}

TEST(KeptFile, ABrokenFileIsKeptAndToldOnce) {
  const TemporaryFolder folder;
  const std::string path = folder.file("list.json");
  std::ofstream(path) << "bad";
  KeptFile file(path);
  EXPECT_FALSE(file.read(not_bad));
  EXPECT_THAT(file.take_remark(), HasSubstr("list.json.broken"));
  EXPECT_EQ(file.take_remark(), "");
  file.write("good");
  EXPECT_EQ(read_file(path), "good");
  EXPECT_EQ(read_file(path + ".broken"), "bad");
}

TEST(KeptFile, AFolderInItsPlaceIsSetAside) {
  const TemporaryFolder folder;
  const std::string path = folder.file("list.json");
  std::filesystem::create_directory(path);
  KeptFile file(path);
  file.write("good");
  EXPECT_THAT(file.take_remark(), HasSubstr("list.json.broken"));
  EXPECT_EQ(read_file(path), "good");
  EXPECT_TRUE(std::filesystem::is_directory(path + ".broken"));
}

TEST(KeptFile, TooLargeAFileIsNotRead) {
  const TemporaryFolder folder;
  const std::string path = folder.file("list.json");
  std::ofstream(path) << "12345";
  KeptFile file(path, 4);
  EXPECT_FALSE(file.read(not_bad));
  EXPECT_THAT(file.take_remark(), HasSubstr("too large"));
}

TEST(KeptFile, WithoutAPathNothingIsKept) {
  KeptFile file;
  file.write("good");
  EXPECT_FALSE(file.read(not_bad));
  EXPECT_EQ(file.take_remark(), "");
}

}  // namespace
}  // namespace lockstep
