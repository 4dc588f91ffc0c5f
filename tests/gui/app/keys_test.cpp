// The table of actions: the row that a key selects on each page, and the contents of the row.
#include "gui/app/keys.hpp"

#include <gtest/gtest.h>

#include <set>
#include <tuple>

#include "tests/gui/app/driven_window.hpp"

namespace lockstep::gui {
namespace {

struct ActionsWindow : DrivenWindow {
  using DrivenWindow::DrivenWindow;
  const Actions& actions() { return interface().keyboard().actions(); }
  // The name of the action triggered by a key; "" if there is none.
  std::string taken(KeyPress key) {
    const std::uint64_t before = interface().keyboard().taken();
    press(key);
    frame();
    return interface().keyboard().taken() == before ? "" : interface().keyboard().last();
  }
};

AppState on_page(const char* page) {
  AppState state;
  state.tab = page;
  return state;
}

AppState stepping_a_pair() {
  AppState state = on_page("compare");
  state.compare.pair = {"reduce/divergent", "reduce/strided-index"};
  state.compare.stepping = true;
  return state;
}

// Rows that are never available at the same time may share a key: those of the table and of the pair on
// Compare, and those of an open talk.
TEST(ActionTable, NoTwoActionsShareAKey) {
  ActionsWindow window;
  std::set<std::tuple<std::string, bool, Key, bool, bool>> presses;
  for (const ActionGroup& group : window.actions().groups())
    for (const ActionRow& row : group.rows)
      for (const KeyPress& press : row.keys) {
        const bool of_pair = group.title == "Stepping both rows" || group.title == "Presentation";
        EXPECT_TRUE(presses.insert({group.where, of_pair, press.key, press.ctrl, press.shift}).second)
            << row.label;
      }
}

TEST(ActionTable, EveryRowIsWhole) {
  ActionsWindow window;
  for (const ActionGroup& group : window.actions().groups()) {
    EXPECT_FALSE(group.title.empty());
    for (const ActionRow& row : group.rows) {
      EXPECT_FALSE(row.action.name.empty());
      EXPECT_EQ(row.keys.empty(), !row.run) << row.label;
      EXPECT_EQ(row.what.empty() && !row.label.empty(), row.label == "Shift+F3") << row.label;
      EXPECT_NE(window.actions().describe(row.action), "") << row.action.name;
    }
  }
}

TEST(ActionTable, KeysMatchTheInterfaceDocument) {
  ActionsWindow window;
  EXPECT_EQ(window.taken({Key::space}), "play-or-pause");
  EXPECT_EQ(window.taken({Key::left}), "step-back");
  EXPECT_EQ(window.taken({Key::right, false, true}), "barrier-forward");
  EXPECT_EQ(window.taken({Key::left, true}), "launch-back");
  EXPECT_EQ(window.taken({Key::f5, false, true}), "run-to-start");
  EXPECT_EQ(window.taken({Key::e}), "");
  EXPECT_EQ(window.taken({Key::c}), "");
  EXPECT_EQ(window.taken({Key::f6}), "presentation");
}

TEST(ActionTable, QuitsByKeyAndFromTheFileMenu) {
  DrivenWindow window;
  EXPECT_FALSE(window.interface().take_quit_wish());
  window.press({Key::q});
  EXPECT_FALSE(window.interface().take_quit_wish()) << "Q is Predict";
  for (const KeyPress before : {KeyPress{Key::escape}, KeyPress{Key::f6}}) {
    window.press(before);
    window.press({Key::q, true});
    window.frame();
    EXPECT_TRUE(window.interface().take_quit_wish()) << "after key " << static_cast<int>(before.key);
    window.press({Key::escape});
    window.frame();
  }
  window.press({Key::escape});
  window.click("file");
  for (int row = 0; row < 15; ++row) window.press({Key::down});  // the last one
  window.press({Key::enter});
  window.frame();
  EXPECT_TRUE(window.interface().take_quit_wish());
}

TEST(ActionTable, APagesOwnKeysHavePriority) {
  EXPECT_EQ(ActionsWindow(on_page("compare")).taken({Key::right}), "column-right");
  EXPECT_EQ(ActionsWindow(on_page("theory")).taken({Key::right}), "n-up");
  EXPECT_EQ(ActionsWindow(on_page("theory")).taken({Key::right, true}), "launch-forward");
  EXPECT_EQ(ActionsWindow(on_page("theory")).taken({Key::digit2, true}), "compare");
  EXPECT_EQ(ActionsWindow(on_page("gpu")).taken({Key::right}), "step-forward");
}

TEST(ActionTable, BothRowsOfAPairMoveByTheKeysOfStep) {
  ActionsWindow window(stepping_a_pair());
  window.interface().pair().wait(DrivenWindow::kLong);
  window.frame();
  EXPECT_EQ(window.taken({Key::home}), "go-to-start");
  EXPECT_EQ(window.state().compare.step, 0u);
  EXPECT_EQ(window.taken({Key::right}), "step-forward");
  EXPECT_EQ(window.state().compare.step, 1u);
  EXPECT_EQ(window.taken({Key::space}), "play-or-pause");
  EXPECT_EQ(window.taken({Key::c}), "") << "the table's keys are out of sight with it";
  EXPECT_EQ(window.taken({Key::escape}), "leave");
  EXPECT_FALSE(window.state().compare.stepping);
}

// These pages do not show the run, so a key must not change it there.
TEST(ActionTable, KeysOfTheRunDoNothingOnPagesWithoutIt) {
  for (const char* page : {"assignment", "lab"}) {
    ActionsWindow window(on_page(page));
    const std::string before = window.state().algorithm;
    EXPECT_EQ(window.taken({Key::a}), "") << page;
    EXPECT_EQ(window.taken({Key::x}), "") << page;
    EXPECT_EQ(window.state().algorithm, before) << page;
    EXPECT_EQ(window.state().tab, page);
  }
}

TEST(ActionTable, SymbolsThatNeedShiftAreRecognised) {
  ActionsWindow window;
  EXPECT_EQ(window.taken({Key::plus, false, true}), "faster");
  EXPECT_EQ(window.taken({Key::question, false, true}), "show-keys");
}

TEST(ActionTable, TooltipsNameTheKeys) {
  ActionsWindow window;
  EXPECT_EQ(window.actions().describe(actions::show_keys), "All keys (F1 or ?)");
  EXPECT_EQ(window.actions().describe(actions::play_or_pause), "Play or pause (Space)");
}

// Changes behind an overlay would not be visible.
TEST(ActionTable, NoKeyReachesThePageBelowAnOverlayThatCoversIt) {
  const std::vector<KeyPress> keys{{Key::right},   {Key::left},        {Key::space},
                                   {Key::a},       {Key::n},           {Key::end},
                                   {Key::home},    {Key::f9},          {Key::plus},
                                   {Key::b},       {Key::right, true}, {Key::f5},
                                   {Key::d, true}, {Key::enter, true}, {Key::f2},
                                   {Key::f6},      {Key::tab},         {Key::tab, false, true}};
  for (const char* overlay : {"keys", "why", "tour", "export", "files"}) {
    AppState state;
    state.overlay = {overlay, 0};
    ActionsWindow window(state);
    window.frame();
    for (const KeyPress& key : keys) {
      AppState before = window.state();
      window.press(key);
      window.frame();
      AppState after = window.state();
      before.overlay = after.overlay = {};
      EXPECT_EQ(before, after) << overlay << ", key " << static_cast<int>(key.key);
      EXPECT_FALSE(window.interface().activity().playing) << overlay;
      const std::string& focus = window.interface().focus();
      EXPECT_TRUE(focus != "algorithm" && focus != "Step" && focus != "figure") << overlay << ": " << focus;
      if (window.interface().overlay() != overlay) break;
    }
  }
}

// Both keys arrive in one frame: the items of the last frame are not those of the list.
TEST(ActionTable, TabInTheListOfKeysFocusesNothingBehindIt) {
  ActionsWindow window;
  window.frame({{{Key::f1}, {Key::tab}}, {}, {}});
  window.frame();
  EXPECT_EQ(window.interface().overlay(), "keys");
  EXPECT_EQ(window.interface().focus(), "");
}

TEST(ActionTable, AnotherPageLeavesTheListOfKeys) {
  ActionsWindow window;
  window.press({Key::f1});
  EXPECT_EQ(window.taken({Key::digit2, true}), "compare");
  EXPECT_EQ(window.state().tab, "compare");
  EXPECT_EQ(window.interface().overlay(), "");
}

TEST(ActionTable, TabGoesThroughTheHeaderFromTheLeftToTheRight) {
  for (const char* page : {"step", "compare", "gpu", "theory"}) {
    ActionsWindow window(on_page(page));
    float last = -1;
    int reached = 0;
    for (int i = 0; i < 40; ++i) {
      window.press({Key::tab});
      window.frame();
      const auto place = window.interface().item_place(window.interface().focus());
      if (!place || place->bottom() > 52) break;
      EXPECT_GT(place->x, last) << page << ": " << window.interface().focus();
      last = place->x;
      ++reached;
    }
    EXPECT_GT(reached, 6) << page;
  }
}

TEST(ActionTable, PagesChangeByTheirKeysWhileTheTextIsEdited) {
  ActionsWindow window;
  window.press({Key::f2});
  window.frame();
  ASSERT_TRUE(window.interface().activity().is_typing());
  for (const auto& [key, page] :
       {std::pair{Key::digit3, "gpu"}, std::pair{Key::digit1, "step"}, std::pair{Key::digit2, "compare"},
        std::pair{Key::digit1, "step"}, std::pair{Key::digit4, "theory"}}) {
    window.press({key, true});
    window.frame();
    EXPECT_EQ(window.state().tab, page);
    EXPECT_EQ(window.state().edited_text(), nullptr);
  }
}

TEST(ActionTable, TheStartPagesTourBeginsWithACapitalT) {
  for (const bool shift : {false, true}) {
    AppState state;
    state.overlay = {"start", 0};
    ActionsWindow window(state);
    EXPECT_EQ(window.taken({Key::t, false, shift}), "start-tour");
    EXPECT_EQ(window.interface().overlay(), "tour");
  }
}

}  // namespace
}  // namespace lockstep::gui
