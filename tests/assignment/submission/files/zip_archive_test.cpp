#include "assignment/submission/files/zip_archive.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "assignment/submission/files/gather.hpp"
#include "assignment/submission/files/limits.hpp"
#include "assignment/submission/files/write_zip.hpp"
#include "tests/assignment/submission/files/zip_making.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::assignment {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Result<Gathered> gathered(const std::string& zip, std::string_view inside = "") {
  Result<ZipArchive> archive = ZipArchive::from_bytes(zip, "x.zip");
  if (!archive) return tl::unexpected(archive.error());
  return gather_zip(*archive, "x.zip", inside);
}

std::vector<std::string> paths_in(const Gathered& all) {
  std::vector<std::string> paths;
  for (const NamedBytes& file : all.files) paths.push_back(file.path);
  return paths;
}

// What is in an archive with one honest file and this one.
Gathered beside_honest(MadeEntry entry) {
  const auto all = gathered(made_zip({{"honest.cl", "kernel"}, std::move(entry)}));
  EXPECT_TRUE(all) << all.error().message;
  return all.value();
}

TEST(ZipArchive, WhatIsWrittenIsRead) {
  const std::vector<NamedBytes> files{
      {"b/ä.cl", std::string(100'000, 'x')}, {"a.cl", ""}, {"c", std::string("\0\1", 2)}};
  const auto all = gathered(zip_of(files).value()).value();
  EXPECT_THAT(paths_in(all), ElementsAre("a.cl", "b/ä.cl", "c"));
  EXPECT_EQ(all.files[1].bytes, files[0].bytes);
  EXPECT_EQ(all.files[2].bytes, files[2].bytes);
  EXPECT_THAT(all.notes, IsEmpty());
}

TEST(ZipArchive, EqualFilesGiveEqualBytes) {
  const std::vector<NamedBytes> files{{"a.cl", "x"}, {"b.cl", "y"}};
  EXPECT_EQ(zip_of(files).value(), zip_of(files).value());
  const TemporaryFolder folder;
  ASSERT_TRUE(write_zip(folder.file("a.zip"), files));
  auto archive = ZipArchive::open(folder.file("a.zip"));
  ASSERT_TRUE(archive) << archive.error().message;
  EXPECT_EQ(archive->read(archive->entries()[1], 10).value(), "y");
}

// Of a large archive on disk only pieces are in memory.
TEST(ZipArchive, AFileOnDiskIsReadAsItsBytesAre) {
  std::vector<NamedBytes> files;
  std::uint32_t state = 1;
  for (int i = 0; i < 40; ++i) {
    files.push_back({"f" + std::to_string(10 + i), {}});
    for (int k = 0; k < 9000; ++k)
      files.back().bytes += static_cast<char>((state = state * 1664525 + 1013904223) >> 24);
  }
  const TemporaryFolder folder;
  ASSERT_TRUE(write_zip(folder.file("a.zip"), files));
  auto archive = ZipArchive::open(folder.file("a.zip"));
  ASSERT_TRUE(archive) << archive.error().message;
  const Gathered all = gather_zip(*archive, "a.zip", "").value();
  ASSERT_EQ(all.files.size(), files.size());
  for (std::size_t i = 0; i < files.size(); ++i) EXPECT_TRUE(all.files[i].bytes == files[i].bytes) << i;
}

TEST(ZipArchive, NamesThatNoArchiveShouldHaveAreNotWritten) {
  for (const char* name : {"../a", "/a", "a//b", "a\\b", "", "a\nb", "C:\\a", "a/"})
    EXPECT_FALSE(zip_of({{name, ""}})) << name;
  EXPECT_FALSE(zip_of({{"a", ""}, {"a", ""}}));
}

struct Refused {
  MadeEntry entry;
  const char* why;
};

TEST(ZipArchive, WhatNoSubmissionNeedsIsLeftOutWithItsReason) {
  const std::string secret = "/etc/passwd";
  const std::vector<Refused> all{
      {{"link.cl", secret, 0120777}, "link.cl is a link and was not read."},
      {{"pipe.cl", secret, 0010644}, "pipe.cl is a device or a pipe and was not read."},
      {{"device.cl", secret, 0020644}, "device.cl is a device or a pipe and was not read."},
      {{"../up.cl", secret}, "../up.cl leads out of the submission and was not read."},
      {{"a/../../up.cl", secret}, "leads out of the submission"},
      {{"..\\up.cl", secret}, "leads out of the submission"},
      {{"/abs.cl", secret}, "has an absolute path"},
      {{"C:\\abs.cl", secret}, "has an absolute path"},
      {{"\\\\server\\abs.cl", secret}, "has an absolute path"},
      {{"a\nb.cl", secret}, "has invisible characters in its name"},
      {{"a\xe2\x80\xae"
        "b.cl",
        secret},
       "has invisible characters in its name"},
      {{std::string(2000, 'x'), secret}, "has a name of more than 1024 bytes"},
      {{"locked.cl", secret, 0100644, 1}, "locked.cl is encrypted and was not read."},
      {{"odd.cl", secret, 0100644, 0, 99},
       "is compressed with a method that is not supported (zip method 99)"},
      {{"short.cl", secret, 0100644, 0, 0, 5}, "is damaged"},
      {{"long.cl", secret, 0100644, 0, 0, 500}, "is damaged"},
      {{"huge.cl", secret, 0100644, 0, 0, 40u << 20}, "has more than 32 MiB"},
  };
  for (const Refused& refused : all) {
    const Gathered found = beside_honest(refused.entry);
    EXPECT_THAT(paths_in(found), ElementsAre("honest.cl")) << refused.why;
    EXPECT_THAT(found.notes, ElementsAre(HasSubstr(refused.why)));
    for (const std::string& note : found.notes) EXPECT_EQ(note.find(secret), note.npos) << note;
  }
}

TEST(ZipArchive, FilesOfSystemsAreIgnoredInOneNote) {
  const auto all = gathered(made_zip({{"a.cl", "x"},
                                      {"__MACOSX/._a.cl", "x"},
                                      {".DS_Store", "x"},
                                      {"src/.git/config", "x"},
                                      {"src/._b.cl", "x"}}))
                       .value();
  EXPECT_THAT(paths_in(all), ElementsAre("a.cl"));
  EXPECT_THAT(all.notes,
              ElementsAre("Files of systems and editors were ignored: .DS_Store, ._*, .git, __MACOSX."));
}

TEST(ZipArchive, NamesOfWindowsAreRead) {
  const auto all = gathered(made_zip({{"src\\\x9a"
                                       "bung.cl",
                                       "x", 0100644, 0},
                                      {"src\\", ""}}))
                       .value();
  EXPECT_THAT(paths_in(all), ElementsAre("src/Übung.cl"));
  EXPECT_THAT(all.notes, ElementsAre("Names that were not UTF-8 were converted: src/Übung.cl."));
}

TEST(ZipArchive, CaseTwinsAreBothReadAndNamed) {
  const auto all = gathered(made_zip({{"A.cl", "1"}, {"a.cl", "2"}})).value();
  EXPECT_THAT(paths_in(all), ElementsAre("A.cl", "a.cl"));
  EXPECT_THAT(all.notes, ElementsAre("A.cl and a.cl differ only in upper and lower case; both were read."));
}

TEST(ZipArchive, TwoFilesWithOneNameAreAnError) {
  for (const char* second : {"a.cl", "./a.cl", ".\\a.cl"})
    EXPECT_THAT(gathered(made_zip({{"a.cl", "1"}, {second, "2"}})).error().message,
                HasSubstr("x.zip contains two files with the name a.cl"))
        << second;
}

TEST(ZipArchive, OnlyTheNamesOfOneSubmissionAreRead) {
  const std::string zip =
      made_zip({{"all/ada/a.cl", "1"}, {"all/ada.cl", "2"}, {"all/adam/a.cl", "3"}, {"b.cl", "4"}});
  EXPECT_THAT(paths_in(gathered(zip, "all/ada/").value()), ElementsAre("a.cl"));
  EXPECT_THAT(paths_in(gathered(zip, "all/ada.cl").value()), ElementsAre("ada.cl"));
  EXPECT_THAT(paths_in(gathered(zip, "all/ada_").value()), IsEmpty());
}

TEST(ZipArchive, BombsAreRefused) {
  const Gathered one = gathered(overlapping_zip(1, 16u << 20)).value();
  EXPECT_THAT(one.files, IsEmpty());
  EXPECT_THAT(
      one.notes,
      ElementsAre("a000 is compressed so strongly that it could be an archive bomb and was not read."));
  // Each below the size from which the ratio matters.
  const std::string many = overlapping_zip(999, 1u << 20);
  EXPECT_LT(many.size(), 64u << 10);
  EXPECT_THAT(gathered(many).error().message, HasSubstr("x.zip has more than 64 MiB"));
}

TEST(ZipArchive, TooManyFilesAreAnError) {
  std::vector<MadeEntry> entries;
  for (std::size_t i = 0; i <= kMaxFiles; ++i) entries.push_back({"a" + std::to_string(i), ""});
  EXPECT_THAT(gathered(made_zip(entries)).error().message, HasSubstr("more than 1,000 files"));
}

TEST(ZipArchive, NotesAreCountedNotEndless) {
  std::vector<MadeEntry> entries;
  for (std::size_t i = 0; i < 500; ++i) entries.push_back({"a" + std::to_string(i), "x", 0120777});
  const auto all = gathered(made_zip(entries)).value();
  EXPECT_EQ(all.notes.size(), kMaxNotes + 1);
  EXPECT_EQ(all.notes.back(), "470 more notes were omitted.");
}

TEST(ZipArchive, ATruncatedOneIsAnError) {
  const std::string whole = made_zip({{"a.cl", "kernel"}, {"b.cl", "kernel"}});
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const auto all = gathered(whole.substr(0, size));
    ASSERT_FALSE(all) << size;
    EXPECT_THAT(all.error().message, HasSubstr("damaged or cut off")) << size;
  }
}

TEST(ZipArchive, AnEmptyOneHasNoFiles) { EXPECT_THAT(gathered(made_zip({})).value().files, IsEmpty()); }

}  // namespace
}  // namespace lockstep::assignment
