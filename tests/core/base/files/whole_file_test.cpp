#include "core/base/files/whole_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/temporary_folder.hpp"

namespace lockstep {
namespace {

using testing::HasSubstr;

std::string why_not(const std::string& path, std::uint64_t most = kMaxFileBytes) {
  const auto bytes = read_file(path, most);
  const auto size = measure_file(path, most);
  EXPECT_EQ(bytes.has_value(), size.has_value()) << path;
  if (bytes) return "read";
  if (!size) {
    EXPECT_EQ(bytes.error().message, size.error().message);
  }
  return bytes.error().message;
}

TEST(WholeFile, EveryByteIsRead) {
  const TemporaryFolder folder;
  const std::string path = folder.file("bytes"), bytes("a\r\n\0\xFF\n", 6), many(3'000'000, 'x');
  std::ofstream(path, std::ios::binary) << bytes;
  EXPECT_EQ(read_file(path).value(), bytes);
  std::ofstream(path, std::ios::binary) << many;
  EXPECT_EQ(read_file(path).value(), many);
  EXPECT_EQ(measure_file(path, kMaxFileBytes), 3'000'000u);
}

TEST(WholeFile, AnEmptyFileIsAnEmptyText) {
  const TemporaryFolder folder;
  std::ofstream(folder.file("empty")).flush();
  EXPECT_EQ(read_file(folder.file("empty")).value(), "");
}

TEST(WholeFile, AnErrorSaysWhy) {
  const TemporaryFolder folder;
  EXPECT_THAT(why_not(folder.file("nothing")), HasSubstr("No such file"));
  EXPECT_THAT(why_not(folder.path().string()), HasSubstr("is a folder"));
}

TEST(WholeFile, ALargeOneIsMeasuredAndNotRead) {
  const TemporaryFolder folder;
  const std::string path = folder.file("large");
  std::ofstream(path).flush();
  std::filesystem::resize_file(path, kMaxFileBytes + 1);  // uses no space on the disk
  EXPECT_THAT(why_not(path), HasSubstr("is too large: at most 64 MiB can be read"));
  std::filesystem::resize_file(path, 1024);
  EXPECT_EQ(why_not(path, 1024), "read");
  EXPECT_THAT(why_not(path, 1023), HasSubstr("too large"));
}

}  // namespace
}  // namespace lockstep
