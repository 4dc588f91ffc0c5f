#include "core/base/files/path_text.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "core/base/files/atomic_writer.hpp"
#include "core/base/files/normal_path.hpp"
#include "core/base/files/whole_file.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep {
namespace {

TEST(PathText, IsUtf8WithSlashes) {
  EXPECT_EQ(system_path("C:/Übung 1/ß.cl").native(), L"C:/Übung 1/ß.cl");
  EXPECT_EQ(path_text(L"C:\\Jiří Müller\\ß.cl"), "C:/Jiří Müller/ß.cl");
  EXPECT_EQ(path_text(system_path("D:\\x/y")), "D:/x/y");
  EXPECT_EQ(path_text(system_path("\\\\server\\Übung 1\\ß.cl")), "//server/Übung 1/ß.cl");
}

TEST(NormalPath, ServersKeepTheirTwoSlashes) {
  EXPECT_EQ(path_text(normal_path(system_path("//server/share/a/../b"))), "//server/share/b");
  EXPECT_EQ(path_text(normal_path(system_path("\\\\server\\share\\.\\Übung\\"))), "//server/share/Übung/");
  EXPECT_EQ(path_text(normal_path(absolute_path(system_path("//server/share/b")))), "//server/share/b");
  EXPECT_EQ(path_text(normal_path(system_path("C:\\a\\..\\b"))), "C:/b");
  EXPECT_TRUE(is_absolute_path(system_path("//server/share")) && is_absolute_path(system_path("C:/x")));
  EXPECT_FALSE(is_absolute_path(system_path("/x")) || is_absolute_path(system_path("x")));
}

TEST(PathText, TakesWhatIsNoUtf8) {
  EXPECT_EQ(path_text(system_path("a\xff"
                                  "b")),
            "a\uFFFDb");
}

TEST(PathText, LongPathsHaveThePrefixInTheSystemOnly) {
  const std::string longer = "C:/" + std::string(300, 'x') + "/../y.cl",
                    share = "//server/share/" + std::string(300, 'x');
  EXPECT_EQ(system_path(longer).native(), L"\\\\?\\C:\\y.cl");
  EXPECT_TRUE(system_path(share).native().starts_with(L"\\\\?\\UNC\\server\\share\\"));
  EXPECT_EQ(path_text(system_path(share)), share);
}

TEST(PathText, FilesAreWrittenAndReadUnderAnyName) {
  const TemporaryFolder folder;
  const std::string deep = folder.file("Übung 1/" + std::string(100, 'a') + "/" + std::string(100, 'b'));
  std::filesystem::create_directories(system_path(deep));
  for (const std::string& name : {folder.file("ß ř.cl"), folder.file("Übung 1/日本.cl"), deep + "/ß.cl"}) {
    ASSERT_TRUE(write_atomically(name, "a\nb")) << name;
    EXPECT_EQ(read_file(name).value_or(""), "a\nb") << name;
    std::ifstream stream(system_path(name), std::ios::binary);
    EXPECT_TRUE(stream.is_open()) << name;
  }
}

}  // namespace
}  // namespace lockstep
