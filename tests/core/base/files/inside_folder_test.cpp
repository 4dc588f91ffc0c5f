#include "core/base/files/inside_folder.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/temporary_folder.hpp"

namespace lockstep {
namespace {

namespace fs = std::filesystem;

TEST(InsideFolder, FilesOfTheFolderAndBelow) {
  const TemporaryFolder folder;
  const std::string base = folder.file("lesson");
  fs::create_directories(base + "/pictures");
  EXPECT_TRUE(path_inside(base, "a.svg"));
  EXPECT_TRUE(path_inside(base, "pictures/../a.svg"));
  EXPECT_TRUE(path_inside(base + "/", "pictures/a.svg"));
  EXPECT_TRUE(path_inside(base, base + "/a.svg")) << "an absolute path that stays";
  EXPECT_TRUE(path_inside("", "a.svg"));
}

TEST(InsideFolder, NothingElse) {
  const TemporaryFolder folder;
  const std::string base = folder.file("lesson");
  fs::create_directories(base);
  fs::create_directories(folder.file("lesson-2"));
  std::ofstream(folder.file("outside.svg")) << "x";
  std::error_code error;
  fs::create_symlink(folder.file("outside.svg"), base + "/link.svg", error);
  if (error) GTEST_SKIP() << "Links cannot be made here: " << error.message();
  fs::create_directory_symlink(folder.file("lesson-2"), base + "/away");
  for (const std::string& name :
       {std::string("../outside.svg"), std::string("/etc/passwd"), std::string("x/../../y"),
        std::string("link.svg"), std::string("away/a.svg"), folder.file("lesson-2/a.svg")}) {
    const auto path = path_inside(base, name);
    ASSERT_FALSE(path) << name;
    EXPECT_NE(path.error().message.find("is outside the folder"), std::string::npos);
  }
  EXPECT_FALSE(path_inside("", "../x"));
}

}  // namespace
}  // namespace lockstep
