// The open talk is restored at the next start.
#include "gui/scene_files/open_talk.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "gui/scene_files/talk_file.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::gui {
namespace {

struct OpenTalkTest : testing::Test {
  const TemporaryFolder folder;
  std::string kept() const { return folder.file("open-talk"); }
  std::string saved_talk() const {
    Talk talk{"Two pages", {}, {}, std::vector<TalkPage>(2)};
    const std::string path = folder.file("my lecture.talk.json");
    EXPECT_TRUE(save_talk(talk, path));
    return path;
  }
};

TEST_F(OpenTalkTest, ComesBackAtItsPage) {
  TalkPlayer player;
  player.open(load_talk(saved_talk())->talk);
  AppState state;
  player.start(1, state);
  OpenTalk(kept()).keep(player);
  TalkPlayer later;
  EXPECT_EQ(OpenTalk(kept()).restore(later), std::nullopt);
  EXPECT_EQ(later.talk().title, "Two pages");
  EXPECT_EQ(later.page(), 1u);
  EXPECT_FALSE(later.is_running());
}

TEST_F(OpenTalkTest, GivesWayToTheTalkThatWasAskedFor) {
  TalkPlayer player;
  player.open(load_talk(saved_talk())->talk);
  OpenTalk(kept()).keep(player);
  TalkPlayer other;
  other.open({"Other", {}, {}, std::vector<TalkPage>(1)});
  EXPECT_EQ(OpenTalk(kept()).restore(other), std::nullopt);
  EXPECT_EQ(other.talk().title, "Other");
}

TEST_F(OpenTalkTest, AClosedTalkStaysClosed) {
  TalkPlayer player;
  player.open(load_talk(saved_talk())->talk);
  OpenTalk kept_talk(kept());
  kept_talk.keep(player);
  player.close();
  kept_talk.keep(player);
  TalkPlayer later;
  EXPECT_EQ(OpenTalk(kept()).restore(later), std::nullopt);
  EXPECT_FALSE(later.has_talk());
}

TEST_F(OpenTalkTest, AMissingFileIsNamed) {
  TalkPlayer player;
  const std::string path = saved_talk();
  player.open(load_talk(path)->talk);
  OpenTalk(kept()).keep(player);
  std::filesystem::remove(path);
  TalkPlayer later;
  const auto remark = OpenTalk(kept()).restore(later);
  ASSERT_TRUE(remark);
  EXPECT_THAT(*remark, testing::HasSubstr("my lecture.talk.json"));
  EXPECT_FALSE(later.has_talk());
}

}  // namespace
}  // namespace lockstep::gui
