#include "gui/user_data/recent_files.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "tests/temporary_folder.hpp"

namespace lockstep::gui {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(RecentFiles, TheLatestComesFirstAndMissingOnesAreDropped) {
  const TemporaryFolder folder;
  const std::string list = folder.file("state/recent.json");
  const std::string a = folder.file("a.cl"), b = folder.file("b.cl");
  for (const std::string& path : {a, b}) std::ofstream(path) << "x";
  RecentFiles(list).add(a);
  RecentFiles(list).add(b);
  RecentFiles(list).add(a);
  EXPECT_THAT(RecentFiles(list).paths(), ElementsAre(a, b)) << "kept on disk";
  std::filesystem::remove(a);
  EXPECT_THAT(RecentFiles(list).paths(), ElementsAre(b));
}

TEST(RecentFiles, KeepAtMostTen) {
  const TemporaryFolder folder;
  RecentFiles recent(folder.file("recent.json"));
  for (int i = 0; i < 14; ++i) {
    const std::string path = folder.file(std::to_string(i) + ".cl");
    std::ofstream(path) << "x";
    recent.add(path);
  }
  ASSERT_EQ(recent.paths().size(), RecentFiles::kMax);
  EXPECT_EQ(recent.paths().front(), folder.file("13.cl"));
}

TEST(RecentFiles, ABrokenListIsAnEmptyOne) {
  const TemporaryFolder folder;
  const std::string list = folder.file("recent.json");
  for (const char* text : {"", "{", "{}", "[1, null]"}) {
    std::ofstream(list) << text;
    EXPECT_THAT(RecentFiles(list).paths(), IsEmpty()) << text;
  }
  EXPECT_THAT(RecentFiles().paths(), IsEmpty());
}

}  // namespace
}  // namespace lockstep::gui
