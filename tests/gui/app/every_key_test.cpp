// Every key of the table, every letter and every digit is pressed in every view while a text field, a list, a
// question or a sheet has the keyboard, or during a drag: at most one receiver handles it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "tests/gui/app/controls_window.hpp"

namespace lockstep::gui {
namespace {

// The letter that a key types, which the system reports in addition to the key.
std::string typed_by(const KeyPress& press) {
  if (press.ctrl) return "";
  const auto first = static_cast<int>(Key::a), key = static_cast<int>(press.key);
  constexpr std::string_view letters = "abcdefhlnopqrstvwxyz1234567890";
  if (key >= first && key < first + static_cast<int>(letters.size()))
    return std::string(1, letters[static_cast<std::size_t>(key - first)]);
  constexpr std::pair<Key, const char*> signs[] = {{Key::space, " "},   {Key::plus, "+"},   {Key::minus, "-"},
                                                   {Key::slash, "/"},   {Key::period, "."}, {Key::comma, ","},
                                                   {Key::question, "?"}};
  for (const auto& [sign, text] : signs)
    if (press.key == sign) return text;
  return "";
}

std::string to_text(const KeyPress& press) {
  const std::string typed = typed_by(press);
  return fmt::format("key {} \"{}\"{}{}", static_cast<int>(press.key), typed, press.ctrl ? " with Ctrl" : "",
                     press.shift ? " with Shift" : "");
}

class EveryKey : public testing::TestWithParam<ControlsCase> {
 protected:
  // Each key without modifiers, and each key of the table with its modifiers Ctrl and Shift.
  std::vector<KeyPress> presses() {
    std::vector<KeyPress> all;
    for (int key = 1; key <= static_cast<int>(Key::digit0); ++key) all.push_back({static_cast<Key>(key)});
    for (const ActionGroup& group : window_.interface().keyboard().actions().groups())
      for (const ActionRow& row : group.rows)
        for (const KeyPress& press : row.keys)
          if (std::ranges::find(all, press) == all.end()) all.push_back(press);
    std::erase(all, KeyPress{Key::enter, true});  // measures on a device
    return all;
  }

  struct Seen {
    Noticed noticed;
    std::string texts, focus;
    std::uint64_t actions = 0;  // number of actions so far
    bool operator==(const Seen&) const = default;
  };
  Seen seen() {
    return {window_.noticed(), window_.edited_texts(), window_.interface().focus(),
            window_.interface().keyboard().taken()};
  }

  using Check = std::function<void(const KeyPress&, const Seen& before, const Seen& after)>;
  // Presses each key after `open`, and calls `open` again if the key has changed anything.
  void for_each_key(const std::function<bool()>& open, const Check& check) {
    bool is_open = false;
    for (const KeyPress& press : presses()) {
      if (!is_open) {
        window_.start_again();
        ASSERT_TRUE(open()) << to_text(press);
      }
      const Seen before = seen();
      window_.frame({{press}, typed_by(press), {}});
      window_.frame();
      const Seen after = seen();
      SCOPED_TRACE(to_text(press) + difference(before.noticed, after.noticed));
      check(press, before, after);
      Noticed as_before = after.noticed;
      as_before.answers = before.noticed.answers;  // may have been extended
      is_open = as_before == before.noticed && after.focus == before.focus;
    }
  }

  // Plain keys only change the text; a key that triggers an action does not change the text.
  static void expect_field_or_action(const KeyPress& press, const Seen& before, const Seen& after) {
    const std::uint64_t actions = after.actions - before.actions;
    const bool is_same_page = after.noticed.state == before.noticed.state;
    const bool is_taken = after.texts != before.texts ||
                          (is_same_page && after.noticed.answers != before.noticed.answers) ||
                          (press.key == Key::escape && after.noticed.keyboard != before.noticed.keyboard);
    EXPECT_LE((is_taken ? 1 : 0) + actions, 1u) << "two receivers";
    if (press.ctrl || typed_by(press).empty()) return;
    EXPECT_EQ(actions, 0u) << "typed, and done";
    EXPECT_EQ(after.noticed.state, before.noticed.state);
    EXPECT_EQ(after.focus, before.focus);
  }

  // Nothing behind a list or a sheet reacts to a key.
  static void expect_nothing_behind(const KeyPress&, const Seen& before, const Seen& after) {
    EXPECT_EQ(after.texts, before.texts);
    EXPECT_EQ(after.noticed.answers, before.noticed.answers);
    EXPECT_EQ(after.actions, before.actions);
  }

  static void expect_one_action(const KeyPress&, const Seen& before, const Seen& after) {
    EXPECT_EQ(after.texts, before.texts);
    EXPECT_LE(after.actions - before.actions, 1u);
  }

  ControlsWindow window_{GetParam()};
};

TEST_P(EveryKey, HasOneReceiverWhileTextIsEdited) {
  window_.start_again();
  if (!window_.has_field()) return;
  for_each_key([&] { return window_.edit(); }, expect_field_or_action);
}

TEST_P(EveryKey, HasOneReceiverWhileTextIsSearched) {
  window_.start_again();
  if (!window_.is_f2()) return;
  const auto find = [&] {
    window_.press({Key::f, true});
    window_.frame();
    return window_.is_typing();
  };
  for_each_key(find, expect_field_or_action);
}

TEST_P(EveryKey, HasOneReceiverWhileAListIsOpen) {
  if (window_.is_sheet()) return;
  for_each_key([&] { return window_.open_list(); }, expect_nothing_behind);
}

// Typed text does not reach the text behind, whose editor was open before.
TEST_P(EveryKey, HasOneReceiverWhileAListIsOpenedFromTheEditor) {
  window_.start_again();
  if (!window_.has_field()) return;
  for_each_key([&] { return window_.edit() && window_.open_list(); }, expect_nothing_behind);
}

TEST_P(EveryKey, HasOneReceiverWhileASheetWithAFieldIsOpen) {
  if (window_.is_sheet()) return;
  const auto open = [&] {
    window_.edit();
    window_.interface().show([&] {
      AppState state = window_.base();
      state.overlay = {"documents", 0};
      return state;
    }());
    window_.frame();
    window_.frame();
    return window_.is_typing() && window_.noticed().keyboard == KeyboardOwner::sheet;
  };
  const auto check = [](const KeyPress& press, const Seen& before, const Seen& after) {
    // Enter opens the first entry of the sheet.
    if (press.key != Key::enter) expect_nothing_behind(press, before, after);
  };
  for_each_key(open, check);
}

TEST_P(EveryKey, HasOneReceiverWhileAQuestionIsOpen) {
  window_.start_again();
  if (!window_.ask()) return;
  for_each_key([&] { return window_.ask(); }, expect_one_action);
}

TEST_P(EveryKey, HasOneReceiverWhileADragIsHeld) {
  window_.start_again();
  if (!window_.has_dragged()) return;
  for_each_key([&] { return window_.hold_drag(); }, expect_one_action);
}

INSTANTIATE_TEST_SUITE_P(Views, EveryKey, testing::ValuesIn(controls_cases()),
                         [](const auto& controls) { return to_text(controls.param); });

}  // namespace
}  // namespace lockstep::gui
