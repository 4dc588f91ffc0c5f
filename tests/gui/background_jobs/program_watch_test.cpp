// A changed file is reported when it no longer changes.
#include "gui/background_jobs/program_watch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/temporary_folder.hpp"

namespace lockstep::gui {
namespace {

using testing::ElementsAre;

struct Watch : testing::Test {
  TemporaryFolder folder;
  ProgramWatch watch;
  ProgramWatch::Clock::time_point now{std::chrono::hours(1)};

  void write(const std::string& name, const std::string& text) { std::ofstream(folder.file(name)) << text; }
  std::optional<std::string> look() { return watch.look(now += ProgramWatch::kPause); }
};

TEST_F(Watch, AChangeCountsWhenItLasts) {
  write("sums", "1");
  write("sums.cl", "1");
  watch.watch({folder.file("sums"), folder.file("sums.cl")});
  EXPECT_FALSE(look());
  write("sums.cl", "22");
  EXPECT_FALSE(look()) << "it may still be written";
  write("sums.cl", "333");
  EXPECT_FALSE(look());
  EXPECT_EQ(look(), folder.file("sums.cl"));
}

TEST_F(Watch, AFileThatIsReplacedIsAwaited) {
  write("sums", "1");
  watch.watch({folder.file("sums")});
  std::filesystem::remove(folder.file("sums"));
  EXPECT_FALSE(look());
  EXPECT_FALSE(look());
  write("sums", "22");
  EXPECT_FALSE(look());
  EXPECT_EQ(look(), folder.file("sums"));
}

TEST_F(Watch, LooksAtMostTwiceASecond) {
  write("sums", "1");
  watch.watch({folder.file("sums")});
  EXPECT_FALSE(look());
  write("sums", "22");
  EXPECT_FALSE(watch.look(now + std::chrono::milliseconds(10)));
  EXPECT_FALSE(watch.look(now + std::chrono::milliseconds(20)));
  EXPECT_EQ(watch.due(), now + ProgramWatch::kPause);
}

TEST_F(Watch, FilesOfACommandAreThoseThatExist) {
  write("sums", "1");
  write("data.txt", "1");
  EXPECT_THAT(files_of_command({"./sums", "1024", "data.txt", "--x"}, folder.path().string()),
              ElementsAre(folder.file("sums"), folder.file("data.txt")));
  const auto shell = files_of_command({"sh", "-c", "true"}, folder.path().string());
  ASSERT_EQ(shell.size(), 1u);
  EXPECT_TRUE(shell[0].ends_with("/sh"));
}

}  // namespace
}  // namespace lockstep::gui
