// Everything that can be clicked can be reached and activated with the keyboard.
#include "gui/widgets/focus.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <thread>

#include "tests/gui/app/driven_window.hpp"

namespace lockstep::gui {
namespace {

const std::vector<NamedPlace> kPlaces{{"a", {}, true}, {"note", {}, false}, {"b", {}, true}, {"c", {}, true}};

TEST(Focus, TabWrapsAroundAndSkipsExplanations) {
  Focus focus;
  for (const std::string_view expected : {"a", "b", "c", "a"}) {
    EXPECT_TRUE(focus.take({Key::tab}, kPlaces));
    EXPECT_EQ(focus.id(), expected);
  }
  focus.take({Key::tab, false, true}, kPlaces);
  EXPECT_EQ(focus.id(), "c");
}

TEST(Focus, EnterActivatesOnlyTheFocusedItem) {
  Focus focus;
  EXPECT_FALSE(focus.take({Key::enter}, kPlaces));
  focus.take({Key::tab}, kPlaces);
  EXPECT_TRUE(focus.take({Key::space}, kPlaces));
  EXPECT_TRUE(focus.presses());
  focus.begin_frame();
  EXPECT_FALSE(focus.presses());
  EXPECT_FALSE(focus.take({Key::right}, kPlaces)) << "other keys keep their meaning";
  EXPECT_TRUE(focus.take({Key::escape}, kPlaces));
  EXPECT_TRUE(focus.id().empty());
}

TEST(Focus, IsLostWithItsItemAndWithTheMouse) {
  Focus focus;
  focus.take({Key::tab}, kPlaces);
  focus.keep(kPlaces, false);
  EXPECT_EQ(focus.id(), "a");
  focus.keep({{"b", {}, true}}, false);
  EXPECT_TRUE(focus.id().empty());
  focus.take({Key::tab}, kPlaces);
  focus.keep(kPlaces, true);
  EXPECT_TRUE(focus.id().empty());
}

struct KeyboardWindow : DrivenWindow {
  using DrivenWindow::DrivenWindow;
  // Presses Tab until an item is reached; false if it is never reached.
  bool reach(std::string_view id) {
    for (int i = 0; i < 150 && interface().focus() != id; ++i) press({Key::tab});
    return interface().focus() == id;
  }
};

TEST(Focus, ChoosesAnOperatorWithoutTheMouse) {
  KeyboardWindow window;
  ASSERT_TRUE(window.reach("operator"));
  const Operator before = window.state().op;
  window.press({Key::enter});
  window.frame();
  window.press({Key::down});
  window.press({Key::enter});
  window.frame();
  EXPECT_NE(window.state().op, before);
}

TEST(Focus, ChoosesASizeAndLeavesAPopupAlone) {
  KeyboardWindow window;
  ASSERT_TRUE(window.reach("n"));
  window.press({Key::space});
  window.frame();
  window.press({Key::escape});
  window.frame();
  EXPECT_EQ(window.state().n, 64u);
  window.press({Key::space});
  window.frame();
  window.press({Key::down});
  window.press({Key::enter});
  window.frame();
  EXPECT_EQ(window.state().n, 1u) << "the first size of the list";
}

TEST(Focus, ReachesEverythingThatCanBeClicked) {
  for (const std::string tab : {"step", "compare", "gpu", "theory"}) {
    AppState state;
    state.tab = tab;
    KeyboardWindow window(state);
    for (int i = 0; i < 500 && tab == "gpu" && !window.interface().item_place("device0"); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));  // wait until the devices are listed
      window.frame();
    }
    std::set<std::string> reached;
    for (int i = 0; i < 120; ++i) {
      window.press({Key::tab});
      reached.insert(window.interface().focus());
    }
    // By name, so that an item without a focus stop is found.
    for (const std::string_view id : {"Step", "Compare", "Run on GPU", "Theory", "keys", "appearance"})
      EXPECT_TRUE(reached.contains(std::string(id))) << tab << ": " << id;
    if (tab == "step") {
      for (const std::string_view id :
           {"algorithm", "n", "group", "operator", "type", "schedule", "input", "model", "source-form",
            "heat", "why", "run", "event", "previous-event", "next-event", "lane-values"})
        EXPECT_TRUE(reached.contains(std::string(id))) << id;
    }
    for (const NamedPlace& place : window.interface().places())
      EXPECT_TRUE(!place.stop || reached.contains(place.id)) << tab << ": " << place.id;
  }
}

TEST(Focus, ScrollsToTheFocusedItem) {
  AppState state;
  state.tab = "gpu";
  KeyboardWindow window(state, 1280, 480);
  for (int i = 0; i < 500 && window.interface().benchmark().snapshot().discovering; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    window.frame();
  }
  const std::string last = [] {
    std::string id;
    for (const Algorithm& algorithm : catalogue())
      if (algorithm.family == Algorithm::Family::scan) id = algorithm.id;
    return id;
  }();
  EXPECT_FALSE(window.interface().item_place(last)) << "it is below the visible part of the list";
  ASSERT_TRUE(window.reach(last));
  window.frame();
  const auto place = window.interface().item_place(last);
  ASSERT_TRUE(place);
  EXPECT_GE(place->height, 20) << "whole";
}

}  // namespace
}  // namespace lockstep::gui
