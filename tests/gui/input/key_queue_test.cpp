#include "gui/input/key_queue.hpp"

#include <gmock/gmock.h>

namespace lockstep::gui {
namespace {

using testing::ElementsAre;

constexpr int kBackspace = 259, kLeftControl = 341;

constexpr InputEvent down(int key, int mods = 0) { return {key, 0, 1, mods, 0, {}}; }
constexpr InputEvent up(int key) { return {key, 0, 0, 0, 0, {}}; }
constexpr InputEvent written(unsigned character) { return {0, 0, 0, 0, character, {}}; }

KeyQueue queue_of(std::initializer_list<InputEvent> events) {
  KeyQueue queue;
  for (const InputEvent& event : events) queue.add(event);
  return queue;
}

TEST(KeyQueue, APressAndItsReleaseReachDifferentFrames) {
  KeyQueue queue = queue_of({down(kBackspace), up(kBackspace)});
  EXPECT_THAT(queue.take(true), ElementsAre(down(kBackspace)));
  EXPECT_FALSE(queue.empty());
  EXPECT_THAT(queue.take(true), ElementsAre(up(kBackspace)));
  EXPECT_TRUE(queue.empty());
}

TEST(KeyQueue, TwoPressesOfAKeyAreKept) {
  KeyQueue queue = queue_of({down(kBackspace), up(kBackspace), down(kBackspace), up(kBackspace)});
  int frames = 0;
  for (; !queue.empty(); ++frames) EXPECT_EQ(queue.take(true).size(), 1u);
  EXPECT_EQ(frames, 4);
}

// Ctrl is still pressed when the letter is pressed.
TEST(KeyQueue, ChordsStayTogetherAndOrdered) {
  KeyQueue queue = queue_of({down(kLeftControl), down('A', 2), up('A'), up(kLeftControl)});
  EXPECT_THAT(queue.take(true), ElementsAre(down(kLeftControl), down('A', 2)));
  EXPECT_THAT(queue.take(true), ElementsAre(up('A'), up(kLeftControl)));
}

// The system reports the state before the event, or the state after it.
TEST(KeyQueue, AModifierCountsFromItsOwnPressToItsRelease) {
  constexpr int kShift = 1, kControl = 2, kRightShift = 344;
  for (int said : {0, kControl}) {
    EXPECT_EQ(modifiers_after(down(kLeftControl, said)), kControl);
    EXPECT_EQ(modifiers_after({kLeftControl, 0, 0, said, 0, {}}), 0);
  }
  EXPECT_EQ(modifiers_after(down('A', kControl)), kControl);
  EXPECT_EQ(modifiers_after(down(kRightShift, kControl)), kControl | kShift);
}

TEST(KeyQueue, FastTypingArrivesAtOnce) {
  KeyQueue queue = queue_of({down('1'), written('1'), down('2'), written('2'), up('1'), up('2')});
  EXPECT_THAT(queue.take(true), ElementsAre(down('1'), written('1'), down('2'), written('2')));
  EXPECT_THAT(queue.take(true), ElementsAre(up('1'), up('2')));
}

TEST(KeyQueue, ACharacterAfterAKeyThatEditsWaits) {
  KeyQueue queue = queue_of({written('1'), down(kBackspace), written('2')});
  EXPECT_THAT(queue.take(true), ElementsAre(written('1'), down(kBackspace)));
  EXPECT_THAT(queue.take(true), ElementsAre(written('2')));
  queue = queue_of({down('A', 2), written('x')});
  EXPECT_THAT(queue.take(true), ElementsAre(down('A', 2))) << "Ctrl+A selects the text typed before";
}

// Enter may close the field: the next key is for the page behind it.
TEST(KeyQueue, WhatFollowsEnterWaits) {
  constexpr int kF2 = 291;
  for (const int end : {KeyQueue::kEnter, KeyQueue::kKeypadEnter, KeyQueue::kEscape}) {
    KeyQueue queue = queue_of({written('2'), down(end), down(kF2), written('x')});
    EXPECT_THAT(queue.take(true), ElementsAre(written('2'), down(end)));
    EXPECT_THAT(queue.take(false), ElementsAre(down(kF2), written('x')));
  }
}

TEST(KeyQueue, AHeldKeyKeepsItsRepetitions) {
  const InputEvent again{kBackspace, 0, 2, 0, 0, {}};
  KeyQueue queue = queue_of({down(kBackspace), again, again, up(kBackspace)});
  EXPECT_THAT(queue.take(true), ElementsAre(down(kBackspace), again, again));
}

TEST(KeyQueue, OutsideTextFieldsNoKeyWaits) {
  KeyQueue queue = queue_of({down(kBackspace), up(kBackspace), written('x'), down(kBackspace)});
  EXPECT_EQ(queue.take(false).size(), 4u);
}

TEST(KeyQueue, IsEmptyAtFirst) { EXPECT_TRUE(KeyQueue().take(true).empty()); }

}  // namespace
}  // namespace lockstep::gui
