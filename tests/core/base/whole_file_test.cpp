#include "core/base/whole_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "tests/temporary_folder.hpp"

namespace lockstep {
namespace {

using testing::HasSubstr;

TEST(WholeFile, EveryByteIsRead) {
  const TemporaryFolder folder;
  const std::string path = folder.file("bytes"), bytes("a\r\n\0\xFF\n", 6);
  std::ofstream(path, std::ios::binary) << bytes;
  EXPECT_EQ(read_file(path).value(), bytes);
}

TEST(WholeFile, AnEmptyFileIsAnEmptyText) {
  const TemporaryFolder folder;
  std::ofstream(folder.file("empty")).flush();
  EXPECT_EQ(read_file(folder.file("empty")).value(), "");
}

TEST(WholeFile, AnErrorSaysWhy) {
  const TemporaryFolder folder;
  const auto missing = read_file(folder.file("nothing"));
  ASSERT_FALSE(missing);
  EXPECT_THAT(missing.error().message, HasSubstr("No such file"));
  const auto folder_itself = read_file(folder.path().string());
  ASSERT_FALSE(folder_itself);
  EXPECT_THAT(folder_itself.error().message, HasSubstr("is a folder"));
}

}  // namespace
}  // namespace lockstep
