// The items that stay in the top bar, the items that move into the menu, and the card that is in front.
#include "gui/pages/toolbar.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "gui/pages/compare/table.hpp"

namespace lockstep::gui {
namespace {

std::vector<SettingWidth> step_settings() {
  return {{"appearance", 35}, {"model", 60}, {"input", 70}, {"schedule", 80},  {"type", 40},
          {"operator", 70},   {"group", 60}, {"n", 50},     {"algorithm", 260}};
}

bool has(const std::vector<std::string>& ids, const char* id) {
  return std::ranges::find(ids, id) != ids.end();
}

TEST(Toolbar, AllSettingsStayWhereTheyHaveRoom) {
  const std::vector<SettingWidth> all = step_settings();
  EXPECT_EQ(settings_in_bar(all, 2000, 80).size(), all.size());
}

// Its name is cut last.
TEST(Toolbar, SettingsGoBeforeTheAlgorithmIsCut) {
  const std::vector<SettingWidth> all = step_settings();
  float least = 80 + Toolbar::kGap;
  for (const SettingWidth& one : all)
    if (has(settings_in_bar(all, 0, 80), one.id.c_str())) least += Toolbar::kGap + one.width;
  const std::vector<std::string> kept = settings_in_bar(all, least, 80);
  float used = 80 + Toolbar::kGap;
  for (const SettingWidth& one : all)
    if (has(kept, one.id.c_str())) used += Toolbar::kGap + one.width;
  EXPECT_TRUE(has(kept, "algorithm"));
  EXPECT_LE(used, least);
}

TEST(Toolbar, TheAlgorithmAndTheAppearanceAlwaysStay) {
  const std::vector<SettingWidth> all = step_settings();
  std::size_t before = all.size();
  for (float room = 700; room >= 0; room -= 20) {
    const std::vector<std::string> kept = settings_in_bar(all, room, 80);
    EXPECT_LE(kept.size(), before) << room;
    before = kept.size();
    EXPECT_TRUE(has(kept, "algorithm") && has(kept, "appearance")) << room;
    if (has(kept, "input")) {
      EXPECT_TRUE(has(kept, "n")) << room;
    }
    float used = 0;
    for (const SettingWidth& one : all)
      if (has(kept, one.id.c_str())) used += Toolbar::kGap + one.width;
    if (kept.size() > 2 && kept.size() < all.size()) {
      EXPECT_LE(used + 80, room) << "with the menu's button";
    }
  }
  EXPECT_EQ(before, 2u);
}

TEST(Toolbar, ChipsNeverMoveIntoTheMenu) {
  std::vector<SettingWidth> all = step_settings();
  for (SettingWidth& one : all) one.stays = one.id == "input" || one.id == "schedule";
  for (float room = 700; room >= 0; room -= 20) {
    const std::vector<std::string> kept = settings_in_bar(all, room, 80);
    EXPECT_TRUE(has(kept, "input") && has(kept, "schedule")) << room;
  }
}

TEST(SharedPlace, TheCardThatCameLastIsInFront) {
  constexpr std::array<std::string_view, 2> side{"source", "inspector"};
  constexpr std::array<std::string_view, 3> stage{"figure", "lanes", "memory"};
  AppState state;
  EXPECT_EQ(front_card(state, side), "source");
  bring_to_front(state, "inspector");
  bring_to_front(state, "memory");
  bring_to_front(state, "lanes");
  EXPECT_EQ(front_card(state, side), "inspector");
  EXPECT_EQ(front_card(state, stage), "lanes");
  bring_to_front(state, "memory");
  EXPECT_EQ(front_card(state, stage), "memory");
  EXPECT_EQ(state.in_front.size(), 3u) << "each card once";
}

TEST(ColumnPage, ShowsWhatFitsAndReachesTheLastColumn) {
  EXPECT_EQ(column_page(2000, 11, 0).count, 11u);
  EXPECT_EQ(column_page(2000, 11, 7).first, 0u) << "all fit";
  const ColumnPage some = column_page(540, 11, 3);
  EXPECT_LT(some.count, 11u);
  EXPECT_TRUE(some.has(3) && !some.has(2));
  EXPECT_TRUE(column_page(540, 11, 99).has(10));
  EXPECT_EQ(column_page(10, 11, 4).count, 1u);
}

}  // namespace
}  // namespace lockstep::gui
