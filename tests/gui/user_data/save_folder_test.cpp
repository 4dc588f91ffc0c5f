#include "gui/user_data/save_folder.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tests/temporary_folder.hpp"

namespace lockstep::gui {
namespace {

namespace fs = std::filesystem;

// A separate home folder, with and without a documents folder.
struct SaveFolders : testing::Test {
  TemporaryFolder home;
  std::string before = std::getenv("HOME") == nullptr ? "" : std::getenv("HOME");
  std::string config = std::getenv("XDG_CONFIG_HOME") == nullptr ? "" : std::getenv("XDG_CONFIG_HOME");
  void SetUp() override {
    setenv("HOME", home.path().c_str(), 1);
    unsetenv("XDG_CONFIG_HOME");
  }
  void TearDown() override {
    before.empty() ? unsetenv("HOME") : setenv("HOME", before.c_str(), 1);
    if (!config.empty()) setenv("XDG_CONFIG_HOME", config.c_str(), 1);
  }
  std::string in_home(const char* name) const { return home.file(name); }
};

TEST_F(SaveFolders, IsTheHomeFolderThenTheDocuments) {
  EXPECT_EQ(SaveFolder().path(), home.path().string() + "/");
  fs::create_directories(in_home("Documents"));
  EXPECT_EQ(SaveFolder().path(), in_home("Documents/"));
  fs::create_directories(in_home("Dokumente"));
  fs::create_directories(in_home(".config"));
  std::ofstream(in_home(".config/user-dirs.dirs"))
      << "# a comment\nXDG_DESKTOP_DIR=\"$HOME/Desktop\"\nXDG_DOCUMENTS_DIR=\"$HOME/Dokumente\"\n";
  EXPECT_EQ(SaveFolder().path(), in_home("Dokumente/"));
}

TEST_F(SaveFolders, TheLastChosenOneIsKeptAcrossStarts) {
  fs::create_directories(in_home("lecture"));
  SaveFolder folder(in_home("state/save-folder"));
  EXPECT_FALSE(folder.was_chosen());
  folder.remember(in_home("lecture/one.json"));
  EXPECT_TRUE(folder.was_chosen());
  EXPECT_EQ(SaveFolder(in_home("state/save-folder")).path(), in_home("lecture/"));
  fs::remove_all(in_home("lecture"));
  EXPECT_FALSE(folder.was_chosen());
  EXPECT_EQ(folder.path(), home.path().string() + "/") << "a folder that is gone is not offered";
}

TEST_F(SaveFolders, AFreePathHasANumber) {
  const std::string folder = home.path().string() + "/";
  EXPECT_EQ(free_path(folder, "view", ".json"), in_home("view.json"));
  std::ofstream(in_home("view.json")) << "x";
  EXPECT_EQ(free_path(folder, "view", ".json"), in_home("view-2.json"));
}

}  // namespace
}  // namespace lockstep::gui
