// The passes of a local access are played in order; between them the window is idle.
#include <gtest/gtest.h>

#include "gui/pages/step/stage.hpp"
#include "tests/gui/app/driven_window.hpp"

namespace lockstep::gui {
namespace {

TEST(PassPlayer, AdvancesOneByOneAndWrapsAround) {
  PassPlayer player;
  player.follow(7, 3, 0);
  for (const int expected : {0, 1, 2, PassPlayer::kAll, 0}) {
    player.next();
    EXPECT_EQ(player.pass(), expected);
  }
  for (const int expected : {PassPlayer::kAll, 2, 1}) {
    player.back();
    EXPECT_EQ(player.pass(), expected);
  }
  player.follow(7, 3, 100);
  EXPECT_EQ(player.pass(), 1) << "nothing moves without input";
  player.follow(8, 3, 100);
  EXPECT_EQ(player.pass(), PassPlayer::kAll) << "another access";
}

TEST(PassPlayer, PlaysByTheClockAndStops) {
  PassPlayer player;
  player.follow(7, 3, 10);
  EXPECT_EQ(player.due(10), std::nullopt);
  player.play_or_stop(10);
  EXPECT_EQ(player.pass(), 0);
  EXPECT_DOUBLE_EQ(*player.due(10), PassPlayer::kSecondsEach);
  player.follow(7, 3, 10.5);
  EXPECT_EQ(player.pass(), 0);
  player.follow(7, 3, 11);
  EXPECT_EQ(player.pass(), 1);
  player.follow(7, 3, 20);
  EXPECT_EQ(player.pass(), PassPlayer::kAll);
  EXPECT_FALSE(player.is_playing());
  player.play_or_stop(20);
  player.play_or_stop(20.1);
  player.follow(7, 3, 30);
  EXPECT_EQ(player.pass(), 0) << "a stopped player keeps its pass";
}

TEST(PassPlayer, AnAccessOfOnePassHasNothingToPlay) {
  PassPlayer player;
  player.follow(7, 1, 0);
  player.next();
  player.play_or_stop(0);
  EXPECT_EQ(player.pass(), PassPlayer::kAll);
  EXPECT_FALSE(player.is_playing());
}

struct Conflict : DrivenWindow {
  static AppState scene() {
    AppState state;
    state.algorithm = "scan/blelloch";
    state.event = EventKind::conflict;
    return state;
  }
  Conflict() : DrivenWindow(scene()) {
    press({Key::home});
    press({Key::n});
    frame();
  }
  bool says(const std::string& words) {
    WrittenFrame written;
    interface().note_text(&written);
    frame({}, 0.01);
    interface().note_text(nullptr);
    return std::ranges::any_of(
        written.texts, [&](const WrittenText& text) { return text.text.find(words) != std::string::npos; });
  }
};

TEST(Passes, ArePlayedWithAKey) {
  Conflict window;
  EXPECT_FALSE(window.says("Pass 1 of"));
  window.press({Key::b});
  EXPECT_TRUE(window.says("Pass 1 of 2"));
  window.press({Key::b});
  EXPECT_TRUE(window.says("Pass 2 of 2"));
  window.press({Key::b});
  EXPECT_FALSE(window.says("Pass 2 of 2"));
}

TEST(Passes, ArePlayedByTheClockAndAskForFrames) {
  Conflict window;
  window.press({Key::b, false, true});
  EXPECT_TRUE(window.says("Pass 1 of 2"));
  EXPECT_TRUE(window.interface().due().has_value());
  window.frame({}, PassPlayer::kSecondsEach);
  EXPECT_TRUE(window.says("Pass 2 of 2"));
  window.frame({}, PassPlayer::kSecondsEach);
  EXPECT_FALSE(window.says("Pass 2 of 2"));
}

TEST(Passes, ArePlayedWithButtonsThatTabReaches) {
  Conflict window;
  window.click("pass-next");
  EXPECT_TRUE(window.says("Pass 1 of 2"));
  window.click("pass-back");
  EXPECT_FALSE(window.says("Pass 1 of 2"));
  for (int i = 0; i < 80 && window.interface().focus() != "pass-play"; ++i) window.press({Key::tab});
  window.press({Key::enter});
  EXPECT_TRUE(window.says("Pass 1 of 2"));
}

}  // namespace
}  // namespace lockstep::gui
