// The file of a talk that is opened and then changed in the window: the talk as it was is kept beside it.
#include <gmock/gmock.h>

#include <filesystem>

#include "core/base/files/atomic_writer.hpp"
#include "gui/scene_files/talk_file.hpp"
#include "tests/gui/app/driven_window.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::gui {
namespace {

struct OpenedTalk : testing::Test {
  OpenedTalk() {
    Talk talk;
    talk.title = "Lecture 3";
    talk.pages.resize(2);
    talk.pages[0].title = "First";
    EXPECT_TRUE(save_talk(talk, file));
    window.interface().open_talk(load_talk(file)->talk);
    window.press({Key::l, true});
    window.frame();
  }
  void add_view() {
    window.click("talk-add");
    window.frame();
  }
  std::size_t pages_in(const std::string& path) {
    const auto loaded = load_talk(path);
    return loaded ? loaded->talk.pages.size() : 0;
  }

  const TemporaryFolder folder;
  const std::string file = folder.path().string() + "/lecture.talk.json";
  const std::string copy = folder.path().string() + "/lecture-before.talk.json";
  DrivenWindow window;
};

TEST_F(OpenedTalk, KeepsTheTalkAsItWasBeforeTheFirstChange) {
  EXPECT_FALSE(std::filesystem::exists(copy));
  add_view();
  EXPECT_EQ(pages_in(file), 3u);
  EXPECT_EQ(pages_in(copy), 2u);
  EXPECT_THAT(window.interface().activity().notice, testing::HasSubstr("The talk as it was is in"));
  add_view();
  EXPECT_EQ(pages_in(file), 4u);
  EXPECT_EQ(pages_in(copy), 2u) << "only the first change keeps a copy";
}

TEST_F(OpenedTalk, NothingIsKeptWhereNothingIsReplaced) {
  auto loaded = load_talk(file);
  ASSERT_TRUE(loaded);
  EXPECT_EQ(*keep_earlier_talk(loaded->talk), "");
  loaded->talk.file = folder.path().string() + "/none.talk.json";
  EXPECT_EQ(*keep_earlier_talk(loaded->talk), "");
}

}  // namespace
}  // namespace lockstep::gui
