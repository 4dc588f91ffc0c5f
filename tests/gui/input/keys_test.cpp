#include "gui/input/keys.hpp"

#include <gtest/gtest.h>

#include <set>
#include <tuple>

namespace lockstep::gui {
namespace {

TEST(Keys, NoTwoActionsShareAPress) {
  std::set<std::tuple<KeyScope, Key, bool, bool>> presses;
  for (const Binding& binding : bindings()) {
    const bool general = binding.scope < KeyScope::compare;
    EXPECT_TRUE(presses
                    .insert({general ? KeyScope::window : binding.scope, binding.press.key,
                             binding.press.ctrl, binding.press.shift})
                    .second)
        << binding.label;
    EXPECT_FALSE(binding.label.empty());
    EXPECT_FALSE(binding.what.empty());
  }
}

TEST(Keys, EveryActionHasAKey) {
  for (int action = 0; action <= static_cast<int>(Action::leave); ++action) {
    EXPECT_FALSE(describe(static_cast<Action>(action)).empty());
  }
}

TEST(Keys, MatchTheInterfaceDocument) {
  EXPECT_EQ(action_for({Key::space}), Action::play_or_pause);
  EXPECT_EQ(action_for({Key::left}), Action::step_back);
  EXPECT_EQ(action_for({Key::right, false, true}), Action::barrier_forward);
  EXPECT_EQ(action_for({Key::left, true}), Action::launch_back);
  EXPECT_EQ(action_for({Key::f5, false, true}), Action::run_to_start);
  EXPECT_EQ(action_for({Key::enter, true}), Action::run_on_gpu);
  EXPECT_EQ(action_for({Key::e, true}), Action::export_figure);
  EXPECT_EQ(action_for({Key::e}), std::nullopt);
  EXPECT_EQ(action_for({Key::f6}), Action::presentation);
}

TEST(Keys, APagesOwnKeysHavePriority) {
  EXPECT_EQ(action_for({Key::right}, KeyScope::compare), Action::column_right);
  EXPECT_EQ(action_for({Key::right}, KeyScope::theory), Action::n_up);
  EXPECT_EQ(action_for({Key::right, true}, KeyScope::theory), Action::launch_forward);
  EXPECT_EQ(action_for({Key::right}, KeyScope::pair), Action::step_forward) << "as in Step";
  EXPECT_EQ(action_for({Key::space}, KeyScope::pair), Action::play_or_pause);
  EXPECT_EQ(action_for({Key::c}), std::nullopt);
  EXPECT_EQ(action_for({Key::digit2, true}, KeyScope::theory), Action::show_compare);
}

TEST(Keys, SymbolsThatNeedShiftAreRecognised) {
  EXPECT_EQ(action_for({Key::question, false, true}), Action::show_keys);
  EXPECT_EQ(action_for({Key::plus, false, true}), Action::faster);
}

TEST(Keys, TooltipsNameTheFirstKey) { EXPECT_EQ(describe(Action::show_keys), "All keys (F1 or ?)"); }

}  // namespace
}  // namespace lockstep::gui
