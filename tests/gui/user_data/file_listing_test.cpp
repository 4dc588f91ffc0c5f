#include "gui/user_data/file_listing.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "gui/overlays/file_chooser.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::gui {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;

struct Folder : TemporaryFolder {
  Folder() {
    for (const char* name : {"b.cl", "A.cl", "scene.json", "notes.txt", ".hidden.cl"})
      std::ofstream(file(name)) << "x";
    for (const char* name : {"sub", "Bus", ".git"}) fs::create_directories(path() / name);
  }
  std::string typed(const std::string& rest) const { return path().string() + "/" + rest; }
};

std::vector<std::string> names(const FileListing& listing) {
  std::vector<std::string> result;
  for (const FileEntry& entry : listing.entries) result.push_back(entry.name);
  return result;
}

TEST(FileListing, FoldersThenKernelsAndScenes) {
  const Folder folder;
  const FileListing all = list_files(folder.typed(""));
  EXPECT_THAT(names(all), ElementsAre("../", "Bus/", "sub/", "A.cl", "b.cl", "scene.json"));
  EXPECT_EQ(all.folder, folder.typed(""));
  EXPECT_EQ(all.entries[0].path, folder.path().parent_path().string() + "/");
  EXPECT_EQ(all.entries[1].path, folder.typed("Bus/"));
  EXPECT_EQ(all.entries[3].path, folder.typed("A.cl"));
}

TEST(FileListing, TypingFiltersIt) {
  const Folder folder;
  EXPECT_THAT(names(list_files(folder.typed("B"))), ElementsAre("Bus/", "b.cl"));
  EXPECT_EQ(list_files(folder.typed(".")).entries, list_files(folder.typed("")).entries)
      << "the folder itself";
  EXPECT_THAT(names(list_files(folder.typed(".h"))), ElementsAre(".hidden.cl"));
  EXPECT_THAT(names(list_files(folder.typed("zz"))), IsEmpty());
}

TEST(FileListing, AMissingFolderIsReported) {
  const Folder folder;
  EXPECT_FALSE(list_files(folder.typed("nothing/")).problem.empty());
  EXPECT_TRUE(list_files(folder.typed("")).problem.empty());
}

TEST(FileListing, HomeAndTheCurrentFolderHaveShortNames) {
  EXPECT_EQ(list_files("").folder, fs::current_path().string() + "/");
  EXPECT_EQ(list_files("~/").folder, fs::path(std::getenv("HOME")).lexically_normal().string() + "/");
  EXPECT_EQ(list_files("/usr/..").folder, "/");
}

TEST(FileListing, RecentFilesComeFirst) {
  FileListing listing;
  listing.folder = "/f/";
  listing.entries = {{"sub/", "/f/sub/", true}, {"a.cl", "/f/a.cl", false}};
  const auto rows = chooser_rows(listing, {"/g/r.cl"});
  using Kind = ChooserRow::Kind;
  std::vector<Kind> kinds;
  for (const ChooserRow& row : rows) kinds.push_back(row.kind);
  EXPECT_THAT(kinds, ElementsAre(Kind::heading, Kind::recent, Kind::heading, Kind::folder, Kind::file));
  EXPECT_EQ(rows[1].label, "r.cl");
  EXPECT_EQ(rows[1].note, "/g");
  EXPECT_EQ(chooser_rows(listing, {}).size(), 3u);
}

TEST(FileListing, APathCanBeginAnew) {
  EXPECT_EQ(path_begun_anew("/home/eva/a.cl"), "/home/eva/a.cl");
  EXPECT_EQ(path_begun_anew("/home/eva//tmp/a.cl"), "/tmp/a.cl");
  EXPECT_EQ(path_begun_anew("/home/eva/~/b.cl"), "~/b.cl");
  EXPECT_EQ(path_begun_anew("//server/share"), "//server/share");
}

}  // namespace
}  // namespace lockstep::gui
