#include "gui/scene_files/last_state.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "core/base/files/whole_file.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::gui {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;
using testing::IsEmpty;

StateKeeper::Clock::time_point at(int ms) { return StateKeeper::Clock::time_point(milliseconds(ms)); }

AppState edited(const std::string& text) {
  AppState state;
  state.edited_texts["reduce/divergent"] = text;
  return state;
}

TEST(LastState, AnEditIsStoredSoonAfterTypingPauses) {
  const TemporaryFolder folder;
  const std::string path = folder.file("scene.json");
  StateKeeper keeper(path);
  keeper.update({}, at(0));
  EXPECT_FALSE(keeper.due());
  keeper.update(edited("a"), at(1000));
  keeper.update(edited("ab"), at(1200));
  ASSERT_TRUE(keeper.due());
  EXPECT_LT(*keeper.due(), at(1200) + milliseconds(250)) << "before the edited kernel runs";
  keeper.update(edited("ab"), at(1300));
  EXPECT_FALSE(std::filesystem::exists(path)) << "not while the user types";
  keeper.update(edited("ab"), at(1650));
  EXPECT_EQ(load_scene(path)->state, edited("ab"));
  EXPECT_FALSE(keeper.due());
}

TEST(LastState, TypingWithoutAPauseIsStored) {
  const TemporaryFolder folder;
  const std::string path = folder.file("scene.json");
  StateKeeper keeper(path);
  for (int i = 0; i <= 40; ++i)
    keeper.update(edited(std::string(static_cast<std::size_t>(i + 1), 'x')), at(100 * i));
  EXPECT_TRUE(std::filesystem::exists(path));
}

TEST(LastState, OtherChangesAreStoredAfterAPause) {
  const TemporaryFolder folder;
  const std::string path = folder.file("scene.json");
  StateKeeper keeper(path);
  AppState state;
  state.position = 7;
  keeper.update(state, at(0));
  EXPECT_FALSE(keeper.due());
  EXPECT_FALSE(std::filesystem::exists(path));
  EXPECT_FALSE(keeper.keep(state));
  EXPECT_EQ(restore_state(path).state, state);
}

TEST(LastState, AWriteErrorIsReportedOnce) {
  StateKeeper keeper("/proc/nowhere/scene.json");
  const auto complaint = keeper.keep(edited("a"));
  ASSERT_TRUE(complaint);
  EXPECT_THAT(*complaint, HasSubstr("not kept"));
  EXPECT_NE(keeper.complaint(), "");
  EXPECT_FALSE(keeper.keep(edited("b")));
}

TEST(LastState, ABrokenFileIsRenamedAndReported) {
  const TemporaryFolder folder;
  const std::string path = folder.file("scene.json");
  const std::string half = to_scene(edited("precious")).substr(0, 100);
  std::ofstream(path) << half;
  const RestoredState restored = restore_state(path);
  EXPECT_EQ(restored.state, AppState{});
  EXPECT_THAT(restored.remark, HasSubstr("scene.json.broken"));
  EXPECT_EQ(read_file(path + ".broken"), half);
  EXPECT_FALSE(std::filesystem::exists(path));
  std::ofstream(path) << "";
  EXPECT_THAT(restore_state(path).remark, HasSubstr("scene.json.broken-2"));
}

TEST(LastState, AFileThatIsReadInPartIsCopied) {
  const TemporaryFolder folder;
  const std::string path = folder.file("scene.json");
  std::ofstream(path) << R"({"n": 8, "edited_texts": ["precious"]})";
  const RestoredState restored = restore_state(path);
  EXPECT_EQ(restored.state.n, 8u);
  EXPECT_THAT(restored.remark, HasSubstr("edited_texts"));
  EXPECT_EQ(read_file(path + ".broken").value(), read_file(path).value());
}

TEST(LastState, AScenesOwnTextHidesNoEdit) {
  const TemporaryFolder folder;
  const std::string path = folder.file("scene.json");
  const AppState last = edited("mine");
  ASSERT_TRUE(save_scene(last, path));
  AppState without;
  EXPECT_THAT(keep_last_edits(without, last, path), IsEmpty());
  EXPECT_EQ(without.edited_texts, last.edited_texts);
  AppState other = edited("the scene's");
  EXPECT_THAT(keep_last_edits(other, last, path), HasSubstr("scene.json.before"));
  EXPECT_EQ(other, edited("the scene's"));
  EXPECT_EQ(load_scene(path + ".before")->state, last);
}

// A user who needs large text needs it in each figure, and also on the next day.
TEST(LastState, WhatIsOpenedLeavesTheSizeOfContents) {
  const TemporaryFolder folder;
  AppState last;
  last.ui_scale = 2;
  last.theme = ThemeName::dark;
  ASSERT_TRUE(save_scene(last, folder.file("last.json")));
  const RestoredState restored = restore_state(folder.file("last.json"));
  ASSERT_TRUE(restored.was_kept);
  EXPECT_FALSE(restore_state(folder.file("none.json")).was_kept);
  AppState opened = load_scene("document:001/figure-6")->state;
  keep_for_eyes(opened, restored.state);
  EXPECT_EQ(opened.ui_scale, 2);
  EXPECT_EQ(opened.theme, ThemeName::dark);
  EXPECT_THAT(opened.title, HasSubstr("Figure 6"));
}

TEST(LastState, AFirstStartReportsNothing) {
  const TemporaryFolder folder;
  EXPECT_THAT(restore_state(folder.file("nothing.json")).remark, IsEmpty());
  EXPECT_THAT(restore_state("").remark, IsEmpty());
}

}  // namespace
}  // namespace lockstep::gui
