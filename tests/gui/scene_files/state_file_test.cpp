// Two windows at the same time, and the files that one of them leaves behind.
#include "gui/scene_files/state_file.hpp"

#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>

#include "core/base/files/atomic_writer.hpp"
#include "core/base/files/whole_file.hpp"
#include "gui/scene_files/last_state.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::gui {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

struct StateFiles : testing::Test {
  TemporaryFolder folder;
  std::string first = folder.file("state/scene.json"), second = folder.file("state/scene-2.json");

  static AppState edited(const std::string& source, const std::string& text) {
    AppState state;
    state.edited_texts[source] = text;
    return state;
  }
  AppState on_disk(const std::string& path) { return load_scene(path).value_or(LoadedScene{}).state; }
};

TEST_F(StateFiles, EachWindowHoldsItsOwnFile) {
  auto one = StateFile::claim(first);
  EXPECT_EQ(one.path(), first);
  EXPECT_TRUE(one.is_first());
  const auto two = StateFile::claim(first);
  EXPECT_EQ(two.path(), second);
  EXPECT_FALSE(two.is_first());
  one = StateFile();
  EXPECT_EQ(StateFile::claim(first).path(), first) << "the first window was closed";
}

TEST_F(StateFiles, AKilledWindowHoldsNothing) {
  int ready[2] = {};
  ASSERT_EQ(::pipe(ready), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    const auto held = StateFile::claim(first);
    const char byte = 1;
    if (::write(ready[1], &byte, 1) == 1) ::pause();
    ::_exit(0);
  }
  char byte = 0;
  ASSERT_EQ(::read(ready[0], &byte, 1), 1);
  EXPECT_EQ(StateFile::claim(first).path(), second);
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  EXPECT_EQ(StateFile::claim(first).path(), first);
}

TEST_F(StateFiles, WithoutAFolderNothingIsStored) {
  const auto file = StateFile::claim("");
  EXPECT_TRUE(file.path().empty());
  AppState state;
  EXPECT_FALSE(adopt_edits(state, file, "").any);
}

TEST_F(StateFiles, EditsOfAnEndedWindowAreTakenOver) {
  {
    const auto one = StateFile::claim(first), two = StateFile::claim(first);
    StateKeeper(one.path()).keep(edited("a", "mine"));
    StateKeeper(two.path()).keep(edited("b", "of the second"));
  }
  const auto file = StateFile::claim(first);
  AppState state = restore_state(first).state;
  const AdoptedEdits adopted = adopt_edits(state, file, first);
  EXPECT_TRUE(adopted.any);
  EXPECT_EQ(adopted.remark, "");
  EXPECT_EQ(state.edited_texts.at("a"), "mine");
  EXPECT_EQ(state.edited_texts.at("b"), "of the second");
  EXPECT_EQ(on_disk(first), state) << "before the other window ends";
  EXPECT_FALSE(fs::exists(second));
}

TEST_F(StateFiles, ARunningWindowIsNotDisturbed) {
  const auto one = StateFile::claim(first);
  const auto two = StateFile::claim(first);
  StateKeeper(two.path()).keep(edited("b", "of the second"));
  AppState state;
  EXPECT_FALSE(adopt_edits(state, one, first).any);
  EXPECT_TRUE(state.edited_texts.empty());
  EXPECT_TRUE(fs::exists(second));
}

// The second window starts with the state of the first one and changes nothing in it.
TEST_F(StateFiles, ATextThatOnlyOneWindowChangedIsNoConflict) {
  {
    const auto one = StateFile::claim(first), two = StateFile::claim(first);
    StateKeeper keeper(one.path()), other(two.path(), {}, {{"a", "begun"}});
    keeper.keep(edited("a", "begun"));
    AppState seen = edited("a", "begun");
    seen.edited_texts["b"] = "of the second";
    other.keep(seen);
    keeper.keep(edited("a", "finished"));
  }
  const auto file = StateFile::claim(first);
  AppState state = restore_state(first).state;
  EXPECT_EQ(adopt_edits(state, file, first).remark, "");
  EXPECT_EQ(state.edited_texts, (EditedTexts{{"a", "finished"}, {"b", "of the second"}}));
}

TEST_F(StateFiles, ConflictingEditsOfTwoWindowsAreBothKept) {
  {
    const auto one = StateFile::claim(first), two = StateFile::claim(first);
    StateKeeper(one.path()).keep(edited("a", "mine"));
    StateKeeper(two.path()).keep(edited("a", "otherwise"));
  }
  const auto file = StateFile::claim(first);
  AppState state = restore_state(first).state;
  const AdoptedEdits adopted = adopt_edits(state, file, first);
  EXPECT_EQ(state.edited_texts.at("a"), "mine");
  EXPECT_THAT(adopted.remark, HasSubstr("scene-2.edited.json"));
  EXPECT_EQ(on_disk(folder.file("state/scene-2.edited.json")).edited_texts.at("a"), "otherwise");
  EXPECT_FALSE(fs::exists(second));
}

// Today's second window gets the file of yesterday's second window, which crashed.
TEST_F(StateFiles, TheFileOfAWindowIsReadBeforeItIsWritten) {
  {
    const auto one = StateFile::claim(first), two = StateFile::claim(first);
    StateKeeper(two.path()).keep(edited("b", "of yesterday"));
  }
  const auto one = StateFile::claim(first);
  const auto two = StateFile::claim(first);
  ASSERT_EQ(two.path(), second);
  AppState state;
  EXPECT_TRUE(adopt_edits(state, two, first).any);
  EXPECT_EQ(state.edited_texts.at("b"), "of yesterday");
  EXPECT_EQ(on_disk(second), state);
}

TEST_F(StateFiles, AnUnreadableFileIsNotDeleted) {
  { const auto one = StateFile::claim(first); }
  ASSERT_TRUE(write_atomically(second, "not a scene"));
  const auto file = StateFile::claim(first);
  AppState state;
  EXPECT_THAT(adopt_edits(state, file, first).remark, HasSubstr("scene-2.json.broken"));
  EXPECT_EQ(read_file(folder.file("state/scene-2.json.broken")), "not a scene");
}

}  // namespace
}  // namespace lockstep::gui
